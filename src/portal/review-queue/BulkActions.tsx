import Alert from "@mui/material/Alert";
import Box from "@mui/material/Box";
import Button from "@mui/material/Button";
import Link from "@mui/material/Link";
import MenuItem from "@mui/material/MenuItem";
import Paper from "@mui/material/Paper";
import TextField from "@mui/material/TextField";
import Typography from "@mui/material/Typography";
import { useState } from "react";
import { useListContext, useUnselect } from "react-admin";
import { Link as RouterLink } from "react-router";
import { requiresChecklist } from "../../contract/review/requiresChecklist.ts";
import type { RecordRow } from "../providers/resources/recordRow.ts";
import { usePortalDataProvider, useVendorQuery } from "../providers/useVendorQuery.ts";
import { getRecordName } from "../ui/recordName.ts";
import { getRecordPath } from "../routes.ts";
import { BusyButton } from "../ui/BusyButton.tsx";
import { ClampedName } from "../ui/ClampedName.tsx";
import { ConfirmDialog } from "../ui/ConfirmDialog.tsx";
import { downloadFile } from "../ui/downloadFile.ts";
import { formatQuantity } from "../ui/format.ts";
import { useCapabilities } from "../providers/usePortalConfig.ts";
import { buildReviewCsv } from "./buildReviewCsv.ts";
import { formatOutcome, formatProgress, type BulkOutcome } from "./bulkRunState.ts";
import { useBulkRun } from "./useBulkRun.ts";

/** What can be done with the selected records of the shown page. */
export function BulkActions() {
  const { data = [], selectedIds, onUnselectItems } = useListContext<RecordRow>();
  const selected = data.filter(({ id }) => selectedIds.includes(id));
  const dataProvider = usePortalDataProvider();
  const unselect = useUnselect("reviews");
  const bulkRun = useBulkRun((records) => unselect(records.map(({ id }) => id)));
  const { run, cancel, isRunning, isCanceling, outcome, closeOutcome } = bulkRun;
  if (selected.length === 0 && !isRunning && !outcome) return null;
  const accept = () =>
    void run({
      records: selected,
      doneText: "accepted",
      work: ({ id }) => dataProvider.acceptWithoutFindings(id),
    });
  const assign = (assignee: string | null) =>
    void run({
      records: selected,
      doneText: assignee === null ? "unassigned" : `assigned to ${assignee}`,
      work: ({ id, assignedTo: previous = null }) => dataProvider.assignRecord(id, { assignee, previous }),
    });
  return (
    <Paper variant="outlined" role="region" aria-label="Selected records" sx={barStyles}>
      {outcome && !isRunning && <Outcome outcome={outcome} onClose={closeOutcome} />}
      {(selected.length > 0 || isRunning) && (
        <Box sx={{ display: "flex", flexWrap: "wrap", gap: 1, alignItems: "center" }}>
          <Typography role="status">
            {isRunning
              ? formatProgress(bulkRun)
              : `${formatQuantity(selected.length, "record")} selected on this page`}
          </Typography>
          <AcceptButton count={selected.length} isRunning={isRunning} onAccept={accept} />
          <AssignSelect isDisabled={isRunning} onAssign={assign} />
          <Button
            size="small"
            variant="outlined"
            disabled={isRunning}
            onClick={() => downloadFile("selected-records.csv", buildReviewCsv(selected), "text/csv")}
          >
            Export selected
          </Button>
          {isRunning ? (
            <Button key="cancel" size="small" variant="outlined" color="error" onClick={cancel}>
              {isCanceling ? "Canceling…" : "Cancel"}
            </Button>
          ) : (
            <Button key="clear" size="small" onClick={() => onUnselectItems()}>
              Clear selection
            </Button>
          )}
        </Box>
      )}
    </Paper>
  );
}

interface AcceptButtonProps {
  count: number;
  isRunning: boolean;
  onAccept: () => void;
}

function AcceptButton({ count, isRunning, onAccept }: AcceptButtonProps) {
  const { acceptWithoutFindings: isSupported } = useCapabilities();
  const [isConfirming, setIsConfirming] = useState(false);
  if (!isSupported || requiresChecklist()) return null;
  const handleConfirm = () => {
    setIsConfirming(false);
    onAccept();
  };
  return (
    <>
      <BusyButton size="small" variant="contained" isBusy={isRunning} onClick={() => setIsConfirming(true)}>
        Accept without findings
      </BusyButton>
      {isConfirming && (
        <ConfirmDialog
          title={`Accept ${formatQuantity(count, "record")}?`}
          confirmLabel="Accept records"
          onConfirm={handleConfirm}
          onCancel={() => setIsConfirming(false)}
        >
          <Typography>
            Records with findings or conflicts and records that are not pending are skipped. The page then
            lists them. Each vendor gets a mail about each accepted record.
          </Typography>
        </ConfirmDialog>
      )}
    </>
  );
}

/** The value of the option for no reviewer. No user name has a space. */
const UNASSIGNED = " ";

interface AssignSelectProps {
  isDisabled: boolean;
  onAssign: (assignee: string | null) => void;
}

function AssignSelect({ isDisabled, onAssign }: AssignSelectProps) {
  const { listReviewers, assignRecord } = useCapabilities();
  const { data: reviewers } = useVendorQuery(["reviewers"], (dataProvider) => dataProvider.listReviewers(), {
    enabled: listReviewers && assignRecord,
  });
  if (!reviewers) return null;
  return (
    <TextField
      select
      size="small"
      label="Assign to"
      // No option stays chosen: each choice assigns the selected records.
      value=""
      disabled={isDisabled}
      onChange={({ target }) => onAssign(target.value === UNASSIGNED ? null : target.value)}
      sx={{ minWidth: 130 }}
    >
      <MenuItem value={UNASSIGNED}>Unassigned</MenuItem>
      {reviewers.map((name) => (
        <MenuItem key={name} value={name}>
          {name}
        </MenuItem>
      ))}
    </TextField>
  );
}

const Outcome = ({ outcome, onClose }: { outcome: BulkOutcome; onClose: () => void }) => (
  <Alert
    ref={focusIfLost}
    tabIndex={-1}
    severity={outcome.skipped.length + outcome.remainingCount > 0 ? "warning" : "success"}
    onClose={onClose}
    sx={{ mb: 1.5, "&:last-child": { mb: 0 }, maxHeight: "40vh", overflowY: "auto" }}
  >
    {formatOutcome(outcome)}
    {outcome.skipped.length > 0 && (
      <Box component="ul" aria-label="Skipped records" sx={{ m: 0, pl: 2.5 }}>
        {outcome.skipped.map(({ record, reason }) => (
          <li key={record.id}>
            <Link
              component={RouterLink}
              to={getRecordPath("view", record.id)}
              color="inherit"
              underline="always"
            >
              <ClampedName name={getRecordName(record.currentMetadata)} />
            </Link>
            {`: ${reason}`}
          </li>
        ))}
      </Box>
    )}
  </Alert>
);

/** The button that had the focus disappears with the selection. */
function focusIfLost(element: HTMLElement | null): void {
  if (document.activeElement === document.body) element?.focus({ preventScroll: true });
}

/** At the bottom of the window, so that the rows do not move when the first one is selected. */
const barStyles = {
  position: "sticky",
  bottom: 8,
  zIndex: 2,
  mt: 2,
  p: 1.5,
  boxShadow: 3,
  "@media print": { display: "none" },
};
