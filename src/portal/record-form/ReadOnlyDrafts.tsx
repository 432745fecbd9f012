import Alert from "@mui/material/Alert";
import Box from "@mui/material/Box";
import Button from "@mui/material/Button";
import { useState } from "react";
import { isEditableStatus } from "../../contract/status.ts";
import { useDisplayLists } from "../record-parts/formatFieldValue.ts";
import type { Draft } from "../providers/draft.ts";
import { deviceDrafts } from "../providers/deviceDrafts.ts";
import { DraftSync } from "../drafts/draftSync.ts";
import type { RecordRow } from "../providers/resources/recordRow.ts";
import { session } from "../providers/session.ts";
import { usePortalDataProvider, useVendorQuery } from "../providers/useVendorQuery.ts";
import { CopyBox } from "../ui/CopyBox.tsx";
import { Timestamp } from "../ui/Timestamp.tsx";
import { useCapabilities } from "../providers/usePortalConfig.ts";
import { DraftNoticeAlert } from "./DraftAlert.tsx";
import { formatDraft } from "./formatDraft.ts";
import { hasUnsavedChanges } from "./recordFormState.ts";

interface ReadOnlyDraftsProps {
  record: RecordRow;
}

/** The draft of a record that can no longer be edited: to read, copy or discard. */
export const ReadOnlyDrafts = ({ record }: ReadOnlyDraftsProps) =>
  isEditableStatus(record.statusInfo.status) ? null : <UnsavableDraft record={record} />;

function UnsavableDraft({ record }: ReadOnlyDraftsProps) {
  const { data } = useVendorQuery(["draft", record.id], (dataProvider) => dataProvider.openDraft(record.id), {
    staleTime: Infinity,
    gcTime: 0,
  });
  const draft = data && (data.copies[0] ?? data.stored);
  if (!draft || !hasUnsavedChanges(draft.content, record.currentMetadata)) return null;
  return <DraftToCopy record={record} draft={draft} />;
}

function DraftToCopy({ record, draft }: ReadOnlyDraftsProps & { draft: Draft }) {
  const { isDiscarded, discard, undo } = useDraftDiscard(draft);
  const text = formatDraft(draft, record.currentMetadata, useDisplayLists());
  if (isDiscarded) return <DraftNoticeAlert id={draft.key} message="Your draft was discarded." undo={undo} />;
  return (
    <Alert severity="info" action={<Button onClick={discard}>Discard</Button>}>
      You have a draft from <Timestamp iso={draft.savedAt} />. The record is no longer in progress, so you
      cannot save it.
      <Box sx={{ mt: 1.5, color: "text.primary" }}>
        <CopyBox label="Unsaved changes" text={text} />
      </Box>
    </Alert>
  );
}

function useDraftDiscard({ key, recordId, revision, summary, content }: Draft) {
  const calls = usePortalDataProvider();
  const { saveDraft: canSend } = useCapabilities();
  const [isDiscarded, setDiscarded] = useState(false);
  const ignore = () => undefined;
  const [sync] = useState(
    () => new DraftSync({ calls, canSend, key, recordId, revision, onStatus: ignore, onOtherWindow: ignore }),
  );
  return {
    isDiscarded,
    discard() {
      sync.start();
      deviceDrafts.removeAll(session.getAccount()?.username ?? "", key);
      sync.delete();
      setDiscarded(true);
    },
    undo() {
      sync.save({ summary, content });
      setDiscarded(false);
    },
  };
}
