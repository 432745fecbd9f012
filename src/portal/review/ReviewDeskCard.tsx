import Alert from "@mui/material/Alert";
import Box from "@mui/material/Box";
import Button from "@mui/material/Button";
import MenuItem from "@mui/material/MenuItem";
import TextField from "@mui/material/TextField";
import Typography from "@mui/material/Typography";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useNotify } from "react-admin";
import { messages } from "../../contract/messages.ts";
import { findMentions } from "../../contract/review/mentions.ts";
import { MAX_NOTE_LENGTH } from "../../contract/review/reviewLimits.ts";
import { showInvisibleCharacters } from "../../contract/showInvisibleCharacters.ts";
import type { ReviewDesk } from "../providers/calls/deskCalls.ts";
import { session } from "../providers/session.ts";
import { useTextKey } from "../providers/useTextKey.ts";
import { UnsentTextStatus } from "../drafts/UnsentTextStatus.tsx";
import { useUnsentText } from "../drafts/useUnsentText.ts";
import { usePortalDataProvider, useVendorQuery } from "../providers/useVendorQuery.ts";
import { BusyButton } from "../ui/BusyButton.tsx";
import { SectionCard } from "../ui/SectionCard.tsx";
import { buildRetryProps, ErrorState, formatSendFailure, getUserMessage } from "../ui/states.tsx";
import { Timestamp } from "../ui/Timestamp.tsx";
import { useReturnFocus } from "../ui/useReturnFocus.ts";
import { useCapabilities } from "../providers/usePortalConfig.ts";

/** Half the time for which the server counts the user as a viewer. */
const DESK_POLL_INTERVAL_MS = 30_000;

const getDeskKey = (recordId: string) => ["review-desk", recordId];

function useReviewDesk(recordId: string) {
  const { getReviewDesk: isSupported } = useCapabilities();
  return useVendorQuery(getDeskKey(recordId), (dataProvider) => dataProvider.getReviewDesk(recordId), {
    enabled: isSupported,
    refetchInterval: DESK_POLL_INTERVAL_MS,
  });
}

/** Shows, before the decision, who else handles the record or has it open. */
export function OtherReviewersAlert({ recordId }: { recordId: string }) {
  const { assignedTo = null, viewers = [] } = useReviewDesk(recordId).data ?? {};
  const isAssignedToOther = assignedTo !== null && assignedTo !== session.getAccount()?.username;
  if (!isAssignedToOther && viewers.length === 0) return null;
  return (
    <Alert severity="info">
      {isAssignedToOther && `Assigned to ${assignedTo}. `}
      {viewers.length > 0 && `Also open for ${viewers.join(", ")}.`}
    </Alert>
  );
}

/** For agency admins: who handles the record, and internal notes. */
export function ReviewDeskCard({ recordId }: { recordId: string }) {
  const query = useReviewDesk(recordId);
  const { data: desk, error } = query;
  if (!desk && !error) return null;
  return (
    <SectionCard title="Assignment and notes">
      {desk ? (
        <>
          <Typography color="textSecondary" sx={{ mb: 2 }}>
            Only agency admins see this. The vendor does not.
          </Typography>
          <Assignment recordId={recordId} desk={desk} />
          <Notes recordId={recordId} desk={desk} />
        </>
      ) : (
        <ErrorState title="Assignment and notes could not be loaded" {...buildRetryProps([query])} />
      )}
    </SectionCard>
  );
}

/** The value of the option for no reviewer. */
const UNASSIGNED = "";

function Assignment({ recordId, desk }: { recordId: string; desk: ReviewDesk }) {
  const { assignedTo, reviewers } = desk;
  const dataProvider = usePortalDataProvider();
  const queryClient = useQueryClient();
  const notify = useNotify();
  const ownUsername = session.getAccount()?.username;
  const { mutate, isPending, variables } = useMutation({
    mutationFn: (assignee: string | null) =>
      dataProvider.assignRecord(recordId, { assignee, previous: assignedTo }),
    onSuccess: (changed) => {
      queryClient.setQueryData(getDeskKey(recordId), changed);
      void queryClient.invalidateQueries({ queryKey: ["reviews"] });
    },
    onError: (error) => {
      notify(`${messages.assignFailed} ${getUserMessage(error)}`, { type: "error" });
      void queryClient.invalidateQueries({ queryKey: getDeskKey(recordId) });
    },
  });
  const shown = isPending ? variables : assignedTo;
  // A reviewer whose account was disabled may still have the record.
  const names =
    assignedTo === null || reviewers.includes(assignedTo) ? reviewers : [...reviewers, assignedTo];
  return (
    <Box sx={{ display: "flex", flexWrap: "wrap", gap: 1, alignItems: "center" }}>
      <TextField
        select
        size="small"
        label="Assigned to"
        value={shown ?? UNASSIGNED}
        onChange={({ target }) => mutate(target.value === UNASSIGNED ? null : target.value)}
        // Read-only while saving: a disabled select would lose the focus.
        slotProps={{ select: { displayEmpty: true, readOnly: isPending }, inputLabel: { shrink: true } }}
        sx={{ minWidth: 200 }}
      >
        <MenuItem value={UNASSIGNED}>Unassigned</MenuItem>
        {names.map((name) => (
          <MenuItem key={name} value={name}>
            {name === ownUsername ? `${name} (you)` : name}
          </MenuItem>
        ))}
      </TextField>
      {ownUsername && (
        // Stays when it has been used: it would take the keyboard focus with it.
        <Button
          variant="outlined"
          aria-disabled={isPending || shown === ownUsername}
          onClick={() => {
            if (!isPending && shown !== ownUsername) mutate(ownUsername);
          }}
        >
          {shown === ownUsername ? "Assigned to you" : "Assign to me"}
        </Button>
      )}
    </Box>
  );
}

function Notes({ recordId, desk: { notes, reviewers } }: { recordId: string; desk: ReviewDesk }) {
  const [text, setText, draft] = useUnsentText("note");
  const notify = useNotify();
  const dataProvider = usePortalDataProvider();
  const queryClient = useQueryClient();
  const { getKey, reset } = useTextKey();
  const { area, input, returnFocus } = useReturnFocus();
  const { mutate, isPending, error } = useMutation({
    mutationFn: (content: string) => dataProvider.addNote(recordId, content, getKey(content)),
    onSuccess: (changed, content) => {
      reset();
      queryClient.setQueryData(getDeskKey(recordId), changed);
      // Keep text typed while the note was being saved.
      setText((now) => (now.trim() === content ? "" : now));
      returnFocus();
    },
    onError: () => notify(messages.addNoteFailed, { type: "error" }),
  });
  const content = text.trim();
  const isTooLong = content.length > MAX_NOTE_LENGTH;
  return (
    <>
      <Box component="ul" aria-label="Notes" sx={{ listStyle: "none", p: 0, my: 2, display: "grid", gap: 2 }}>
        {notes.map((note) => (
          <li key={note.id}>
            <Typography variant="body2" color="textSecondary">
              {note.username}, <Timestamp iso={note.date} />
            </Typography>
            <Typography dir="auto" sx={{ whiteSpace: "pre-wrap", overflowWrap: "anywhere" }}>
              {note.content.split("\n").map(showInvisibleCharacters).join("\n")}
            </Typography>
          </li>
        ))}
      </Box>
      <Box ref={area}>
        <TextField
          inputRef={input}
          label="Note"
          fullWidth
          multiline
          minRows={2}
          maxRows={12}
          value={text}
          onChange={(event) => setText(event.target.value)}
          error={error !== null || isTooLong}
          helperText={
            isTooLong
              ? `Must have ${MAX_NOTE_LENGTH.toLocaleString("en-US")} characters or fewer.`
              : error
                ? formatSendFailure(messages.addNoteFailed, "Your text", error)
                : describeMentions(content, reviewers)
          }
        />
        <UnsentTextStatus {...draft} />
        <Box sx={{ mt: 1 }}>
          <BusyButton
            variant="outlined"
            disabled={content === "" || isTooLong}
            isBusy={isPending}
            onClick={() => mutate(content)}
          >
            {isPending ? "Saving…" : "Add note"}
          </BusyButton>
        </Box>
      </Box>
    </>
  );
}

function describeMentions(content: string, reviewers: string[]): string {
  const unknown = findMentions(content).filter((name) => !reviewers.includes(name));
  if (unknown.length === 0) return "Write @ and a user name to mail that reviewer.";
  return `No reviewer has the user name ${unknown.join(" or ")}. Check the spelling.`;
}
