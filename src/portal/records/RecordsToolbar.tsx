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
import { getFieldNameByRole, getSchema } from "../../contract/schema/fields.ts";
import type { RecordFilter } from "../providers/resources/recordFilters.ts";
import { formatCountyName } from "../ui/recordName.ts";
import { ListSearchField } from "../ui/SearchField.tsx";
import { ColumnPicker } from "../ui/table/ColumnPicker.tsx";
import { columnOptions } from "./RecordsTable.tsx";

/** Cards are not paginated. */
export const ROWS_PER_PAGE = { table: 7, cards: 100_000 };

const TITLE_FIELD = getFieldNameByRole(getSchema("metadata"), "title");

const sortOptions = [
  ["timeOfLastStatusChange", "DESC", "Latest first"],
  ["timeOfLastStatusChange", "ASC", "Oldest first"],
  [TITLE_FIELD, "ASC", "Name, A to Z"],
  [TITLE_FIELD, "DESC", "Name, Z to A"],
  ["status", "ASC", "Status"],
] as const;

const viewOptions = [
  ["cards", "Cards", GridView],
  ["table", "Table", TableRows],
  ["map", "Map", MapOutlined],
] as const;

export function RecordsToolbar() {
  const { filterValues, setFilters, setPerPage } = useListContext();
  const filter = filterValues as RecordFilter;
  const view = filter.view ?? "cards";
  const changeView = (next: "cards" | "table" | "map" | null) => {
    if (!next) return;
    setFilters({ ...filter, view: next === "cards" ? undefined : next });
    setPerPage(next === "table" ? ROWS_PER_PAGE.table : ROWS_PER_PAGE.cards);
  };
  return (
    <Stack direction="row" sx={{ gap: 1.5, my: { xs: 2, md: 3 }, flexWrap: "wrap", alignItems: "center" }}>
      {view === "table" ? <ListSearchField label="Search all columns" /> : <ListSearchField />}
      {filter.county && (
        <Button
          variant="outlined"
          endIcon={<Close />}
          onClick={() => setFilters({ ...filter, county: undefined })}
          aria-label={`${formatCountyName(filter.county)}: show all counties`}
          sx={{ bgcolor: "background.paper" }}
        >
          {formatCountyName(filter.county)}
        </Button>
      )}
      {view === "table" ? <ColumnPicker resource="records" columns={columnOptions} /> : <SortSelect />}
      <ToggleButtonGroup
        exclusive
        size="small"
        value={view}
        aria-label="View"
        onChange={(_, next: "cards" | "table" | "map" | null) => changeView(next)}
        sx={{ bgcolor: "background.paper" }}
      >
        {viewOptions.map(([value, label, Icon]) => (
          <ToggleButton key={value} value={value} sx={viewButtonStyles}>
            <Icon fontSize="small" /> {label}
          </ToggleButton>
        ))}
      </ToggleButtonGroup>
    </Stack>
  );
}

function SortSelect() {
  const { sort, setSort } = useListContext();
  const isListed = sortOptions.some(([field, order]) => field === sort.field && order === sort.order);
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
      {sortOptions.map(([field, order, label]) => (
        <MenuItem key={label} value={`${field} ${order}`}>
          {label}
        </MenuItem>
      ))}
      {!isListed && <MenuItem value={`${sort.field} ${sort.order}`}>As in the table</MenuItem>}
    </TextField>
  );
}

/** On phones only the text fits beside the sort order. */
const viewButtonStyles = {
  gap: 1,
  px: { xs: 1.25, sm: 1.75 },
  "& svg": { display: { xs: "none", sm: "block" } },
};
