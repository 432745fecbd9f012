import Alert from "@mui/material/Alert";
import Button from "@mui/material/Button";
import { useId } from "react";
import type { Draft } from "../providers/draft.ts";
import { getHistoryEntryAuthor } from "../providers/historyEntryAuthor.ts";
import { useVendorQuery } from "../providers/useVendorQuery.ts";
import { getFieldTitle } from "../ui/recordName.ts";
import { Timestamp } from "../ui/Timestamp.tsx";
import { useAutoFocusProps } from "../ui/focus.ts";
import { listChangedRecordFields, type DraftNotice, type RecordRevision } from "./recordFormState.ts";

interface DraftAlertProps {
  draft: Draft;
  savedRevision: RecordRevision;
  /** True while the form is being saved or a file is uploading. */
  isDisabled: boolean;
  onDiscard: () => void;
}

/** The form was opened with a draft. */
export function DraftAlert({ draft, savedRevision, isDisabled, onDiscard }: DraftAlertProps) {
  const { recordId, values, etag } = savedRevision;
  const { content, savedAt } = draft;
  const hasUnsavedContact = Object.keys(content.contactDialogValues ?? {}).length > 0;
  // Compared with the draft's base, so that later changes by other users are not listed.
  const baseValues = recordId === undefined ? values : (content.baseValues ?? values);
  const titles = listChangedRecordFields(baseValues, content.values).map(getFieldTitle);
  return (
    <Alert
      severity="info"
      action={
        <Button disabled={isDisabled} onClick={onDiscard}>
          Discard
        </Button>
      }
    >
      The form shows your draft from <Timestamp iso={savedAt} />, which is not saved yet.
      {recordId !== undefined && titles.length > 0 && <> Changed: {titles.join(", ")}.</>}
      {recordId !== undefined && content.etag !== etag && <NewerSaveNote recordId={recordId} />}
      {hasUnsavedContact && (
        <> It includes an unsaved contact. To see the contact, open the contact form again.</>
      )}
    </Alert>
  );
}

/** The record was saved after the draft began. */
function NewerSaveNote({ recordId }: { recordId: string }) {
  const { data } = useVendorQuery(
    ["last-save", recordId],
    async (dataProvider) => (await dataProvider.listHistory(recordId)).map(getHistoryEntryAuthor),
    { gcTime: 0 },
  );
  const lastSave = data?.toSorted((a, b) => b.date.localeCompare(a.date))[0];
  return (
    <>
      {" "}
      {lastSave ? (
        <>
          Since then {lastSave.name || lastSave.username} saved this record on{" "}
          <Timestamp iso={lastSave.date} />.
        </>
      ) : (
        "This record was saved again since then."
      )}{" "}
      You can compare both when you save.
    </>
  );
}

/** Takes the focus, because the button that had it disappeared. */
export function DraftNoticeAlert({ message, undo }: DraftNotice) {
  const id = useId();
  return (
    <Alert
      {...useAutoFocusProps()}
      severity="success"
      variant="outlined"
      aria-labelledby={id}
      action={undo && <Button onClick={undo}>Undo</Button>}
      sx={{ color: "text.primary", outlineColor: "primary.main" }}
    >
      <span id={id}>{message}</span>
    </Alert>
  );
}
