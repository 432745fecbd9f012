import Alert from "@mui/material/Alert";
import Box from "@mui/material/Box";
import Button from "@mui/material/Button";
import Divider from "@mui/material/Divider";
import Typography from "@mui/material/Typography";
import { useId, type ReactNode } from "react";
import { schemaOf, textOf } from "../../contract/schema/fields.ts";
import { authorOf } from "../providers/authorOf.ts";
import type { Draft } from "../providers/drafts.ts";
import { useAnswer } from "../providers/useAnswer.ts";
import { fieldTitle } from "../recordName.ts";
import { Moment } from "../ui/Moment.tsx";
import { useFocusedNote } from "../ui/takeFocus.ts";
import { withHalfTyped } from "./draftText.ts";
import { changesOf, type Outcome, type RecordVersion } from "./recordWork.ts";

interface DraftOfferProps {
  /** What earlier visits left, the newest first. */
  drafts: Draft[];
  /** The saved version that the form stands on. */
  saved: RecordVersion;
  /** True while the form's own values, or a file chosen in it, are on their way to the server. */
  isHeld: boolean;
  onRestore: (draft: Draft) => void;
  onDiscard: (draft: Draft) => void;
}

/** Offers back what was typed on earlier visits, each by itself. */
export function DraftOffer({ drafts, saved, isHeld, onRestore, onDiscard }: DraftOfferProps) {
  const { recordId, etag } = saved;
  return (
    <DraftNotes
      drafts={drafts}
      actionOf={(draft) => (
        <Button size="small" variant="contained" disabled={isHeld} onClick={() => onRestore(draft)}>
          Restore
        </Button>
      )}
      onDiscard={onDiscard}
    >
      {(draft) => (
        <>
          {drafts.length > 1 && <Title draft={draft} />}
          <Changed draft={draft} saved={saved} />
          {recordId !== undefined && draft.etag !== etag && <SavedSince recordId={recordId} />}
          {Object.keys(draft.contactTexts ?? {}).length > 0 && (
            <> They include a contact that was not saved: its form shows it when you open it again.</>
          )}
        </>
      )}
    </DraftNotes>
  );
}

/** The browser's Forward leads to where the form was left, its inputs empty. Who types already is left there. */
function bringIntoSight(offer: HTMLElement | null): void {
  if (!document.activeElement?.closest("form")) offer?.scrollIntoView?.({ block: "nearest" });
}

/** Tells one draft from another. */
function Title({ draft }: { draft: Draft }) {
  const title = textOf(schemaOf("metadata"), draft.values, "title");
  return (
    <Typography variant="body2" sx={{ fontWeight: 600 }}>
      {title || "Without a model name"}
    </Typography>
  );
}

/** Which fields were changed in a draft. What others have changed since is none of them. */
function Changed({ draft, saved }: { draft: Draft; saved: RecordVersion }) {
  const typedOver = saved.recordId === undefined ? undefined : draft.typedOver;
  const titles = changesOf(typedOver ?? saved.values, withHalfTyped(draft)).map(fieldTitle);
  return titles.length > 0 && <> Changed: {titles.join(", ")}.</>;
}

/** Warns that a record was saved after a draft of it was begun: by whom and when, where that can be had. */
function SavedSince({ recordId }: { recordId: string }) {
  const { data, isError, isFetching, refetch } = useAnswer(
    ["last-save", recordId],
    async (dataProvider) => (await dataProvider.recordHistory(recordId)).map(authorOf),
    { gcTime: 0 },
  );
  const last = data?.toSorted((a, b) => b.date.localeCompare(a.date))[0];
  const consequence = "before restored changes replace that version you are told what changed there.";
  if (last)
    return (
      <>
        {" "}
        Since then {last.name || last.username} saved this record on <Moment iso={last.date} />; {consequence}
      </>
    );
  return (
    <>
      {" "}
      This record was saved since then; {consequence}
      {isError && !isFetching && (
        <>
          {" "}
          Who saved it, and when, could not be loaded.{" "}
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

interface DraftNotesProps {
  drafts: Draft[];
  /** What is to be known of one. */
  children: (draft: Draft) => ReactNode;
  /** What can be done with one, besides discarding it. */
  actionOf?: (draft: Draft) => ReactNode;
  onDiscard: (draft: Draft) => void;
}

/** The drafts of earlier visits, each by itself. */
export function DraftNotes({ drafts, children, actionOf, onDiscard }: DraftNotesProps) {
  if (drafts.length === 0) return null;
  return (
    <Alert ref={bringIntoSight} severity="info">
      {drafts.map((draft, index) => (
        <div key={draft.id} role="group" aria-labelledby={`draft-${draft.id}`}>
          {index > 0 && <Divider sx={{ my: 1.5 }} />}
          <span id={`draft-${draft.id}`}>
            Unsaved changes from <Moment iso={draft.keptAt} /> were kept on this device.
          </span>
          {children(draft)}
          <Box sx={{ display: "flex", flexWrap: "wrap", gap: 1, mt: 1 }}>
            {actionOf?.(draft)}
            <Button size="small" onClick={() => onDiscard(draft)}>
              Discard
            </Button>
          </Box>
        </div>
      ))}
    </Alert>
  );
}

/** Says what became of typed work, and takes the focus, which was on a button that is gone. */
export function DraftOutcome({ words, undo }: Outcome) {
  const id = useId();
  return (
    <Alert
      {...useFocusedNote()}
      severity="success"
      variant="outlined"
      aria-labelledby={id}
      action={undo && <Button onClick={undo}>Undo</Button>}
      sx={{ color: "text.primary", outlineColor: "primary.main" }}
    >
      <span id={id}>{words}</span>
    </Alert>
  );
}
