import WarningIcon from "@mui/icons-material/WarningAmberOutlined";
import Box from "@mui/material/Box";
import Typography from "@mui/material/Typography";
import { useController, useFormState } from "../formScope.ts";
import type { FormState } from "../formState.ts";

interface StartNoteProps {
  name: string;
  /** The field with whose value this one, or each of its entries, should begin. */
  other: string;
}

/** Warns of values that do not begin as they should; they are kept and refused by nobody. */
export function StartNote({ name, other }: StartNoteProps) {
  const { schema } = useController();
  const start = useFormState(({ values }) => values[other]);
  const texts = useFormState((state) => strangersIn(state, name, start).join(", "));
  return (
    <Box role="status">
      {texts !== "" && (
        <Box sx={{ display: "flex", gap: 0.75, mt: 0.75, color: "warning.main" }}>
          <WarningIcon sx={{ fontSize: 18, mt: "1px" }} aria-hidden="true" />
          <Typography variant="body2" sx={{ overflowWrap: "anywhere" }}>
            Does not begin with {String(start)}, the chosen {schema.properties[other]?.title?.toLowerCase()}:{" "}
            {texts}. It can be saved all the same.
          </Typography>
        </Box>
      )}
    </Box>
  );
}

/** Values that break a rule are left out: their error comes first. */
function strangersIn({ values, faults }: FormState, name: string, start: unknown): string[] {
  if (typeof start !== "string" || start === "") return [];
  const value = values[name];
  const isSound = (index?: number) =>
    !faults.some(({ path }) => path[0] === name && (index === undefined || path[1] === String(index)));
  const sound = Array.isArray(value) ? value.filter((_, index) => isSound(index)) : isSound() ? [value] : [];
  return sound.filter((text): text is string => typeof text === "string" && !text.startsWith(start));
}
