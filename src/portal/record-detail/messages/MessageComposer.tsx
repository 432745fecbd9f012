import Box from "@mui/material/Box";
import Button from "@mui/material/Button";
import TextField from "@mui/material/TextField";
import { useMutation } from "@tanstack/react-query";
import { useLayoutEffect, useRef, useState } from "react";
import { useNotify } from "react-admin";
import { schemaOf } from "../../../contract/schema/fields.ts";
import { messages } from "../../../contract/messages.ts";
import { LeaveQuestion } from "../../LeaveQuestion.tsx";
import { usePortalProvider } from "../../providers/useAnswer.ts";
import { useUnsentText } from "../../providers/useUnsentText.ts";
import { newKey } from "../../providers/calls/newKey.ts";

const LONGEST = schemaOf("message").properties.content?.maxLength ?? Infinity;

interface MessageComposerProps {
  recordId: string;
  onSent: () => void;
}

/** Stands below the thread: opens into a composer, which empties once its message is sent; a failed one keeps its text. */
export function MessageComposer({ recordId, onSent }: MessageComposerProps) {
  const [text, setText] = useUnsentText("message", recordId);
  // False once it was closed; the focus is on its button then, and not before.
  const [isWriting, setIsWriting] = useState(text === "" ? undefined : true);
  const { send, isPending, isError } = useSending(recordId, (sent) => {
    // What was typed while it was on its way is another message.
    setText((now) => (now.trim() === sent ? "" : now));
    onSent();
  });
  const content = text.trim();
  const isTooLong = content.length > LONGEST;
  return (
    <>
      {content !== "" && <LeaveQuestion isEdited />}
      {isWriting ? (
        <Box sx={{ width: "100%", display: "grid", gap: 1 }}>
          <TextField
            label="Message"
            multiline
            minRows={3}
            maxRows={12}
            autoFocus
            value={text}
            onChange={(event) => setText(event.target.value)}
            error={isError || isTooLong}
            helperText={helpOf(isTooLong, isError)}
          />
          <Box sx={{ display: "flex", gap: 1 }}>
            <Button
              variant="contained"
              disabled={content === "" || isTooLong || isPending}
              onClick={() => send(content)}
            >
              {isPending ? "Sending…" : "Send"}
            </Button>
            <Button onClick={() => setIsWriting(false)}>Close</Button>
          </Box>
        </Box>
      ) : (
        <Button
          variant="outlined"
          color="secondary"
          autoFocus={isWriting === false}
          onClick={() => setIsWriting(true)}
          sx={closedBox}
        >
          Send a message
        </Button>
      )}
    </>
  );
}

function useSending(recordId: string, onSent: (content: string) => void) {
  const dataProvider = usePortalProvider();
  const notify = useNotify();
  // One key for one text: sending it again after a lost answer makes no second message.
  const key = useRef<{ of: string; key: string }>(undefined);
  const { mutate, isPending, isError } = useMutation({
    mutationFn: (content: string) => {
      if (key.current?.of !== content) key.current = { of: content, key: newKey() };
      return dataProvider.sendMessage({ recordId, content }, key.current.key);
    },
    onSuccess: (_, content) => {
      key.current = undefined;
      onSent(content);
    },
    onError: () => notify(messages.sendMessageFailed, { type: "error" }),
  });
  return { send: mutate, isPending, isError };
}

function helpOf(isTooLong: boolean, hasFailed: boolean): string | undefined {
  if (isTooLong) return schemaOf("message").properties.content?.["x-messages"]?.maxLength;
  return hasFailed ? `${messages.sendMessageFailed} Your text is still here; try again.` : undefined;
}

const closedBox = { width: "100%", justifyContent: "flex-start", minHeight: 48, fontWeight: 400 };

/** While something is typed below an element, the page goes along with its growing: the text stays where it is. */
export function useTypingInPlace() {
  const element = useRef<HTMLDivElement>(null);
  const height = useRef(0);
  useLayoutEffect(() => {
    const { offsetHeight = 0, nextElementSibling } = element.current ?? {};
    if (nextElementSibling?.contains(document.activeElement))
      window.scrollBy(0, offsetHeight - height.current);
    height.current = offsetHeight;
  });
  return element;
}
