import GridView from "@mui/icons-material/GridViewOutlined";
import TableRows from "@mui/icons-material/TableRowsOutlined";
import Stack from "@mui/material/Stack";
import ToggleButton from "@mui/material/ToggleButton";
import ToggleButtonGroup from "@mui/material/ToggleButtonGroup";
import { SearchField } from "../ui/SearchField.tsx";
import type { RecordsView } from "./useRecordsView.ts";

interface RecordsToolbarProps {
  term: string;
  onTerm: (term: string) => void;
  view: RecordsView;
  onView: (view: RecordsView) => void;
}

/** The search, and the choice between cards and table. */
export function RecordsToolbar({ term, onTerm, view, onView }: RecordsToolbarProps) {
  return (
    <Stack direction="row" useFlexGap sx={{ gap: 2, mb: 3, flexWrap: "wrap" }}>
      <SearchField value={term} onChange={onTerm} />
      <ToggleButtonGroup
        exclusive
        size="small"
        value={view}
        aria-label="View"
        onChange={(_, chosen: RecordsView | null) => chosen && onView(chosen)}
        sx={{ bgcolor: "background.paper" }}
      >
        <ToggleButton value="cards" aria-label="Cards" sx={choiceLook}>
          <GridView fontSize="small" /> <span>Cards</span>
        </ToggleButton>
        <ToggleButton value="table" aria-label="Table" sx={choiceLook}>
          <TableRows fontSize="small" /> <span>Table</span>
        </ToggleButton>
      </ToggleButtonGroup>
    </Stack>
  );
}

/** Beside the search even on a phone, where the shapes have to do. */
const choiceLook = { gap: 1, px: 1.75, "& span": { display: { xs: "none", sm: "inline" } } };
