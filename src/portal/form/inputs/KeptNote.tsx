import Typography from "@mui/material/Typography";

/** Names the values that the list does not offer and that are kept all the same: a warning, never an error. */
export function KeptNote({ values }: { values: string[] }) {
  return (
    <Typography variant="body2" color="textSecondary" sx={{ mt: 0.75 }}>
      Not in the list, kept as entered: {values.join(", ")}
    </Typography>
  );
}
