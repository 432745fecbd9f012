import Box from "@mui/material/Box";
import LinearProgress from "@mui/material/LinearProgress";
import Typography from "@mui/material/Typography";

/** A file on its way, and how much of it has been sent, from 0 to 1. */
export function SendingFile({ name, share }: { name: string; share: number }) {
  const percent = Math.round(share * 100);
  return (
    <Box sx={{ width: "100%" }}>
      <Typography variant="body2" sx={{ mb: 0.5, overflowWrap: "anywhere" }}>
        Sending {name}: {percent}%
      </Typography>
      <LinearProgress variant="determinate" value={percent} aria-label={`Sending ${name}`} />
    </Box>
  );
}
