import Checkbox from "@mui/material/Checkbox";
import MenuItem from "@mui/material/MenuItem";
import TextField from "@mui/material/TextField";
import { useStore } from "react-admin";

interface ColumnPickerProps {
  resource: string;
  columns: { source: string; label: string }[];
}

/** Replaces react-admin's column selector, which moves the focus and uses a deprecated text field API. */
export function ColumnPicker({ resource, columns }: ColumnPickerProps) {
  // react-admin's DataTable reads hidden columns from this key.
  const [hiddenColumns, setHiddenColumns] = useStore<string[]>(`${resource}.datatable`, []);
  const all = columns.map(({ source }) => source);
  return (
    <TextField
      select
      size="small"
      value={all.filter((source) => !hiddenColumns.includes(source))}
      onChange={({ target }) => setHiddenColumns(all.filter((source) => !target.value.includes(source)))}
      slotProps={{
        select: { multiple: true, displayEmpty: true, renderValue: () => "Columns" },
        htmlInput: { "aria-label": "Columns" },
      }}
      sx={{ bgcolor: "background.paper" }}
    >
      {columns.map(({ source, label }) => (
        <MenuItem key={source} value={source} dense>
          <Checkbox
            size="small"
            tabIndex={-1}
            aria-hidden
            checked={!hiddenColumns.includes(source)}
            sx={{ p: 0.5 }}
          />
          {label}
        </MenuItem>
      ))}
    </TextField>
  );
}
