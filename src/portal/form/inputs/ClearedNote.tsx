import Alert from "@mui/material/Alert";
import Box from "@mui/material/Box";
import Button from "@mui/material/Button";
import { useController, useFormState } from "../formScope.ts";
import type { Clearing } from "../formState.ts";
import type { FormController } from "../formController.ts";
import { idOf } from "../formState.ts";

/** Says what choosing another value emptied, and takes the choice back when asked to. */
export function ClearedNote({ name }: { name: string }) {
  const controller = useController();
  const clearing = useFormState((state) => (state.clearing?.by === name ? state.clearing : undefined));
  /** The note goes, and with it the button that has the focus. */
  const endWith = (answer: () => void) => () => {
    answer();
    document.getElementById(idOf(controller.idPrefix, [name]))?.focus();
  };
  return (
    <Box role="status">
      {clearing && (
        <Alert severity="info" variant="outlined" sx={{ mt: 1 }}>
          {wordsOf(controller, clearing)}
          <Box sx={{ display: "flex", gap: 1, mt: 0.5, ml: -1.5 }}>
            <Button color="inherit" size="small" onClick={endWith(() => controller.undo(clearing))}>
              Undo
            </Button>
            <Button color="inherit" size="small" onClick={endWith(controller.dismissClearing)}>
              Dismiss
            </Button>
          </Box>
        </Alert>
      )}
    </Box>
  );
}

function wordsOf({ schema }: FormController, { by, before }: Clearing): string {
  const emptied = Object.entries(before)
    .filter(([name]) => name !== by)
    .map(([name, value]) => {
      const title = schema.properties[name]?.title ?? name;
      return Array.isArray(value) ? `${title} (${value.length})` : title;
    });
  return `${schema.properties[by]?.title ?? by} was changed, which cleared: ${emptied.join(", ")}.`;
}
