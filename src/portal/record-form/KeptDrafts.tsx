import Alert from "@mui/material/Alert";
import Box from "@mui/material/Box";
import Button from "@mui/material/Button";
import { useState } from "react";
import { isEditable } from "../../contract/status.ts";
import type { Draft } from "../providers/drafts.ts";
import type { RecordRow } from "../providers/resources/recordRow.ts";
import { CopyBox } from "../ui/CopyBox.tsx";
import { DraftNote, DraftOutcome } from "./DraftOffer.tsx";
import { draftText } from "./draftText.ts";
import type { Outcome } from "./recordWork.ts";
import { useFormLists } from "./useFormLists.ts";
import { useKeptDrafts } from "./useKeptDrafts.ts";

/**
 * What was typed into a record's form and never saved, on the page of a record whose form does not open any more: to
 * be read, taken along or discarded.
 */
export function KeptDrafts({ record }: { record: RecordRow }) {
  return isEditable(record.statusInfo.status) ? null : <OfRecord record={record} />;
}

function OfRecord({ record }: { record: RecordRow }) {
  const [outcome, tell] = useState<Outcome>();
  const { drafts, discard } = useKeptDrafts(record.id, record.currentMetadata, tell);
  return (
    <>
      {outcome && <DraftOutcome key={outcome.of} {...outcome} />}
      {drafts.length > 0 && (
        <Alert severity="info">
          {drafts.map((draft, index) => (
            <KeptDraft
              key={draft.id}
              draft={draft}
              isFirst={index === 0}
              record={record}
              onDiscard={() => discard(draft)}
            />
          ))}
        </Alert>
      )}
    </>
  );
}

interface KeptDraftProps {
  draft: Draft;
  isFirst: boolean;
  record: RecordRow;
  onDiscard: () => void;
}

function KeptDraft({ record, ...shown }: KeptDraftProps) {
  const [isOpen, setOpen] = useState(false);
  return (
    <DraftNote
      {...shown}
      action={
        <Button size="small" variant="contained" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
          {isOpen ? "Hide them" : "Show them"}
        </Button>
      }
    >
      {" "}
      The record is no longer in progress, so they cannot be saved to it.
      {isOpen && <Changes draft={shown.draft} record={record} />}
    </DraftNote>
  );
}

function Changes({ draft, record }: Pick<KeptDraftProps, "draft" | "record">) {
  const { options, references, contactBook } = useFormLists();
  const names = { options, roles: references.contactRoles, contacts: contactBook.contacts ?? [] };
  return (
    <Box sx={{ mt: 1.5, color: "text.primary" }}>
      <CopyBox label="Unsaved changes" text={draftText(draft, record.currentMetadata, names)} />
    </Box>
  );
}
