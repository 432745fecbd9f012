import { useEffect, useState } from "react";
import { useRecordNotifications } from "../providers/useRecordNotifications.ts";
import { useRecordConflicts } from "./conflicts/useRecordConflicts.ts";
import { useMessages } from "./useMessages.ts";
import { useUploadedFiles } from "./useUploadedFiles.ts";

/** Milliseconds after which the page opens with what is there. */
const PATIENCE = 1000;

/**
 * Asks for all that stands on a record's page while the record itself is still on its way. Answers true once the page
 * can open without its parts pushing one another about: all answers have come, failed, or take too long.
 */
export function useFirstAnswers(recordId: string, isRecordThere: boolean): boolean {
  const answers = [
    useRecordConflicts(recordId),
    useRecordNotifications(recordId),
    useMessages(recordId),
    useUploadedFiles(recordId),
  ];
  const isWaiting = answers.some(({ isPending, failureCount }) => isPending && failureCount === 0);
  const [isLate, setIsLate] = useState(false);
  useEffect(() => {
    if (!isRecordThere) return undefined;
    const timer = setTimeout(() => setIsLate(true), PATIENCE);
    return () => clearTimeout(timer);
  }, [isRecordThere]);
  // Once open it stays open, whatever is asked for again.
  const [isOpen, setIsOpen] = useState(false);
  if (!isOpen && isRecordThere && (!isWaiting || isLate)) setIsOpen(true);
  return isOpen;
}
