import Alert from "@mui/material/Alert";
import Box from "@mui/material/Box";
import Button from "@mui/material/Button";
import Divider from "@mui/material/Divider";
import Typography from "@mui/material/Typography";
import { useId, type ReactNode } from "react";
import { getSchema, getFieldText } from "../../contract/schema/fields.ts";
import { getHistoryEntryAuthor } from "../providers/historyEntryAuthor.ts";
import type { Draft } from "../providers/drafts.ts";
import { useVendorQuery } from "../providers/useVendorQuery.ts";
import { getFieldTitle } from "../recordName.ts";
import { Timestamp } from "../ui/Timestamp.tsx";
import { useAutoFocusProps } from "../ui/focus.ts";
import { listChangedRecordFields, type DraftNotice, type RecordRevision } from "./recordFormStore.ts";

interface RestorableDraftsProps {
  /** Newest first. */
  drafts: Draft[];
  savedRevision: RecordRevision;
  /** True while the form is being saved or a file is uploading. */
  isDisabled: boolean;
  onRestore: (draft: Draft) => void;
  onDiscard: (draft: Draft) => void;
}

export function RestorableDrafts(props: RestorableDraftsProps) {
  const { drafts, savedRevision, isDisabled, onRestore, onDiscard } = props;
  const { recordId, etag } = savedRevision;
  return (
    <DraftList
      drafts={drafts}
      renderAction={(draft) => (
        <Button size="small" variant="contained" disabled={isDisabled} onClick={() => onRestore(draft)}>
          Restore
        </Button>
      )}
      onDiscard={onDiscard}
    >
      {(draft) => (
        <>
          {drafts.length > 1 && <DraftTitle draft={draft} />}
          <ChangedFields draft={draft} savedRevision={savedRevision} />
          {recordId !== undefined && draft.etag !== etag && <NewerSaveNote recordId={recordId} />}
          {Object.keys(draft.contactDialogValues ?? {}).length > 0 && (
            <> These changes include an unsaved contact. To see the contact, open the contact form again.</>
          )}
        </>
      )}
    </DraftList>
  );
}

/** The browser's Forward restores the old scroll position below the alert. Does not scroll while the user types. */
function scrollIntoView(alert: HTMLElement | null): void {
  if (!document.activeElement?.closest("form")) alert?.scrollIntoView?.({ block: "nearest" });
}

function DraftTitle({ draft }: { draft: Draft }) {
  const title = getFieldText(getSchema("metadata"), draft.values, "title");
  return (
    <Typography variant="body2" sx={{ fontWeight: 600 }}>
      {title || "Without a model name"}
    </Typography>
  );
}

/** Compares with the draft's base, so that later changes by other users are not listed. */
function ChangedFields({ draft, savedRevision }: { draft: Draft; savedRevision: RecordRevision }) {
  const baseValues = savedRevision.recordId === undefined ? undefined : draft.baseValues;
  const changedFields = listChangedRecordFields(baseValues ?? savedRevision.values, draft.values);
  const titles = changedFields.map(getFieldTitle);
  return titles.length > 0 && <> Changed: {titles.join(", ")}.</>;
}

/** Warns that the record was saved after the draft began. */
function NewerSaveNote({ recordId }: { recordId: string }) {
  const { data, isError, isFetching, refetch } = useVendorQuery(
    ["last-save", recordId],
    async (dataProvider) => (await dataProvider.listHistory(recordId)).map(getHistoryEntryAuthor),
    { gcTime: 0 },
  );
  const lastSave = data?.toSorted((a, b) => b.date.localeCompare(a.date))[0];
  const hint = "If you restore your changes, you can compare them with the saved record when you save.";
  if (lastSave)
    return (
      <>
        {" "}
        Since then {lastSave.name || lastSave.username} saved this record on <Timestamp iso={lastSave.date} />
        . {hint}
      </>
    );
  return (
    <>
      {" "}
      This record was saved again after you made these changes. {hint}
      {isError && !isFetching && (
        <>
          {" "}
          The name of the user who saved the record could not be loaded.{" "}
          <Button
            size="small"
            color="inherit"
            onClick={() => void refetch()}
            sx={{ py: 0, textDecoration: "underline" }}
          >
            Retry
          </Button>
        </>
      )}
    </>
  );
}

interface DraftListProps {
  drafts: Draft[];
  children: (draft: Draft) => ReactNode;
  renderAction?: (draft: Draft) => ReactNode;
  onDiscard: (draft: Draft) => void;
}

export function DraftList({ drafts, children, renderAction, onDiscard }: DraftListProps) {
  if (drafts.length === 0) return null;
  return (
    <Alert ref={scrollIntoView} severity="info">
      {drafts.map((draft, index) => (
        <div key={draft.id} role="group" aria-labelledby={`draft-${draft.id}`}>
          {index > 0 && <Divider sx={{ my: 1.5 }} />}
          <span id={`draft-${draft.id}`}>
            Unsaved changes from <Timestamp iso={draft.savedAt} /> were kept on this device.
          </span>
          {children(draft)}
          <Box sx={{ display: "flex", flexWrap: "wrap", gap: 1, mt: 1 }}>
            {renderAction?.(draft)}
            <Button size="small" onClick={() => onDiscard(draft)}>
              Discard
            </Button>
          </Box>
        </div>
      ))}
    </Alert>
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
