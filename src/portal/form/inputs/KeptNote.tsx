import Typography from "@mui/material/Typography";
import { namedEntries } from "../namedEntries.ts";

/**
 * Names the values that the list does not offer and that are kept all the same: a warning, never an error. Of very many
 * the first are named; each is marked where it stands.
 */
export function KeptNote({ values }: { values: string[] }) {
  return (
    <Typography variant="body2" color="textSecondary" sx={{ mt: 0.75 }}>
      Not in the list, kept as entered: {namedEntries(values)}
    </Typography>
  );
}
