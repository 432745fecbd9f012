import Box from "@mui/material/Box";
import Button from "@mui/material/Button";
import MenuItem from "@mui/material/MenuItem";
import TextField from "@mui/material/TextField";
import Typography from "@mui/material/Typography";
import type { RefObject } from "react";
import type { SchemaFile } from "../protocol.ts";
import type { EditorHandle } from "./SchemaEditor.tsx";

interface StudioBarProps {
  files: SchemaFile[];
  /** The open schema. */
  name: string;
  edited: SchemaFile[];
  isSaving: boolean;
  status: string;
  editor: RefObject<EditorHandle | null>;
  onOpen(name: string): void;
  onSave(): void;
}

/** The choice of the schema, and the buttons for the whole page. */
export const StudioBar = ({
  files,
  name,
  edited,
  isSaving,
  status,
  editor,
  onOpen,
  onSave,
}: StudioBarProps) => (
  <Box sx={barStyles}>
    <Typography variant="h1" sx={{ fontSize: "1.25rem" }}>
      Schema studio
    </Typography>
    <TextField
      select
      size="small"
      label="Schema"
      value={name}
      onChange={({ target }) => onOpen(target.value)}
      sx={{ minWidth: 220 }}
    >
      {files.map((file) => (
        <MenuItem key={file.name} value={file.name}>
          {file.name}
          {edited.some((one) => one.name === file.name) && " (edited)"}
        </MenuItem>
      ))}
    </TextField>
    <Button onClick={() => editor.current?.undo()}>Undo</Button>
    <Button onClick={() => editor.current?.redo()}>Redo</Button>
    <Button variant="contained" disabled={edited.length === 0} loading={isSaving} onClick={onSave}>
      Save
    </Button>
    <span role="status">{status}</span>
  </Box>
);

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
