import Box from "@mui/material/Box";
import { useState } from "react";
import { isEditable } from "../../contract/status.ts";
import { useDisplayLists } from "../displayValue.ts";
import type { Draft } from "../providers/drafts.ts";
import type { RecordRow } from "../providers/resources/recordRow.ts";
import { CopyBox } from "../ui/CopyBox.tsx";
import { DraftNotes, DraftOutcome } from "./DraftOffer.tsx";
import { draftText } from "./draftText.ts";
import type { Outcome } from "./recordWork.ts";
import { useKeptDrafts } from "./useKeptDrafts.ts";

interface OfRecord {
  record: RecordRow;
}

/**
 * What was typed into a record's form and never saved, on the page of a record whose form does not open any more: to
 * be read, taken along or discarded.
 */
export const KeptDrafts = ({ record }: OfRecord) =>
  isEditable(record.statusInfo.status) ? null : <LateDrafts record={record} />;

function LateDrafts({ record }: OfRecord) {
  const [outcome, tell] = useState<Outcome>();
  const { drafts, discard } = useKeptDrafts(record.id, record.currentMetadata, tell);
  return (
    <>
      {outcome && <DraftOutcome key={outcome.of} {...outcome} />}
      <DraftNotes drafts={drafts} onDiscard={discard}>
        {(draft) => (
          <>
            {" "}
            The record is no longer in progress, so they cannot be saved to it.
            <Changes draft={draft} record={record} />
          </>
        )}
      </DraftNotes>
    </>
  );
}

function Changes({ draft, record }: OfRecord & { draft: Draft }) {
  const text = draftText(draft, record.currentMetadata, useDisplayLists());
  return (
    <Box sx={{ mt: 1.5, color: "text.primary" }}>
      <CopyBox label="Unsaved changes" text={text} />
    </Box>
  );
}
