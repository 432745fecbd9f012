import Typography from "@mui/material/Typography";
import { faultyEntryTexts } from "../entryTexts.ts";
import { useFormState, useShownFaults } from "../formScope.ts";

/** Names the entries of a list that its error speaks of. */
export function EntryFaultNote({ id, name }: { id: string; name: string }) {
  const own = useShownFaults().filter(({ path }) => path.length === 2 && path[0] === name);
  const texts = useFormState((state) =>
    own
      .map((fault) => faultyEntryTexts(state, fault))
      .filter(Boolean)
      .join(", "),
  );
  if (texts === "") return null;
  return (
    <Typography id={id} variant="body2" sx={{ mt: 0.5, color: "error.main", overflowWrap: "anywhere" }}>
      To be corrected: {texts}
    </Typography>
  );
}
