import Button from "@mui/material/Button";
import { useState } from "react";
import { Link } from "react-router";
import type { RecordRow } from "../../providers/recordsDialect.ts";
import { routes } from "../../routes.ts";
import { ErrorState } from "../../ui/ErrorState.tsx";
import { Loading } from "../../ui/Loading.tsx";
import { PageFrame } from "../../ui/PageFrame.tsx";
import { StaleNote } from "../../ui/StaleNote.tsx";
import { ConflictBanners } from "./ConflictBanners.tsx";
import { FirstRecordHint } from "./FirstRecordHint.tsx";
import { HoldContext, useHeld } from "./holdRecords.ts";
import { RecordCards } from "./RecordCards.tsx";
import { RecordsTable } from "./RecordsTable.tsx";
import { RecordsToolbar } from "./RecordsToolbar.tsx";
import { useRecords } from "./useRecords.ts";
import { useRecordsView } from "./useRecordsView.ts";

/** Home: the user's records as cards or as a table, and what needs their attention. */
export function RecordsPage() {
  const { records, error, isFetching, refetch } = useRecords();
  const retry = () => void refetch();
  return (
    <PageFrame
      title="Metadata Records"
      actions={
        <Button component={Link} to={routes.newRecord} variant="contained">
          Create +
        </Button>
      }
    >
      {records ? (
        <>
          <Records records={records} />
          {error && <StaleNote what="Your records" isTrying={isFetching} onRetry={retry} />}
        </>
      ) : error ? (
        <ErrorState title="Your records could not be loaded" error={error} onRetry={retry} />
      ) : (
        <Loading label="Loading your records" />
      )}
    </PageFrame>
  );
}

function Records({ records: fresh }: { records: RecordRow[] }) {
  const { shown: records, hold } = useHeld(fresh);
  const [view, setView] = useRecordsView();
  const [term, setTerm] = useState("");
  if (records.length === 0) return <FirstRecordHint />;
  return (
    <HoldContext value={hold}>
      <ConflictBanners records={records} />
      <RecordsToolbar term={term} onTerm={setTerm} view={view} onView={setView} />
      {view === "table" ? (
        <RecordsTable records={records} term={term} />
      ) : (
        <RecordCards records={records} term={term} />
      )}
    </HoldContext>
  );
}
