import Box from "@mui/material/Box";
import Button from "@mui/material/Button";
import TextField from "@mui/material/TextField";
import { useMutation } from "@tanstack/react-query";
import { useRef } from "react";
import { useDataProvider, useNotify } from "react-admin";
import { schemaOf } from "../../contract/fields.ts";
import { messages } from "../../contract/messages.ts";
import type { PortalDataProvider } from "../providers/dataProvider.ts";
import { newKey } from "../providers/newKey.ts";

const LONGEST = schemaOf("message").properties.content?.maxLength ?? Infinity;

interface ComposerProps {
  recordId: string;
  /** What is typed so far; it outlives closing. */
  text: string;
  onText: (text: string) => void;
  onSent: () => void;
  onClose: () => void;
}

/** Writes a message to the agency. It empties once the message is sent; a failed one keeps its text. */
export function Composer({ recordId, text, onText, onSent, onClose }: ComposerProps) {
  const dataProvider = useDataProvider<PortalDataProvider>();
  const notify = useNotify();
  // One key for one text: sending it again after a lost answer makes no second message.
  const key = useRef<{ of: string; key: string }>(undefined);
  const { mutate, isPending, isError } = useMutation({
    mutationFn: (content: string) => {
      if (key.current?.of !== content) key.current = { of: content, key: newKey() };
      return dataProvider.sendMessage({ recordId, content }, key.current.key);
    },
    onSuccess: () => {
      key.current = undefined;
      onText("");
      onSent();
    },
    onError: () => notify(messages.sendMessageFailed, { type: "error" }),
  });
  const content = text.trim();
  const isTooLong = content.length > LONGEST;
  return (
    <Box sx={{ width: "100%", display: "grid", gap: 1 }}>
      <TextField
        label="Message"
        multiline
        minRows={3}
        maxRows={12}
        autoFocus
        value={text}
        onChange={(event) => onText(event.target.value)}
        error={isError || isTooLong}
        helperText={helpOf(isTooLong, isError)}
      />
      <Box sx={{ display: "flex", gap: 1 }}>
        <Button
          variant="contained"
          disabled={content === "" || isTooLong || isPending}
          onClick={() => mutate(content)}
        >
          {isPending ? "Sending…" : "Send"}
        </Button>
        <Button onClick={onClose}>Close</Button>
      </Box>
    </Box>
  );
}

function helpOf(isTooLong: boolean, hasFailed: boolean): string | undefined {
  if (isTooLong) return schemaOf("message").properties.content?.["x-messages"]?.maxLength;
  return hasFailed ? `${messages.sendMessageFailed} Your text is still here; try again.` : undefined;
}
