import { useEffect, useRef, useState } from "react";
import { messages } from "../../contract/messages.ts";
import { useController, type UploadExtent } from "./formScope.ts";
import { faultOfGeodatabaseFile } from "./geodatabaseFile.ts";

const MEGABYTE = 1024 * 1024;
const LIMIT = 200 * MEGABYTE;

const STILL_SENDING = "The file is still being sent. Save again when it has arrived.";

interface Sending {
  name: string;
  /** From 0 to 1. */
  share: number;
}

interface Stored {
  /** The field whose value is on its way. */
  field: string;
  upload: UploadExtent | undefined;
  /** Hears the name the file got. */
  onStored: (name: string) => void;
}

/** Checks and sends a chosen file, until it is stored or cancelled. Whoever saves meanwhile is told that it is on its way. */
export function useFileSending({ field, upload, onStored }: Stored) {
  const controller = useController();
  const [sending, setSending] = useState<Sending>();
  const [error, setError] = useState<string>();
  const [news, setNews] = useState("");
  const running = useRef<AbortController>(undefined);
  useEffect(
    () => () => {
      running.current?.abort();
      controller.setBusy(field);
    },
    [controller, field],
  );

  /** Of two files chosen one after the other the last counts. */
  const send = async (file: File) => {
    if (!upload) return;
    const { name } = file;
    const run = new AbortController();
    const { signal } = run;
    running.current?.abort();
    running.current = run;
    setNews("");
    setError(undefined);
    setSending({ name, share: 0 });
    // During the check, too: who saved then would leave without the file.
    controller.setBusy(field, STILL_SENDING);
    try {
      const refusal = await refusalOf(file);
      if (signal.aborted) return;
      if (refusal !== undefined) return setError(refusal);
      const stored = await upload(file, (share) => signal.aborted || setSending({ name, share }), signal);
      if (!signal.aborted) onStored(stored);
    } catch (failure) {
      if (signal.aborted) return;
      setError(failure instanceof Error && failure.message ? failure.message : messages.generic);
    } finally {
      if (!signal.aborted) {
        setSending(undefined);
        controller.setBusy(field);
      }
    }
  };
  /** Stops at once; what was stored before stays the field's value. */
  const cancel = () => {
    running.current?.abort();
    controller.setBusy(field);
    setSending(undefined);
    if (sending) setNews(`Sending ${sending.name} was cancelled.`);
  };
  return { sending, error, news, send, cancel, forgetError: () => setError(undefined) };
}

async function refusalOf(file: File): Promise<string | undefined> {
  if (!/\.zip$/i.test(file.name)) return "Choose a .zip file: a zipped file geodatabase.";
  if (file.size > LIMIT) return "The file is larger than 200 MB.";
  try {
    return await faultOfGeodatabaseFile(file);
  } catch {
    return "The file could not be read. Choose it again.";
  }
}
