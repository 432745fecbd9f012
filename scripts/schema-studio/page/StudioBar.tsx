import Box from "@mui/material/Box";
import Button from "@mui/material/Button";
import MenuItem from "@mui/material/MenuItem";
import TextField from "@mui/material/TextField";
import Typography from "@mui/material/Typography";
import type { RefObject } from "react";
import type { StudioFile } from "../protocol.ts";
import type { EditorHandle } from "./SchemaEditor.tsx";

interface StudioBarProps {
  names: string[];
  /** Of the open file. */
  name: string;
  edited: StudioFile[];
  isSaving: boolean;
  status: string;
  editor: RefObject<EditorHandle | null>;
  onOpen(name: string): void;
  onNewList(): void;
  onSave(): void;
}

/** The choice of the file, and the buttons for the whole page. */
export const StudioBar = ({
  names,
  name,
  edited,
  isSaving,
  status,
  editor,
  onOpen,
  onNewList,
  onSave,
}: StudioBarProps) => (
  <Box sx={barStyles}>
    <Typography variant="h1" sx={{ fontSize: "1.25rem" }}>
      Schema studio
    </Typography>
    <TextField
      select
      size="small"
      label="Schema or list"
      value={name}
      onChange={({ target }) => onOpen(target.value)}
      sx={{ minWidth: 220 }}
    >
      {names.map((one) => (
        <MenuItem key={one} value={one}>
          {one}
          {edited.some((file) => file.name === one) && " (edited)"}
        </MenuItem>
      ))}
    </TextField>
    <Button onClick={onNewList}>New list</Button>
    <Button onClick={() => editor.current?.undo()}>Undo</Button>
    <Button onClick={() => editor.current?.redo()}>Redo</Button>
    {/* A disabled button would lose the focus. */}
    <Button
      variant="contained"
      aria-disabled={edited.length === 0 || isSaving}
      onClick={onSave}
      sx={saveStyles}
    >
      Save
    </Button>
    <Box role="status" sx={statusStyles}>
      {status}
    </Box>
  </Box>
);

const saveStyles = { '&[aria-disabled="true"]': { opacity: 0.5, cursor: "default" } };

/** At most as high as the buttons: a long status must not move the panes. */
const statusStyles = {
  flex: { md: "1 1 0" },
  minWidth: 0,
  typography: "body2",
  lineHeight: "20px",
  maxHeight: { md: 40 },
  overflow: "auto",
};

const barStyles = {
  display: "flex",
  flexWrap: "wrap",
  alignItems: "center",
  gap: 2,
  px: 2,
  py: 1.5,
  borderBottom: 1,
  borderColor: "divider",
};
