import Box from "@mui/material/Box";
import Button from "@mui/material/Button";
import TextField from "@mui/material/TextField";
import { useMutation } from "@tanstack/react-query";
import { lazy, Suspense, useLayoutEffect, useRef, useState } from "react";
import { useNotify } from "react-admin";
import type { JsonObject } from "../../../contract/json.ts";
import { getSchema } from "../../../contract/schema/fields.ts";
import { isWrittenByUser, listAddedMessageFields } from "../../../contract/schema/messageFields.ts";
import { messages } from "../../../contract/messages.ts";
import { LeaveDialog } from "../../LeaveDialog.tsx";
import { usePortalDataProvider } from "../../providers/useVendorQuery.ts";
import { useUnsentText } from "../../providers/useUnsentText.ts";
import { useTextKey } from "../../providers/useTextKey.ts";
import { Loading } from "../../ui/states.tsx";

/** Loaded only if the schema adds fields. */
const MessageForm = lazy(async () => ({ default: (await import("./MessageForm.tsx")).MessageForm }));

const hasAddedFields = listAddedMessageFields(getSchema("message")).some(([, field]) =>
  isWrittenByUser(field),
);

const MAX_MESSAGE_LENGTH = getSchema("message").properties.content?.maxLength ?? Infinity;

interface MessageComposerProps {
  recordId: string;
  onSent: () => void;
}

export function MessageComposer({ recordId, onSent }: MessageComposerProps) {
  const [text, setText] = useUnsentText("message", recordId);
  // Undefined at first, false after closing: only then does the button take the focus.
  const [isOpen, setIsOpen] = useState(text === "" ? undefined : true);
  const [sentCount, setSentCount] = useState(0);
  const { send, isPending, isError } = useSendMessage(recordId, (sent) => {
    setSentCount((count) => count + 1);
    // Keep text typed while the message was being sent.
    setText((now) => (now.trim() === sent ? "" : now));
    onSent();
  });
  const content = text.trim();
  const isTooLong = content.length > MAX_MESSAGE_LENGTH;
  const inputs = (
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
      <ComposerButtons
        isDisabled={content === "" || isTooLong || isPending}
        isPending={isPending}
        onSend={() => send({ content })}
        onClose={() => setIsOpen(false)}
      />
    </Box>
  );
  return (
    <>
      {content !== "" && <LeaveDialog isEdited />}
      {isOpen ? (
        hasAddedFields ? (
          <Suspense fallback={<Loading label="Loading form" />}>
            <MessageForm key={sentCount} onSubmit={(values) => send({ ...values, content })}>
              {inputs}
            </MessageForm>
          </Suspense>
        ) : (
          inputs
        )
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

interface ComposerButtonsProps {
  isDisabled: boolean;
  isPending: boolean;
  onSend: () => void;
  onClose: () => void;
}

const ComposerButtons = ({ isDisabled, isPending, onSend, onClose }: ComposerButtonsProps) => (
  <Box sx={{ display: "flex", gap: 1 }}>
    <Button
      variant="contained"
      disabled={isDisabled}
      type={hasAddedFields ? "submit" : "button"}
      onClick={hasAddedFields ? undefined : onSend}
    >
      {isPending ? "Sending…" : "Send"}
    </Button>
    <Button onClick={onClose}>Close</Button>
  </Box>
);

function useSendMessage(recordId: string, onSent: (content: string) => void) {
  const dataProvider = usePortalDataProvider();
  const notify = useNotify();
  const { getKey, reset } = useTextKey();
  const { mutate, isPending, isError } = useMutation({
    mutationFn: (message: NewMessage) =>
      dataProvider.sendMessage({ ...message, recordId }, getKey(JSON.stringify(message))),
    onSuccess: (_, { content }) => {
      reset();
      onSent(content);
    },
    onError: () => notify(messages.sendMessageFailed, { type: "error" }),
  });
  return { send: mutate, isPending, isError };
}

/** The text, and the values of the fields that the schema adds. */
type NewMessage = JsonObject & { content: string };

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
