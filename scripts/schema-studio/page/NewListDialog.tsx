import Button from "@mui/material/Button";
import Stack from "@mui/material/Stack";
import TextField from "@mui/material/TextField";
import { useState, type SyntheticEvent } from "react";
import { Modal } from "../../../src/portal/ui/Modal.tsx";
import { toListName } from "../fileNames.ts";
import type { StudioFile } from "../protocol.ts";
import { findNewListErrors, formatNewList, type NewList } from "./newList.ts";

interface NewListDialogProps {
  /** Names of the lists that exist. */
  sources: string[];
  onClose(): void;
  onCreate(list: StudioFile): void;
}

const EMPTY: NewList = { name: "", filterKey: "", lines: "" };

/** The list is a text in the editor until the user saves it. */
export function NewListDialog({ sources, onClose, onCreate }: NewListDialogProps) {
  const [list, setList] = useState(EMPTY);
  const [isChecked, setIsChecked] = useState(false);
  const errors = findNewListErrors(list, sources);
  const handleSubmit = (event: SyntheticEvent) => {
    event.preventDefault();
    setIsChecked(true);
    if (Object.values(errors).flat().length === 0)
      onCreate({ name: toListName(list.name), text: formatNewList(list) });
  };
  const buildInput = (key: keyof NewList, help: string) => {
    const shown = isChecked ? errors[key] : [];
    return {
      value: list[key],
      onChange: ({ target }: { target: { value: string } }) => setList({ ...list, [key]: target.value }),
      error: shown.length > 0,
      helperText: shown.length > 0 ? shown.join("\n") : help,
      slotProps: { formHelperText: { sx: { whiteSpace: "pre-line" } } },
    };
  };
  return (
    <Modal open title="New list" onClose={onClose}>
      <Stack component="form" noValidate onSubmit={handleSubmit} sx={{ gap: 3, alignItems: "start" }}>
        <TextField
          label="Name of the file"
          autoFocus
          fullWidth
          {...buildInput("name", "For example survey-methods. Fields name it surveyMethods.")}
        />
        <TextField
          label="Filter key (optional)"
          fullWidth
          {...buildInput("filterKey", "If another field filters the list: the key of that field's values.")}
        />
        <TextField
          label="Entries"
          multiline
          minRows={6}
          maxRows={16}
          fullWidth
          {...buildInput(
            "lines",
            "One entry on each line: code; label; value of the filter. You can paste cells of a spreadsheet.",
          )}
        />
        <Button type="submit" variant="contained">
          Create list
        </Button>
      </Stack>
    </Modal>
  );
}
