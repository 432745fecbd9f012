import Box from "@mui/material/Box";
import Button from "@mui/material/Button";
import MenuItem from "@mui/material/MenuItem";
import TextField from "@mui/material/TextField";
import Typography from "@mui/material/Typography";
import { keepPreviousData } from "@tanstack/react-query";
import { format, parseISO } from "date-fns";
import { useState } from "react";
import {
  FIGURE_GROUPS,
  FIGURE_PERIODS,
  type CommonFinding,
  type FigureGroup,
  type GroupedFigures,
  type PeriodFigures,
} from "../../contract/review/reviewStatistics.ts";
import { regions } from "../../contract/schema/regions.ts";
import { showInvisibleCharacters } from "../../contract/showInvisibleCharacters.ts";
import { useVendorQuery } from "../providers/useVendorQuery.ts";
import { getFieldTitle } from "../ui/recordName.ts";
import { downloadFile } from "../ui/downloadFile.ts";
import { formatCsv } from "../ui/formatCsv.ts";
import { SectionCard } from "../ui/SectionCard.tsx";
import { buildRetryProps, ErrorState } from "../ui/states.tsx";

/** Renders nothing if the services have no such figures. */
export function PeriodFiguresCard() {
  const [weeks, setWeeks] = useState(FIGURE_PERIODS[0]!);
  const [group, setGroup] = useState<FigureGroup>("week");
  const query = useVendorQuery(
    ["grouped-figures", weeks],
    (dataProvider) => dataProvider.getGroupedFigures(weeks),
    { placeholderData: keepPreviousData },
  );
  const { data: period, error } = query;
  if (!period && error)
    return <ErrorState title="The figures could not be loaded" {...buildRetryProps([query])} />;
  if (!period) return null;
  return (
    <SectionCard
      title="Figures"
      titleAside={
        <Button
          variant="outlined"
          onClick={() =>
            downloadFile(`figures-since-${period.since}.csv`, buildFiguresCsv(period), "text/csv")
          }
        >
          Download figures
        </Button>
      }
    >
      <Box sx={{ display: "flex", flexWrap: "wrap", gap: 1.5, mb: 2 }}>
        <FigureSelect
          label="Period"
          value={String(weeks)}
          options={FIGURE_PERIODS.map((count) => ({ value: String(count), label: `Last ${count} weeks` }))}
          onSelect={(chosen) => setWeeks(Number(chosen))}
        />
        <FigureSelect
          label="By"
          value={group}
          options={FIGURE_GROUPS.map((value) => ({ value, label: GROUP_LABELS[value] }))}
          onSelect={(chosen) => setGroup(chosen as FigureGroup)}
        />
      </Box>
      <FiguresTable period={period} group={group} />
      <Typography variant="body2" color="textSecondary" sx={{ mt: 1 }}>
        Days from the upload to the decision: the median, and the time that 90% of the decisions needed at
        most. A version that was followed by another one before a decision is not counted.
        {group === "reviewer" && " Received models count for the reviewer whom the record is assigned to."}
      </Typography>
      {period.findings.length > 0 && <CommonFindings findings={period.findings} />}
    </SectionCard>
  );
}

const GROUP_LABELS: Record<FigureGroup, string> = {
  week: "Week",
  region: "Region",
  vendor: "Vendor",
  reviewer: "Reviewer",
};

const formatName: Record<GroupedFigures["group"], (name: string) => string> = {
  week: (monday) => format(parseISO(monday), "MMM d, yyyy"),
  region: (id) => regions.find(({ value }) => value === id)?.label ?? (id || "No region"),
  vendor: (name) => name,
  reviewer: (name) => name || "No reviewer",
  all: () => "All",
};

const formatDays = (days: number | null): string =>
  days === null ? "" : (Math.round(days * 10) / 10).toLocaleString("en-US", { useGrouping: false });

const columns: { label: string; format: (figures: GroupedFigures) => string }[] = [
  { label: "Received", format: ({ received }) => String(received) },
  { label: "Decided", format: ({ decided }) => String(decided) },
  { label: "Returned", format: ({ returned }) => String(returned) },
  { label: "Days (median)", format: ({ medianDays }) => formatDays(medianDays) },
  { label: "Days (90%)", format: ({ p90Days }) => formatDays(p90Days) },
];

const listRows = ({ figures }: PeriodFigures, group: GroupedFigures["group"]): GroupedFigures[] => {
  const rows = figures.filter((row) => row.group === group);
  // The latest week first.
  return group === "week" ? rows.toReversed() : rows;
};

function FiguresTable({ period, group }: { period: PeriodFigures; group: FigureGroup }) {
  return (
    <Box sx={{ overflowX: "auto" }} tabIndex={0} role="region" aria-label="Table of figures">
      <Box component="table" sx={tableStyles}>
        <thead>
          <tr>
            {[GROUP_LABELS[group], ...columns.map(({ label }) => label)].map((label) => (
              <th key={label} scope="col">
                {label}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {[...listRows(period, group), ...listRows(period, "all")].map((row) => (
            <tr key={`${row.group} ${row.name}`}>
              <th scope="row">
                <bdi>{formatName[row.group](row.name)}</bdi>
              </th>
              {columns.map(({ label, format: formatCell }) => (
                <td key={label}>{formatCell(row)}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </Box>
    </Box>
  );
}

interface FigureSelectProps {
  label: string;
  value: string;
  options: { value: string; label: string }[];
  onSelect: (value: string) => void;
}

const FigureSelect = ({ label, value, options, onSelect }: FigureSelectProps) => (
  <TextField
    select
    size="small"
    label={label}
    value={value}
    onChange={({ target }) => onSelect(target.value)}
    sx={{ minWidth: 140 }}
  >
    {options.map((option) => (
      <MenuItem key={option.value} value={option.value}>
        {option.label}
      </MenuItem>
    ))}
  </TextField>
);

const formatFinding = ({ field, text }: CommonFinding): string =>
  field === null ? showInvisibleCharacters(text) : getFieldTitle(field);

const CommonFindings = ({ findings }: Pick<PeriodFigures, "findings">) => (
  <Box sx={{ mt: 3 }}>
    <Typography variant="h3">Commonest findings</Typography>
    <Box component="ol" aria-label="Commonest findings" sx={{ m: 0, mt: 1, pl: 3 }}>
      {findings.map((finding) => (
        <li key={`${finding.field} ${finding.text}`}>
          <bdi>{formatFinding(finding)}</bdi> ({finding.count.toLocaleString("en-US")})
        </li>
      ))}
    </Box>
  </Box>
);

export function buildFiguresCsv(period: PeriodFigures): string {
  const figureRows = [...FIGURE_GROUPS, "all" as const].flatMap((group) =>
    listRows(period, group).map((row) => [
      group,
      group === "week" ? row.name : formatName[group](row.name),
      ...columns.map((column) => column.format(row)),
    ]),
  );
  const findingRows = period.findings.map((finding) => [
    "finding",
    formatFinding(finding),
    "",
    "",
    String(finding.count),
    "",
    "",
  ]);
  return formatCsv([["By", "Name", ...columns.map(({ label }) => label)], ...figureRows, ...findingRows]);
}

const tableStyles = {
  width: "100%",
  borderCollapse: "collapse",
  fontSize: "0.875rem",
  fontVariantNumeric: "tabular-nums",
  "& th, & td": {
    textAlign: "right",
    whiteSpace: "nowrap",
    px: 1,
    py: 0.75,
    borderBottom: 1,
    borderColor: "divider",
  },
  "& th:first-of-type": { textAlign: "left", pl: 0 },
  "& thead th": { fontWeight: 650, color: "text.secondary" },
  "& tbody th": { fontWeight: 500 },
  "& tbody tr:last-of-type > *": { fontWeight: 650 },
};
