import Box from "@mui/material/Box";
import { useState } from "react";
import { isEditableStatus } from "../../contract/status.ts";
import { useDisplayLists } from "../formatFieldValue.ts";
import type { Draft } from "../providers/drafts.ts";
import type { RecordRow } from "../providers/resources/recordRow.ts";
import { CopyBox } from "../ui/CopyBox.tsx";
import { DraftList, DraftNoticeAlert } from "./RestorableDrafts.tsx";
import { formatDraft } from "./formatDraft.ts";
import type { DraftNotice } from "./recordFormStore.ts";
import { useDrafts } from "./useDrafts.ts";

interface ReadOnlyDraftsProps {
  record: RecordRow;
}

/** Drafts of a record that can no longer be edited: to read, copy or discard. */
export const ReadOnlyDrafts = ({ record }: ReadOnlyDraftsProps) =>
  isEditableStatus(record.statusInfo.status) ? null : <UnsavableDrafts record={record} />;

function UnsavableDrafts({ record }: ReadOnlyDraftsProps) {
  const [notice, setNotice] = useState<DraftNotice>();
  const { drafts, discardDraft } = useDrafts(record.id, record.currentMetadata, setNotice);
  return (
    <>
      {notice && <DraftNoticeAlert key={notice.id} {...notice} />}
      <DraftList drafts={drafts} onDiscard={discardDraft}>
        {(draft) => (
          <>
            {" "}
            The record is no longer in progress, so you cannot save these changes.
            <DraftText draft={draft} record={record} />
          </>
        )}
      </DraftList>
    </>
  );
}

function DraftText({ draft, record }: ReadOnlyDraftsProps & { draft: Draft }) {
  const text = formatDraft(draft, record.currentMetadata, useDisplayLists());
  return (
    <Box sx={{ mt: 1.5, color: "text.primary" }}>
      <CopyBox label="Unsaved changes" text={text} />
    </Box>
  );
}
