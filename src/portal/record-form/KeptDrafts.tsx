import Alert from "@mui/material/Alert";
import Box from "@mui/material/Box";
import Button from "@mui/material/Button";
import { useState } from "react";
import { isEditable } from "../../contract/status.ts";
import type { Draft } from "../providers/drafts.ts";
import type { RecordRow } from "../providers/resources/recordRow.ts";
import { session } from "../providers/session.ts";
import { CopyBox } from "../ui/CopyBox.tsx";
import { Moment } from "../ui/Moment.tsx";
import { draftText } from "./draftText.ts";
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
  const username = session.current()?.username ?? "";
  const opened = record.currentMetadata;
  const { drafts, discard } = useKeptDrafts({ username, form: record.id, opened });
  return drafts.map((draft) => (
    <KeptDraft key={draft.id} draft={draft} record={record} onDiscard={() => discard(draft.id)} />
  ));
}

interface KeptDraftProps {
  draft: Draft;
  record: RecordRow;
  onDiscard: () => void;
}

function KeptDraft({ draft, record, onDiscard }: KeptDraftProps) {
  const [isOpen, setOpen] = useState(false);
  return (
    <Alert severity="info">
      Unsaved changes from <Moment iso={draft.keptAt} /> were kept on this device. The record is no longer in
      progress, so they cannot be saved to it.
      {isOpen && <Changes draft={draft} record={record} />}
      <Box sx={{ display: "flex", flexWrap: "wrap", gap: 1, mt: 1 }}>
        <Button size="small" variant="contained" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
          {isOpen ? "Hide them" : "Show them"}
        </Button>
        <Button size="small" onClick={onDiscard}>
          Discard
        </Button>
      </Box>
    </Alert>
  );
}

function Changes({ draft, record }: Omit<KeptDraftProps, "onDiscard">) {
  const { options, references, contactBook } = useFormLists();
  const names = { options, roles: references.contactRoles, contacts: contactBook.contacts ?? [] };
  return (
    <Box sx={{ mt: 1.5, color: "text.primary" }}>
      <CopyBox label="Unsaved changes" text={draftText(draft, record.currentMetadata, names)} />
    </Box>
  );
}
