import Close from "@mui/icons-material/Close";
import Box from "@mui/material/Box";
import Button from "@mui/material/Button";
import Chip from "@mui/material/Chip";
import MenuItem from "@mui/material/MenuItem";
import TextField from "@mui/material/TextField";
import Typography from "@mui/material/Typography";
import { useListContext } from "react-admin";
import { MAX_FILTER_LENGTH } from "../../contract/review/recordSearch.ts";
import { regions } from "../../contract/schema/regions.ts";
import { STATUSES, statusLabel } from "../../contract/status.ts";
import type { ReviewFilter } from "../providers/resources/reviewsResource.ts";
import { useVendorQuery } from "../providers/useVendorQuery.ts";
import { formatCountyName } from "../ui/recordName.ts";
import { ListSearchField } from "../ui/SearchField.tsx";
import { ColumnPicker } from "../ui/table/ColumnPicker.tsx";
import { formatTotal } from "../ui/table/formatTotal.ts";
import { columnOptions } from "./ReviewTable.tsx";

/** What a chip sets. Those about more than pending records also remove the status. */
const quickFilters: { label: string; filter: ReviewFilter; isAnyStatus?: true }[] = [
  { label: "Mine", filter: { assigned: "me" } },
  { label: "Unassigned", filter: { assigned: "none" } },
  { label: "Overdue", filter: { overdue: true } },
  { label: "Waiting for the vendor", filter: { waiting_for_vendor: true }, isAnyStatus: true },
  { label: "Unread", filter: { unread: true }, isAnyStatus: true },
  { label: "With conflicts", filter: { conflicts: true } },
  { label: "With findings", filter: { findings: true } },
  { label: "Delivered again", filter: { delivered_again: true } },
];

const statusOptions = STATUSES.map((status) => ({ value: status, label: statusLabel(status) }));

export function ReviewFilters() {
  const { data, filterValues, setFilters, total } = useListContext();
  const filter = filterValues as ReviewFilter;
  const { data: vendors, error: vendorsError } = useVendorQuery(["vendors"], (dataProvider) =>
    dataProvider.listVendors(),
  );
  // Also until the vendors are loaded.
  const vendorNames = [...new Set([...(vendors ?? []), ...(filter.vendor ? [filter.vendor] : [])])];
  const update = (change: ReviewFilter) => setFilters({ ...filter, ...change });
  return (
    <Box role="search" sx={{ display: "grid", gap: 1.5, mb: 1.5 }}>
      <Box sx={rowStyles}>
        <ListSearchField label="Search by name, ID, vendor or file" maxLength={MAX_FILTER_LENGTH} />
        <Box sx={{ ...rowStyles, flex: "1 1 440px" }}>
          <FilterSelect name="status" label="Status" options={statusOptions} width={255} />
          <FilterSelect
            name="vendor"
            label="Vendor"
            options={vendorNames.map((vendor) => ({ value: vendor, label: vendor }))}
            errorText={!vendors && vendorsError ? "The vendors could not be loaded." : undefined}
            width={115}
          />
          <FilterSelect name="region" label="Region" options={regions} width={115} />
        </Box>
      </Box>
      <Box role="group" aria-label="Filters" sx={{ display: "flex", flexWrap: "wrap", gap: 1 }}>
        {quickFilters.map(({ label, filter: chosen, isAnyStatus }) => {
          const entries = Object.entries(chosen) as [keyof ReviewFilter, unknown][];
          const isSelected = entries.every(([name, value]) => filter[name] === value);
          const removed = Object.fromEntries(entries.map(([name]) => [name, undefined]));
          return (
            <Chip
              key={label}
              label={label}
              aria-pressed={isSelected}
              color={isSelected ? "primary" : "default"}
              variant={isSelected ? "filled" : "outlined"}
              onClick={() =>
                update(isSelected ? removed : { ...chosen, ...(isAnyStatus && { status: undefined }) })
              }
            />
          );
        })}
        {filter.county && (
          <Button
            size="small"
            endIcon={<Close />}
            onClick={() => update({ county: undefined })}
            aria-label={`${formatCountyName(filter.county)}: show all counties`}
          >
            {formatCountyName(filter.county)}
          </Button>
        )}
      </Box>
      <Box sx={{ ...rowStyles, justifyContent: "space-between", alignItems: "center" }}>
        <Typography role="status" variant="body2" color="textSecondary">
          {data && formatTotal(total)}
        </Typography>
        <ColumnPicker resource="reviews" columns={columnOptions} />
      </Box>
    </Box>
  );
}

/** The search field and the selects share a row if there is room. */
const rowStyles = { display: "flex", flexWrap: "wrap", gap: 1.5 };

interface FilterSelectProps {
  name: "status" | "vendor" | "region";
  label: string;
  options: { value: string; label: string }[];
  /** Shown below the options. */
  errorText?: string | undefined;
  /** In pixels. The selects also share the rest of the row. */
  width: number;
}

function FilterSelect({ name, label, options, errorText, width }: FilterSelectProps) {
  const { filterValues, setFilters } = useListContext();
  return (
    <TextField
      select
      size="small"
      label={label}
      value={(filterValues as ReviewFilter)[name] ?? ""}
      onChange={({ target }) => setFilters({ ...filterValues, [name]: target.value || undefined })}
      sx={{ flex: `1 1 ${width}px`, minWidth: 0, bgcolor: "background.paper" }}
      slotProps={{ select: { displayEmpty: true }, inputLabel: { shrink: true } }}
    >
      {[{ value: "", label: "All" }, ...options].map((option) => (
        <MenuItem key={option.value} value={option.value}>
          {option.label}
        </MenuItem>
      ))}
      {errorText && <MenuItem disabled>{errorText}</MenuItem>}
    </TextField>
  );
}
