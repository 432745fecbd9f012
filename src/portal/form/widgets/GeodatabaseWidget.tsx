import FileIcon from "@mui/icons-material/FolderZipOutlined";
import Box from "@mui/material/Box";
import Button from "@mui/material/Button";
import LinearProgress from "@mui/material/LinearProgress";
import Typography from "@mui/material/Typography";
import visuallyHidden from "@mui/utils/visuallyHidden";
import type { WidgetProps } from "@rjsf/utils";
import { useMutation } from "@tanstack/react-query";
import { useEffect, useRef, useState, type DragEvent, type Ref } from "react";
import { originalName } from "../../../contract/schema/cellText.ts";
import type { JsonObject } from "../../../contract/schema/fields.ts";
import { messages } from "../../../contract/messages.ts";
import { BusyButton } from "../../ui/BusyButton.tsx";
import { focusField, useFormActions, useInputAria, useSurroundings } from "../formContext.ts";
import { faultOfGeodatabaseFile, IS_ZIP } from "../geodatabaseFile.ts";
import { FieldErrors } from "../templates/FieldFrame.tsx";
import { StoredArea } from "./StoredArea.tsx";

const STILL_SENDING = "The file is still being sent. Save again when it has arrived.";

interface Sent {
  file: File;
  signal: AbortSignal;
}

/** Checks and sends a chosen file, until it is stored or cancelled. Whoever saves meanwhile is told that it is on its way. */
function useFileSending(field: string, onStored: (name: string) => void) {
  const { hold } = useFormActions();
  const { uploadExtent: upload } = useSurroundings();
  const [share, setShare] = useState(0);
  const [news, setNews] = useState("");
  const running = useRef<AbortController>(undefined);
  const { mutate, reset, error, isPending, variables } = useMutation({
    mutationFn: async ({ file, signal }: Sent) => {
      const refusal = await faultOfGeodatabaseFile(file);
      signal.throwIfAborted();
      if (refusal !== undefined) throw new Error(refusal);
      return upload!(file, (now) => signal.aborted || setShare(now), signal);
    },
  });
  const sending = isPending ? { name: variables.file.name, share } : undefined;
  useEffect(
    () => () => {
      running.current?.abort();
      hold(field);
    },
    [hold, field],
  );

  /** Of files chosen one after the other the last counts, of several at once the first that can be one. */
  const send = (...files: File[]) => {
    const file = files.find((one) => IS_ZIP.test(one.name)) ?? files[0];
    if (!upload || !file) return;
    running.current?.abort();
    running.current = new AbortController();
    setNews(files.length > 1 ? `Of the ${files.length} files one is taken: ${file.name}.` : "");
    setShare(0);
    // During the check, too: who saved then would leave without the file.
    hold(field, STILL_SENDING, true);
    const { signal } = running.current;
    // Its name alone: RJSF would take what else a mutation tells for errors.
    mutate({ file, signal }, { onSuccess: (name) => onStored(name), onSettled: () => hold(field) });
  };
  /** Stops at once; what was stored before stays the field's value. */
  const cancel = () => {
    running.current?.abort();
    hold(field);
    reset();
    if (sending) setNews(`Sending ${sending.name} was cancelled.`);
  };
  return {
    sending,
    error: error && (error.message || messages.generic),
    news,
    send,
    cancel,
    canSend: upload !== undefined,
    forgetError: reset,
  };
}

/** A zipped geodatabase: chosen or dropped here, sent at once, and named in the record by the name it is stored under. */
export function GeodatabaseWidget({
  id,
  name,
  schema,
  value,
  disabled = false,
  onChange,
}: WidgetProps<JsonObject>) {
  const { "aria-describedby": describedBy } = useInputAria({ id, schema });
  const chooser = useRef<HTMLInputElement>(null);
  const { sending, error, news, send, cancel, canSend, forgetError } = useFileSending(name, onChange);
  const stored = value as string | undefined;
  const [opened] = useState(stored);
  const errorId = `${id}-sending-error`;
  const end = (step: () => void) => () => {
    step();
    focusField(id);
  };
  const drop = useFileDrop(!disabled && canSend, (files) => send(...files));
  return (
    <Box {...drop.handlers} sx={[DROP_PLACE, drop.isOver && DROP_OVER]}>
      {stored && !sending && (
        <>
          <StoredFile
            name={stored}
            disabled={disabled}
            onRemove={end(() => {
              forgetError();
              onChange(undefined);
            })}
          />
          <StoredArea key={stored} storedName={stored} isFresh={stored !== opened} />
        </>
      )}
      {sending && <SendingFile {...sending} onCancel={end(cancel)} />}
      <Box sx={{ display: "flex", alignItems: "center", flexWrap: "wrap", gap: 1.5 }}>
        <BusyButton
          id={id}
          variant="outlined"
          size="small"
          disabled={disabled || !canSend}
          isBusy={sending !== undefined}
          aria-labelledby={`${id}-label ${id}`}
          aria-describedby={[describedBy, error && errorId].filter(Boolean).join(" ") || undefined}
          onClick={() => chooser.current?.click()}
        >
          {stored ? "Choose another file" : "Choose a .zip file"}
        </BusyButton>
        <Typography variant="body2" color="textSecondary">
          or drop it here
        </Typography>
      </Box>
      <FileChooser chooser={chooser} onFile={send} />
      <Typography role="status" variant="body2" color="textSecondary" sx={news ? {} : visuallyHidden}>
        {news}
      </Typography>
      {error && (
        <Box role="alert" sx={{ width: "100%" }}>
          <FieldErrors id={errorId} messages={[error]} />
        </Box>
      )}
    </Box>
  );
}

const FileChooser = ({ chooser, onFile }: { chooser: Ref<HTMLInputElement>; onFile(file: File): void }) => (
  <input
    ref={chooser}
    type="file"
    accept=".zip"
    hidden
    aria-label="Zipped geodatabase"
    onChange={(event) => {
      const [file] = event.target.files ?? [];
      event.target.value = "";
      if (file) onFile(file);
    }}
  />
);

/** Files dropped onto an element. Dropped beside it, the browser would leave the page for them. */
function useFileDrop(isWanted: boolean, onFiles: (files: FileList) => void) {
  const [isOver, setOver] = useState(false);
  const handlers = {
    onDragOver(event: DragEvent) {
      if (!event.dataTransfer.types.includes("Files")) return;
      event.preventDefault();
      setOver(isWanted);
    },
    onDragLeave: () => setOver(false),
    onDrop(event: DragEvent) {
      event.preventDefault();
      setOver(false);
      if (isWanted) onFiles(event.dataTransfer.files);
    },
  };
  return { isOver, handlers };
}

const DROP_PLACE = {
  display: "flex",
  flexWrap: "wrap",
  alignItems: "center",
  gap: 1.5,
  p: 1.5,
  border: "1px dashed",
  borderColor: "divider",
  borderRadius: 1,
};
const DROP_OVER = { borderColor: "primary.main", bgcolor: "action.hover" };

interface SendingFileProps {
  name: string;
  /** From 0 to 1. */
  share: number;
  onCancel: () => void;
}

/** A file on its way, which can be called back. */
function SendingFile({ name, share, onCancel }: SendingFileProps) {
  const percent = Math.round(share * 100);
  return (
    <Box sx={{ width: "100%" }}>
      <Box sx={{ display: "flex", alignItems: "center", gap: 1, mb: 0.5 }}>
        <Typography variant="body2">
          Sending {name}: {percent}%
        </Typography>
        <Button size="small" color="inherit" aria-label={`Cancel sending ${name}`} onClick={onCancel}>
          Cancel
        </Button>
      </Box>
      <LinearProgress variant="determinate" value={percent} aria-label={`Sending ${name}`} />
    </Box>
  );
}

interface StoredFileProps {
  name: string;
  disabled: boolean;
  onRemove: () => void;
}

/** A file that has been sent, under the name its owner gave it. */
const StoredFile = ({ name, disabled, onRemove }: StoredFileProps) => (
  <Box sx={{ display: "flex", alignItems: "center", gap: 1, maxWidth: "100%" }}>
    <FileIcon fontSize="small" color="action" aria-hidden="true" />
    <Typography variant="body2">{originalName(name)}</Typography>
    <Button size="small" color="inherit" disabled={disabled} onClick={onRemove} aria-label="Remove the file">
      Remove
    </Button>
  </Box>
);
