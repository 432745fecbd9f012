import Box from "@mui/material/Box";
import { useState } from "react";
import { UpdatesButton } from "../ui/UpdatesButton.tsx";
import { ConflictBanners } from "./ConflictBanners.tsx";
import { FirstRecordHint } from "./FirstRecordHint.tsx";
import { HoldContext } from "./HoldContext.ts";
import type { HomeState } from "./homeState.ts";
import { RecordCards } from "./RecordCards.tsx";
import { RecordsTable } from "./RecordsTable.tsx";
import { RecordsToolbar } from "./RecordsToolbar.tsx";
import { useDismissals } from "./useDismissals.ts";
import { useHeld } from "./useHeld.ts";
import { useReadAhead } from "./useReadAhead.ts";
import { useRecordsView } from "./useRecordsView.ts";

/** The user's records, kept still while the user is busy with them. */
export function Records({ fresh, isOpening }: { fresh: HomeState; isOpening: boolean }) {
  const dismissals = useDismissals();
  const { shown, updates, show, area, held } = useHeld(fresh, isOpening, dismissals.hasBanner);
  const [view, setView] = useRecordsView();
  const [term, setTerm] = useState("");
  const { records } = shown;
  useReadAhead(records);
  const showUpdates = () => {
    show();
    // News stand at the top, and the button that held the focus is gone: the page's name takes it.
    window.scrollTo(0, 0);
    document.querySelector("h1")?.focus();
  };
  return (
    <HoldContext value={held}>
      <Box {...area}>
        {records.length === 0 ? (
          <FirstRecordHint />
        ) : (
          <>
            <ConflictBanners state={shown} dismissals={dismissals} />
            <RecordsToolbar term={term} onTerm={setTerm} view={view} onView={setView} />
            {view === "table" ? (
              <RecordsTable records={records} term={term} />
            ) : (
              <RecordCards records={records} term={term} />
            )}
          </>
        )}
        <UpdatesButton count={updates} onShow={showUpdates} />
      </Box>
    </HoldContext>
  );
}
