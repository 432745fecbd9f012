import CircularProgress from "@mui/material/CircularProgress";
import Stack from "@mui/material/Stack";
import Typography from "@mui/material/Typography";

/** Something is on its way; says what, to eyes and to screen readers. */
export function Loading({ label = "Loading" }: { label?: string }) {
  return (
    <Stack role="status" sx={{ alignItems: "center", gap: 2, py: 8, color: "text.secondary" }}>
      <CircularProgress size={32} thickness={4} aria-hidden />
      <Typography variant="body2">{label}…</Typography>
    </Stack>
  );
}
