import { useEffect, useRef, useState } from "react";
import { messages } from "../../contract/messages.ts";
import type { UploadExtent } from "./formScope.ts";

const MEGABYTE = 1024 * 1024;
const LIMIT = 200 * MEGABYTE;

interface Sending {
  name: string;
  /** From 0 to 1. */
  share: number;
}

/** Sends a chosen file; `onStored` hears the name it got. Of two files sent one after the other, the last counts. */
export function useFileSending(upload: UploadExtent | undefined, onStored: (name: string) => void) {
  const [sending, setSending] = useState<Sending>();
  const [error, setError] = useState<string>();
  const isGone = useRef(false);
  useEffect(() => {
    isGone.current = false;
    return () => {
      isGone.current = true;
    };
  }, []);

  const send = async (file: File) => {
    const refusal = refusalOf(file);
    setError(refusal);
    if (refusal !== undefined || !upload) return;
    const { name } = file;
    setSending({ name, share: 0 });
    try {
      const stored = await upload(file, (share) => setSending({ name, share }));
      if (!isGone.current) onStored(stored);
    } catch (failure) {
      setError(failure instanceof Error && failure.message ? failure.message : messages.generic);
    } finally {
      setSending(undefined);
    }
  };
  return { sending, error, send, forgetError: () => setError(undefined) };
}

function refusalOf({ name, size }: File): string | undefined {
  if (!/\.zip$/i.test(name)) return "Choose a .zip file: a zipped file geodatabase.";
  return size > LIMIT ? "The file is larger than 200 MB." : undefined;
}
