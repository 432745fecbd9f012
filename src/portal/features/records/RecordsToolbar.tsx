import GridView from "@mui/icons-material/GridViewOutlined";
import Search from "@mui/icons-material/Search";
import TableRows from "@mui/icons-material/TableRowsOutlined";
import InputAdornment from "@mui/material/InputAdornment";
import Stack from "@mui/material/Stack";
import TextField from "@mui/material/TextField";
import ToggleButton from "@mui/material/ToggleButton";
import ToggleButtonGroup from "@mui/material/ToggleButtonGroup";
import type { RecordsView } from "./useRecordsView.ts";

interface RecordsToolbarProps {
  term: string;
  onTerm: (term: string) => void;
  view: RecordsView;
  onView: (view: RecordsView) => void;
}

const SEARCH = "Search by name or ID";

/** The search, and the choice between cards and table. */
export function RecordsToolbar({ term, onTerm, view, onView }: RecordsToolbarProps) {
  return (
    <Stack direction="row" useFlexGap sx={{ gap: 2, mb: 3, flexWrap: "wrap" }}>
      <TextField
        type="search"
        size="small"
        value={term}
        onChange={(event) => onTerm(event.target.value)}
        placeholder={SEARCH}
        sx={{ flex: "1 1 260px", bgcolor: "background.paper" }}
        slotProps={{
          htmlInput: { "aria-label": SEARCH },
          input: {
            startAdornment: (
              <InputAdornment position="start">
                <Search fontSize="small" />
              </InputAdornment>
            ),
          },
        }}
      />
      <ToggleButtonGroup
        exclusive
        size="small"
        value={view}
        aria-label="View"
        onChange={(_, chosen: RecordsView | null) => chosen && onView(chosen)}
        sx={{ bgcolor: "background.paper" }}
      >
        <ToggleButton value="cards" sx={{ gap: 1, px: 1.75 }}>
          <GridView fontSize="small" /> Cards
        </ToggleButton>
        <ToggleButton value="table" sx={{ gap: 1, px: 1.75 }}>
          <TableRows fontSize="small" /> Table
        </ToggleButton>
      </ToggleButtonGroup>
    </Stack>
  );
}
