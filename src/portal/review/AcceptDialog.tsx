import Box from "@mui/material/Box";
import TextField from "@mui/material/TextField";
import Typography from "@mui/material/Typography";
import { useId, type SubmitEvent } from "react";
import { formatReason } from "../../contract/review/formatReason.ts";
import { MAX_ACCEPTANCE_NOTE_LENGTH } from "../../contract/review/reviewLimits.ts";
import { isOpenFinding, type ReviewFinding } from "../../contract/review/reviewFindings.ts";
import { UnsentTextStatus } from "../drafts/UnsentTextStatus.tsx";
import type { UnsentTextDraft } from "../drafts/useUnsentText.ts";
import type { RecordRow } from "../providers/resources/recordRow.ts";
import { getRecordName } from "../ui/recordName.ts";
import { ConfirmDialog } from "../ui/ConfirmDialog.tsx";
import { formatQuantity } from "../ui/format.ts";
import { CollapsibleItems } from "../ui/NameList.tsx";
import { useCapabilities } from "../providers/usePortalConfig.ts";

interface AcceptDialogProps {
  record: RecordRow;
  /** Without those that the vendor corrected. If any is open, the reviewer writes why the model is accepted. */
  findings: ReviewFinding[];
  note: string;
  noteDraft: UnsentTextDraft;
  onNote: (note: string) => void;
  isPending: boolean;
  onAccept: () => void;
  onBack: () => void;
}

const MAX_SHOWN_FINDINGS = 5;

export function AcceptDialog(props: AcceptDialogProps) {
  const { record, findings, note, noteDraft, onNote, isPending, onAccept, onBack } = props;
  const formId = useId();
  const { reopenAccepted: canReopen } = useCapabilities();
  const openFindings = findings.filter(isOpenFinding);
  const isNoteRequired = openFindings.length > 0;
  const otherCount = findings.length - openFindings.length;
  const handleSubmit = (event: SubmitEvent) => {
    event.preventDefault();
    if (!isPending) onAccept();
  };
  return (
    <ConfirmDialog
      title="Accept this model?"
      confirmLabel="Accept model"
      formId={formId}
      isDisabled={isNoteRequired && note.trim() === ""}
      isConfirmFocused={findings.length === 0}
      isPending={isPending}
      onCancel={onBack}
    >
      <form id={formId} onSubmit={handleSubmit}>
        <Typography>
          <strong dir="auto">{getRecordName(record.currentMetadata)}</strong> will be accepted, and its data
          will become available.{" "}
          {canReopen ? "You can reopen it later if it must be corrected." : "You cannot undo this."}
        </Typography>
        {otherCount > 0 && (
          <Typography sx={{ mt: 2 }}>
            {`${formatQuantity(otherCount, "finding")} ${otherCount === 1 ? "does" : "do"} not block acceptance.`}
          </Typography>
        )}
        {isNoteRequired && (
          <>
            <Typography sx={{ mt: 2 }}>
              {formatQuantity(openFindings.length, "finding")} must be corrected:
            </Typography>
            <Box component="ul" sx={{ pl: 2.5, mt: 0.5, overflowWrap: "anywhere" }}>
              <CollapsibleItems
                items={openFindings}
                pluralNoun="findings"
                maxShown={MAX_SHOWN_FINDINGS}
                renderItem={({ reason }) => <li key={formatReason(reason)}>{formatReason(reason)}</li>}
              />
            </Box>
            <TextField
              label="Why do you accept it all the same?"
              helperText="Only agency admins see this note. It is stored with the decision."
              multiline
              minRows={2}
              fullWidth
              required
              autoFocus
              value={note}
              onChange={({ target }) => onNote(target.value)}
              slotProps={{ htmlInput: { maxLength: MAX_ACCEPTANCE_NOTE_LENGTH } }}
            />
            <UnsentTextStatus {...noteDraft} />
          </>
        )}
      </form>
    </ConfirmDialog>
  );
}
