import Box from "@mui/material/Box";
import Button from "@mui/material/Button";
import TextField from "@mui/material/TextField";
import { useMutation } from "@tanstack/react-query";
import { useLayoutEffect, useRef, useState } from "react";
import { useNotify } from "react-admin";
import { getSchema } from "../../../contract/schema/fields.ts";
import { messages } from "../../../contract/messages.ts";
import { LeaveDialog } from "../../LeaveDialog.tsx";
import { usePortalDataProvider } from "../../providers/useVendorQuery.ts";
import { useUnsentText } from "../../providers/useUnsentText.ts";
import { useTextKey } from "../../providers/useTextKey.ts";

const MAX_MESSAGE_LENGTH = getSchema("message").properties.content?.maxLength ?? Infinity;

interface MessageComposerProps {
  recordId: string;
  onSent: () => void;
}

export function MessageComposer({ recordId, onSent }: MessageComposerProps) {
  const [text, setText] = useUnsentText("message", recordId);
  // Undefined at first, false after closing: only then does the button take the focus.
  const [isOpen, setIsOpen] = useState(text === "" ? undefined : true);
  const { send, isPending, isError } = useSendMessage(recordId, (sent) => {
    // Keep text typed while the message was being sent.
    setText((now) => (now.trim() === sent ? "" : now));
    onSent();
  });
  const content = text.trim();
  const isTooLong = content.length > MAX_MESSAGE_LENGTH;
  return (
    <>
      {content !== "" && <LeaveDialog isEdited />}
      {isOpen ? (
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
            helperText={getHelperText(isTooLong, isError)}
          />
          <Box sx={{ display: "flex", gap: 1 }}>
            <Button
              variant="contained"
              disabled={content === "" || isTooLong || isPending}
              onClick={() => send(content)}
            >
              {isPending ? "Sending…" : "Send"}
            </Button>
            <Button onClick={() => setIsOpen(false)}>Close</Button>
          </Box>
        </Box>
      ) : (
        <Button
          variant="outlined"
          color="secondary"
          autoFocus={isOpen === false}
          onClick={() => setIsOpen(true)}
          sx={closedButtonStyles}
        >
          Send a message
        </Button>
      )}
    </>
  );
}

function useSendMessage(recordId: string, onSent: (content: string) => void) {
  const dataProvider = usePortalDataProvider();
  const notify = useNotify();
  const { getKey, reset } = useTextKey();
  const { mutate, isPending, isError } = useMutation({
    mutationFn: (content: string) => dataProvider.sendMessage({ recordId, content }, getKey(content)),
    onSuccess: (_, content) => {
      reset();
      onSent(content);
    },
    onError: () => notify(messages.sendMessageFailed, { type: "error" }),
  });
  return { send: mutate, isPending, isError };
}

function getHelperText(isTooLong: boolean, hasFailed: boolean): string | undefined {
  if (isTooLong) return getSchema("message").properties.content?.["x-messages"]?.maxLength;
  return hasFailed ? `${messages.sendMessageFailed} Your message text is not lost; try again.` : undefined;
}

const closedButtonStyles = { width: "100%", justifyContent: "flex-start", minHeight: 48, fontWeight: 400 };

/** Scrolls along when the thread above grows, so that the text being typed does not move on the screen. */
export function useKeepComposerInPlace() {
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
