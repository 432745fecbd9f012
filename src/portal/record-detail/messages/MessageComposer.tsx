import Box from "@mui/material/Box";
import Button from "@mui/material/Button";
import { useMutation } from "@tanstack/react-query";
import { lazy, Suspense, useLayoutEffect, useMemo, useRef, useState } from "react";
import { useNotify } from "react-admin";
import type { JsonObject } from "../../../contract/json.ts";
import { isEqualIgnoringEmpty } from "../../../contract/schema/emptyValues.ts";
import { getSchema } from "../../../contract/schema/fields.ts";
import { BASE_MESSAGE_FIELDS, listComposerFields } from "../../../contract/schema/messageFields.ts";
import { messages } from "../../../contract/messages.ts";
import { usePortalDataProvider } from "../../providers/useVendorQuery.ts";
import { UnsentTextStatus } from "../../drafts/UnsentTextStatus.tsx";
import { useUnsentText, type UnsentTextDraft } from "../../drafts/useUnsentText.ts";
import { useUnsentValues } from "../../drafts/useUnsentValues.ts";
import { useTextKey } from "../../providers/useTextKey.ts";
import { BusyButton } from "../../ui/BusyButton.tsx";
import { formatSendFailure, getFieldErrors, Loading } from "../../ui/states.tsx";
import { useReturnFocus } from "../../ui/useReturnFocus.ts";
import { MessageTextField } from "./MessageTextField.tsx";

/** Loaded only if the schema adds fields. */
const MessageForm = lazy(async () => ({ default: (await import("./MessageForm.tsx")).MessageForm }));

const hasAddedFields = listComposerFields(getSchema("message")).length > 0;

const MAX_MESSAGE_LENGTH = getSchema("message").properties.content?.maxLength ?? Infinity;

interface MessageComposerProps {
  recordId: string;
  onSent: () => void;
}

export function MessageComposer({ recordId, onSent }: MessageComposerProps) {
  const [text, setText, draft] = useUnsentText("message");
  const fields = useUnsentValues("message-fields", getSchema("message"));
  // Undefined at first, false after closing: only then does the button take the focus.
  const [isOpen, setIsOpen] = useState<boolean>();
  if (isOpen === undefined && (text !== "" || !fields.isEmpty)) setIsOpen(true);
  const [sentCount, setSentCount] = useState(0);
  const { area, input, returnFocus } = useReturnFocus();
  const sending = useSendMessage(recordId, ({ content: sent, ...sentFields }) => {
    setSentCount((count) => count + 1);
    returnFocus();
    // Keep text typed while the message was being sent.
    setText((now) => (now.trim() === sent ? "" : now));
    fields.clearSent(sentFields);
    onSent();
  });
  const { send, isPending, error, fieldErrors } = sending;
  const content = text.trim();
  const inputs = (
    <MessageInputs
      {...{ area, input, text, draft, isPending, error }}
      hasFieldErrors={fieldErrors.length > 0}
      onType={setText}
      onSend={() => send({ content })}
      onClose={() => {
        sending.dismissIfCorrected(fields.values);
        setIsOpen(false);
      }}
    />
  );
  return (
    <>
      {isOpen ? (
        hasAddedFields ? (
          <Suspense fallback={<Loading label="Loading form" />}>
            <MessageForm
              key={`${sentCount}/${fields.draft.takeoverCount}`}
              initialValues={fields.values}
              serverErrors={fieldErrors}
              onChange={fields.setValues}
              onSubmit={(values) => send({ ...values, content })}
            >
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

interface MessageInputsProps
  extends
    Pick<ReturnType<typeof useReturnFocus>, "area" | "input">,
    Pick<ComposerButtonsProps, "isPending" | "onSend" | "onClose"> {
  text: string;
  draft: UnsentTextDraft;
  error: Error | null;
  hasFieldErrors: boolean;
  onType: (text: string) => void;
}

function MessageInputs(props: MessageInputsProps) {
  const { area, input, text, draft, error, hasFieldErrors, onType, ...buttonProps } = props;
  const { length } = text.trim();
  const isTooLong = length > MAX_MESSAGE_LENGTH;
  return (
    <Box ref={area} sx={{ width: "100%", display: "grid", gap: 1 }}>
      <MessageTextField
        inputRef={input}
        autoFocus
        value={text}
        onType={onType}
        error={isTooLong || (error !== null && !hasFieldErrors)}
        helperText={getHelperText(isTooLong, error, hasFieldErrors)}
      />
      <UnsentTextStatus {...draft} />
      <ComposerButtons {...buttonProps} isDisabled={length === 0 || isTooLong} />
    </Box>
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
    <BusyButton
      variant="contained"
      disabled={isDisabled}
      isBusy={isPending}
      type={hasAddedFields ? "submit" : "button"}
      onClick={hasAddedFields ? undefined : onSend}
    >
      {isPending ? "Sending…" : "Send"}
    </BusyButton>
    <Button onClick={onClose}>Close</Button>
  </Box>
);

function useSendMessage(recordId: string, onSent: (message: NewMessage) => void) {
  const dataProvider = usePortalDataProvider();
  const notify = useNotify();
  const { getKey, reset } = useTextKey();
  const { mutate, isPending, error, ...sending } = useMutation({
    mutationFn: (message: NewMessage) =>
      dataProvider.sendMessage({ ...message, recordId }, getKey(JSON.stringify(message))),
    onSuccess: (_, message) => {
      reset();
      onSent(message);
    },
    onError: () => notify(messages.sendMessageFailed, { type: "error" }),
  });
  // The form shows each new list as the errors of another attempt.
  const fieldErrors = useMemo(
    () => getFieldErrors(error).filter(({ path: [name = ""] }) => !BASE_MESSAGE_FIELDS.includes(name)),
    [error],
  );
  /** A form that opens again would mark the fields, although the user has corrected them. */
  const dismissIfCorrected = (fields: JsonObject) => {
    if (error && !isEqualIgnoringEmpty({ ...sending.variables, content: undefined }, fields)) sending.reset();
  };
  return { send: mutate, isPending, error, fieldErrors, dismissIfCorrected };
}

/** The text, and the values of the fields that the schema adds. */
type NewMessage = JsonObject & { content: string };

function getHelperText(isTooLong: boolean, error: unknown, hasFieldErrors: boolean): string | undefined {
  if (isTooLong) return getSchema("message").properties.content?.["x-messages"]?.maxLength;
  if (error === null) return undefined;
  if (hasFieldErrors) return `${messages.sendMessageFailed} Correct the fields above, then send it again.`;
  return formatSendFailure(messages.sendMessageFailed, "Your message text", error);
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
