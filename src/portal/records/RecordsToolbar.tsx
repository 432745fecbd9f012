import Close from "@mui/icons-material/Close";
import GridView from "@mui/icons-material/GridViewOutlined";
import MapOutlined from "@mui/icons-material/MapOutlined";
import TableRows from "@mui/icons-material/TableRowsOutlined";
import Button from "@mui/material/Button";
import MenuItem from "@mui/material/MenuItem";
import Stack from "@mui/material/Stack";
import TextField from "@mui/material/TextField";
import ToggleButton from "@mui/material/ToggleButton";
import ToggleButtonGroup from "@mui/material/ToggleButtonGroup";
import { useListContext } from "react-admin";
import { fieldWithRole, schemaOf } from "../../contract/schema/fields.ts";
import type { RecordFilter } from "../providers/resources/recordFilters.ts";
import { countyName } from "../recordName.ts";
import { ListSearch } from "../ui/SearchField.tsx";
import { ColumnsChoice } from "./RecordsTable.tsx";

/** Rows of the table at first; cards come as far as one scrolls. */
export const PER_PAGE = { table: 7, cards: 100_000 };

const TITLE = fieldWithRole(schemaOf("metadata"), "title");

const sortings = [
  ["timeOfLastStatusChange", "DESC", "Latest first"],
  ["timeOfLastStatusChange", "ASC", "Oldest first"],
  [TITLE, "ASC", "Name, A to Z"],
  [TITLE, "DESC", "Name, Z to A"],
  ["status", "ASC", "Status"],
] as const;

const views = [
  ["cards", "Cards", GridView],
  ["table", "Table", TableRows],
  ["map", "Map", MapOutlined],
] as const;

/** The search, what is shown and how. All of it lives in the address. */
export function RecordsToolbar() {
  const { filterValues, setFilters, setPerPage } = useListContext();
  const filter = filterValues as RecordFilter;
  const view = filter.view ?? "cards";
  const show = (next: "cards" | "table" | "map" | null) => {
    if (!next) return;
    setFilters({ ...filter, view: next === "cards" ? undefined : next });
    setPerPage(next === "table" ? PER_PAGE.table : PER_PAGE.cards);
  };
  return (
    <Stack direction="row" sx={{ gap: 1.5, my: 3, flexWrap: "wrap", alignItems: "center" }}>
      <ListSearch />
      {filter.county && (
        <Button
          variant="outlined"
          endIcon={<Close />}
          onClick={() => setFilters({ ...filter, county: undefined })}
          aria-label={`${countyName(filter.county)}: show all counties`}
          sx={{ bgcolor: "background.paper" }}
        >
          {countyName(filter.county)}
        </Button>
      )}
      {view === "table" ? <ColumnsChoice /> : <Sorting />}
      <ToggleButtonGroup
        exclusive
        size="small"
        value={view}
        aria-label="View"
        onChange={(_, next: "cards" | "table" | "map" | null) => show(next)}
        sx={{ bgcolor: "background.paper" }}
      >
        {views.map(([value, label, Icon]) => (
          <ToggleButton key={value} value={value} aria-label={label} sx={choiceLook}>
            <Icon fontSize="small" /> <span>{label}</span>
          </ToggleButton>
        ))}
      </ToggleButtonGroup>
    </Stack>
  );
}

function Sorting() {
  const { sort, setSort } = useListContext();
  const isListed = sortings.some(([field, order]) => field === sort.field && order === sort.order);
  return (
    <TextField
      select
      size="small"
      value={`${sort.field} ${sort.order}`}
      onChange={({ target }) => {
        const [field, order] = target.value.split(" ");
        setSort({ field: field!, order: order as "ASC" | "DESC" });
      }}
      slotProps={{ htmlInput: { "aria-label": "Sort by" } }}
      sx={{ bgcolor: "background.paper", minWidth: 150 }}
    >
      {sortings.map(([field, order, label]) => (
        <MenuItem key={label} value={`${field} ${order}`}>
          {label}
        </MenuItem>
      ))}
      {!isListed && <MenuItem value={`${sort.field} ${sort.order}`}>As in the table</MenuItem>}
    </TextField>
  );
}

/** Beside the search even on a phone, where the shapes have to do. */
const choiceLook = { gap: 1, px: 1.75, "& span": { display: { xs: "none", sm: "inline" } } };
