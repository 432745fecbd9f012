import Alert from "@mui/material/Alert";
import Button from "@mui/material/Button";
import Link from "@mui/material/Link";
import TextField from "@mui/material/TextField";
import Typography from "@mui/material/Typography";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useId, useState, type SubmitEvent } from "react";
import { useNotify } from "react-admin";
import { Link as RouterLink } from "react-router";
import { messages } from "../../contract/messages.ts";
import { MAX_REOPENING_REASON_LENGTH } from "../../contract/review/reviewLimits.ts";
import { statusLabel, type Status } from "../../contract/status.ts";
import { UnsentTextStatus } from "../drafts/UnsentTextStatus.tsx";
import { useUnsentText, type UnsentTextDraft } from "../drafts/useUnsentText.ts";
import { useRecordNotifications } from "../providers/recordQueries.ts";
import type { RecordRow } from "../providers/resources/recordRow.ts";
import { useIdentifierUse } from "../providers/useIdentifierUse.ts";
import { usePortalDataProvider } from "../providers/useVendorQuery.ts";
import { getRecordText } from "../ui/recordName.ts";
import { getRecordPath } from "../routes.ts";
import { ConfirmDialog } from "../ui/ConfirmDialog.tsx";
import { SectionCard } from "../ui/SectionCard.tsx";
import { ErrorAlert } from "../ui/states.tsx";
import { useCapabilities } from "../providers/usePortalConfig.ts";
import { UnsentText } from "./UnsentReview.tsx";

/** For agency admins. For a record that is no longer accepted, shows only a reason that was not sent. */
export function ReopenAcceptedCard({ record }: { record: RecordRow }) {
  const [reason, setReason, draft] = useUnsentText("reopening");
  const [isOpen, setIsOpen] = useState<boolean>();
  if (isOpen === undefined && reason !== "") setIsOpen(true);
  const { reopenAccepted: isSupported } = useCapabilities();
  const close = () => setIsOpen(false);
  const discard = () => {
    setReason("");
    close();
  };
  if (record.statusInfo.status !== "accepted")
    return reason.trim() !== "" && <UnsentReason record={record} reason={reason.trim()} onClose={discard} />;
  if (!isSupported) return null;
  return (
    <SectionCard title="Accepted model">
      <Typography color="textSecondary" sx={{ mb: 2 }}>
        Reopen this model if its vendor must correct it.
      </Typography>
      <Button variant="outlined" onClick={() => setIsOpen(true)}>
        Reopen accepted model
      </Button>
      {isOpen && (
        <ReopenDialog
          {...{ record, reason, draft }}
          onReason={setReason}
          onDiscard={discard}
          onClose={close}
        />
      )}
    </SectionCard>
  );
}

interface UnsentReasonProps {
  record: RecordRow;
  reason: string;
  onClose: () => void;
}

function UnsentReason({ record, reason, onClose }: UnsentReasonProps) {
  const { data: notifications = [] } = useRecordNotifications(record.id);
  // It was sent; only the response was lost.
  if (notifications.some(({ content }) => content === reason)) return null;
  const title = "Your reason for reopening was not sent:";
  return <UnsentText record={record} title={title} text={reason} onClose={onClose} />;
}

interface ReopenDialogProps {
  record: RecordRow;
  reason: string;
  draft: UnsentTextDraft;
  onReason: (reason: string) => void;
  onDiscard: () => void;
  /** Keeps the reason. */
  onClose: () => void;
}

function ReopenDialog(props: ReopenDialogProps) {
  const { record, reason, draft, onReason, onDiscard, onClose } = props;
  const formId = useId();
  const dataProvider = usePortalDataProvider();
  const queryClient = useQueryClient();
  const notify = useNotify();
  const { mutate, isPending, error } = useMutation({
    mutationFn: () => dataProvider.reopenAccepted(record.id, reason.trim()),
    onSuccess: () => {
      notify(messages.reopenedRecord, { type: "success" });
      onDiscard();
      return queryClient.invalidateQueries();
    },
  });
  const isComplete = reason.trim() !== "";
  const handleSubmit = (event: SubmitEvent) => {
    event.preventDefault();
    if (isComplete && !isPending) mutate();
  };
  return (
    <ConfirmDialog
      title="Reopen this accepted model?"
      confirmLabel="Reopen"
      formId={formId}
      isDisabled={!isComplete}
      isPending={isPending}
      onCancel={onDiscard}
      onClose={onClose}
    >
      <form id={formId} onSubmit={handleSubmit}>
        <Typography>
          The record will be in progress again, and its data will no longer be available. The vendor gets your
          reason as a message and a mail.
        </Typography>
        <NewVersionWarning record={record} />
        <TextField
          label="Reason"
          required
          fullWidth
          multiline
          minRows={3}
          maxRows={10}
          autoFocus
          value={reason}
          onChange={({ target }) => onReason(target.value)}
          slotProps={{ htmlInput: { maxLength: MAX_REOPENING_REASON_LENGTH } }}
          sx={{ mt: 2 }}
        />
        <UnsentTextStatus {...draft} />
        {error && <ErrorAlert title={messages.reopenFailed} error={error} />}
      </form>
    </ConfirmDialog>
  );
}

/** The correction may belong in a new version of the model that its vendor has begun. */
function NewVersionWarning({ record: { id, currentMetadata } }: { record: RecordRow }) {
  const identifier = getRecordText(currentMetadata, "identifier").trim();
  const { records = [] } = useIdentifierUse(identifier, id).data ?? {};
  return records
    .filter(({ previous }) => previous === id)
    .map((version) => (
      <Alert key={version.id} severity="warning" sx={{ mt: 2 }}>
        <Link
          component={RouterLink}
          to={getRecordPath("view", version.id)}
          color="inherit"
          underline="always"
        >
          {`Record ${version.id}`}
        </Link>
        {` is a new version of this model (${statusLabel(version.status as Status)}). Ask its vendor to make the correction there, if possible.`}
      </Alert>
    ));
}
