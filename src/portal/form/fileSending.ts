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

/** Checks and sends a chosen file. Whoever saves meanwhile is told that it is on its way. */
export function useFileSending({ field, upload, onStored }: Stored) {
  const controller = useController();
  const [sending, setSending] = useState<Sending>();
  const [error, setError] = useState<string>();
  const isGone = useRef(false);
  useEffect(() => {
    isGone.current = false;
    return () => {
      isGone.current = true;
      controller.setBusy(field);
    };
  }, [controller, field]);

  const send = async (file: File) => {
    const refusal = await refusalOf(file);
    if (isGone.current) return;
    setError(refusal);
    if (refusal !== undefined || !upload) return;
    const { name } = file;
    setSending({ name, share: 0 });
    controller.setBusy(field, STILL_SENDING);
    try {
      const stored = await upload(file, (share) => setSending({ name, share }));
      if (!isGone.current) onStored(stored);
    } catch (failure) {
      setError(failure instanceof Error && failure.message ? failure.message : messages.generic);
    } finally {
      setSending(undefined);
      if (!isGone.current) controller.setBusy(field);
    }
  };
  return { sending, error, send, forgetError: () => setError(undefined) };
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
