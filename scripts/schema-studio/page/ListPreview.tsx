import Alert from "@mui/material/Alert";
import Box from "@mui/material/Box";
import Table from "@mui/material/Table";
import TableBody from "@mui/material/TableBody";
import TableCell from "@mui/material/TableCell";
import TableHead from "@mui/material/TableHead";
import TableRow from "@mui/material/TableRow";
import Typography from "@mui/material/Typography";
import { useMemo } from "react";
import { tryOrUndefined } from "../../../src/contract/tryOrUndefined.ts";
import type { StudioFile } from "../protocol.ts";
import { ChangesView } from "./ChangesView.tsx";
import { getSourceName, readList } from "./readList.ts";
import type { ViewProps } from "./viewProps.ts";

const MAX_ROWS = 100;

type ListPreviewProps = StudioFile & Pick<ViewProps, "comparison" | "onEdit">;

/** The entries of a reference list, how a field uses them, and what differs from the last release. */
export function ListPreview({ name, text, ...changes }: ListPreviewProps) {
  const list = useMemo(() => tryOrUndefined(() => readList(name, text)), [name, text]);
  return (
    <Box sx={{ flex: 1, minHeight: 0, overflow: "auto", p: 2 }}>
      <Typography variant="h2">Entries</Typography>
      <p>
        A field offers them with <code>{`"x-options": { "source": "${getSourceName(name)}" }`}</code>.
      </p>
      {list ? (
        <EntryTable entries={list.entries} />
      ) : (
        <Alert severity="info">The entries appear once the list has no errors.</Alert>
      )}
      <Box sx={{ mt: 4 }}>
        <ChangesView {...changes} />
      </Box>
    </Box>
  );
}

function EntryTable({ entries }: { entries: Record<string, unknown>[] }) {
  const keys = [...new Set(entries.flatMap((entry) => Object.keys(entry)))];
  const unshown = entries.length - MAX_ROWS;
  return (
    <>
      <Table size="small" aria-label="Entries">
        <TableHead>
          <TableRow>
            {keys.map((key) => (
              <TableCell key={key}>{key}</TableCell>
            ))}
          </TableRow>
        </TableHead>
        <TableBody>
          {entries.slice(0, MAX_ROWS).map((entry, index) => (
            <TableRow key={index}>
              {keys.map((key) => (
                <TableCell key={key}>{[entry[key] ?? ""].flat().map(String).join(", ")}</TableCell>
              ))}
            </TableRow>
          ))}
        </TableBody>
      </Table>
      {unshown > 0 && <p>and {unshown.toLocaleString("en-US")} more</p>}
    </>
  );
}
