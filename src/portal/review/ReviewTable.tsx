import Box from "@mui/material/Box";
import Link from "@mui/material/Link";
import Paper from "@mui/material/Paper";
import Typography from "@mui/material/Typography";
import { useRef } from "react";
import { Link as RouterLink } from "react-router";
import { regions } from "../../contract/schema/regions.ts";
import type { RecordRow } from "../providers/resources/recordRow.ts";
import { countyName, entriesWith, recordName, textWith } from "../recordName.ts";
import { recordPath } from "../routes.ts";
import { FOR_KEYBOARDS } from "../theme.ts";
import { counted, fileSize } from "../ui/format.ts";
import { Moment } from "../ui/Moment.tsx";
import { NameList } from "../ui/NameList.tsx";
import { Mark, type State } from "../ui/status/StatusBadge.tsx";
import { useKeys } from "./useKeys.ts";
import { daysWaiting, waitingFor } from "./waitingFor.ts";

/** The queue, one row a record; J and K move through it, Enter opens. */
export function ReviewTable({ records }: { records: RecordRow[] }) {
  const table = useRef<HTMLTableElement>(null);
  useRowKeys(table);
  return (
    <Paper variant="outlined" sx={{ overflow: "hidden" }}>
      <Box component="table" ref={table} sx={tableLook} aria-keyshortcuts="j k">
        <Box component="caption" sx={captionLook}>
          <Typography variant="caption" color="textSecondary">
            Keys J and K move, Enter opens; in the record A accepts and R rejects.
          </Typography>
        </Box>
        <thead>
          <tr>
            <th scope="col">Model</th>
            <th scope="col" className="wide">
              Vendor
            </th>
            <th scope="col" className="wide">
              Region
            </th>
            <th scope="col">To look at</th>
            <th scope="col">Waiting since</th>
          </tr>
        </thead>
        <tbody>
          {records.map((record) => (
            <Row key={record.id} record={record} />
          ))}
        </tbody>
      </Box>
    </Paper>
  );
}

function Row({ record }: { record: RecordRow }) {
  const { id, vendor, currentMetadata: metadata, statusInfo, uploadSize } = record;
  const counties = entriesWith(metadata, "county").map(countyName);
  const region = textWith(metadata, "region");
  const identifier = textWith(metadata, "identifier");
  const since = statusInfo.timeOfLastStatusChange;
  return (
    <tr>
      <td>
        <Link
          component={RouterLink}
          to={recordPath("view", id)}
          className="opens"
          color="inherit"
          sx={{ fontWeight: 650 }}
        >
          <bdi>{recordName(metadata)}</bdi>
        </Link>
        <Typography variant="caption" component="p" color="textSecondary">
          {identifier}
          {identifier && counties.length > 0 && " · "}
          <NameList names={counties} noun="counties" most={4} />
        </Typography>
      </td>
      <td className="wide">
        <bdi>{vendor}</bdi>
      </td>
      <td className="wide">{regions.find(({ value }) => value === region)?.label ?? region}</td>
      <td>
        <Marks record={record} />
        {uploadSize !== undefined && (
          <Typography variant="caption" component="p" color="textSecondary">
            {fileSize(uploadSize)}
          </Typography>
        )}
      </td>
      <td>
        <Mark state={stateOf(daysWaiting(since))}>{waitingFor(since)}</Mark>
        <Typography className="wide" variant="caption" color="textSecondary">
          <Moment iso={since} />
        </Typography>
      </td>
    </tr>
  );
}

/** What the check of the upload advised, and where its vendor has still to choose. */
const Marks = ({ record: { openConflicts = 0, uploadWarnings = 0 } }: { record: RecordRow }) => (
  <Box sx={{ display: "flex", flexWrap: "wrap", gap: 0.5 }}>
    {openConflicts > 0 && <Mark state="bad">{counted(openConflicts, "conflict")}</Mark>}
    {uploadWarnings > 0 && <Mark state="pending">{counted(uploadWarnings, "warning")}</Mark>}
  </Box>
);

/** Days after which somebody has waited long, and too long. */
const LONG = 7;
const TOO_LONG = 14;

function stateOf(days: number): State | undefined {
  if (days >= TOO_LONG) return "bad";
  return days >= LONG ? "pending" : undefined;
}

/** J leads to the next record, K to the one before, wherever on the page the keyboard is. */
function useRowKeys(table: React.RefObject<HTMLTableElement | null>): void {
  useKeys((key) => {
    const step = { j: 1, k: -1 }[key];
    if (step === undefined) return false;
    const links = [...(table.current?.querySelectorAll<HTMLElement>("a.opens") ?? [])];
    const at = links.indexOf(document.activeElement as HTMLElement);
    const next = at < 0 ? 0 : Math.max(0, Math.min(links.length - 1, at + step));
    links[next]?.focus();
    return true;
  });
}

const captionLook = {
  captionSide: "bottom",
  textAlign: "left",
  px: 2,
  py: 1,
  ...FOR_KEYBOARDS,
};

const tableLook = {
  width: "100%",
  borderCollapse: "collapse",
  fontSize: "0.875rem",
  "& th, & td": { textAlign: "left", verticalAlign: "top", px: { xs: 1.25, sm: 2 }, py: 1.25 },
  // Only the model's name gives way to the point of breaking a word.
  "& td:not(:first-of-type)": { overflowWrap: "break-word", maxWidth: 200 },
  "& th": { fontWeight: 650, color: "text.secondary", bgcolor: "background.default" },
  "& tbody tr": { position: "relative", borderTop: 1, borderColor: "divider" },
  "& tbody tr:hover": { bgcolor: "action.hover" },
  "& .opens::after": { content: '""', position: "absolute", inset: 0 },
  "& .opens:focus-visible": { outline: "none" },
  "& tr:has(.opens:focus-visible)": {
    outline: "2px solid",
    outlineColor: "primary.main",
    outlineOffset: -2,
  },
  "& .wide": { display: { xs: "none", sm: "table-cell" } },
  "& p.wide, & span.wide": { display: { xs: "none", sm: "block" } },
};
