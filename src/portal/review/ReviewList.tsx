import TaskAlt from "@mui/icons-material/TaskAlt";
import Box from "@mui/material/Box";
import Paper from "@mui/material/Paper";
import Stack from "@mui/material/Stack";
import Typography from "@mui/material/Typography";
import { useState } from "react";
import { schemaOf, textOf, type Bag } from "../../contract/fields.ts";
import type { RecordRow } from "../providers/recordsDialect.ts";
import { recordName } from "../recordName.ts";
import { useFound } from "../table/useFound.ts";
import { EmptyState } from "../ui/EmptyState.tsx";
import { GrowingList } from "../ui/GrowingList.tsx";
import { NothingFound } from "../ui/NothingFound.tsx";
import { SearchField } from "../ui/SearchField.tsx";
import { UpdatesButton } from "../ui/UpdatesButton.tsx";
import { ReviewRow } from "./ReviewRow.tsx";
import { useHeldRows } from "./useHeldRows.ts";

const schema = schemaOf("metadata");

const searchText = ({ id, currentMetadata }: RecordRow) =>
  [recordName(currentMetadata), textOf(schema, currentMetadata as Bag, "identifier"), id].join("\n");

/** The records to decide on, as rows to search and to open. They stand still while the admin is busy with them. */
export function ReviewList({ records: fresh, isOpening }: { records: RecordRow[]; isOpening: boolean }) {
  const { shown: records, updates, show, area } = useHeldRows(fresh, isOpening);
  const [term, setTerm] = useState("");
  const found = useFound(records, searchText, term);
  const showUpdates = () => {
    show();
    // The button that held the focus is gone: the page's name takes it.
    document.querySelector("h1")?.focus();
  };
  return (
    <Box {...area}>
      {records.length === 0 ? (
        <NothingWaits />
      ) : (
        <>
          <Stack direction="row" useFlexGap sx={{ gap: 2, mb: 2, flexWrap: "wrap", alignItems: "center" }}>
            <SearchField value={term} onChange={setTerm} />
            <Typography role="status" variant="body2" color="textSecondary">
              {countOf(found.length, records.length)}
            </Typography>
          </Stack>
          {found.length === 0 ? <NothingFound term={term} /> : <Rows records={found} />}
        </>
      )}
      <UpdatesButton count={updates} onShow={showUpdates} />
    </Box>
  );
}

const NothingWaits = () => (
  <EmptyState
    title="Nothing waits for review"
    icon={<TaskAlt aria-hidden sx={{ fontSize: 44, color: "success.main", mb: 1 }} />}
  >
    <Typography color="textSecondary" sx={{ mt: 1 }}>
      Models that vendors upload appear here once they have been checked.
    </Typography>
  </EmptyState>
);

const Rows = ({ records }: { records: RecordRow[] }) => (
  <Paper variant="outlined">
    <GrowingList
      rows={records}
      noun="records"
      sx={{ m: 0, p: 0, listStyle: "none" }}
      renderRow={(record) => <ReviewRow key={record.id} record={record} />}
    />
  </Paper>
);

const countOf = (found: number, all: number) =>
  found === all ? `${all} waiting, longest first` : `${found} of ${all} waiting`;
