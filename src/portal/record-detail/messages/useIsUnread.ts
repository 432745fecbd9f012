import { useQueryClient } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { useStore } from "react-admin";
import type { Message } from "../../../contract/generated/entities.ts";
import { session } from "../../providers/session.ts";
import { UNREAD_RECORDS_KEY, usePortalDataProvider } from "../../providers/useVendorQuery.ts";

const NO_MESSAGES: Message[] = [];

/**
 * Uses the server's unread flags, else the date of the last visit on this device. Marks the shown messages as read, only
 * while no unread one is hidden before them. Messages stay marked as new until the page closes.
 */
export function useIsUnread(
  recordId: string,
  messages = NO_MESSAGES,
  [from, to]: [from: number, to: number],
): (message: Message) => boolean {
  const dataProvider = usePortalDataProvider();
  const queryClient = useQueryClient();
  const ownUsername = session.getAccount()?.username;
  const [seen, setSeen] = useStore(`messages.${recordId}.seen`, "");
  const [seenBefore] = useState(seen);
  const isNew = (since: string, { username, date = "", unread }: Message) =>
    unread ?? (since !== "" && date > since && username !== ownUsername);
  const [marked, setMarked] = useState<ReadonlySet<string>>(new Set());
  const newlyUnread = messages.flatMap(({ unread, date }) =>
    unread && date && !marked.has(date) ? date : [],
  );
  if (newlyUnread.length > 0) setMarked(new Set([...marked, ...newlyUnread]));
  const newest = messages[to - 1]?.date ?? "";
  const hasHiddenUnread = messages.slice(0, from).some((message) => isNew(seen, message));
  useEffect(() => {
    if (newest > seen && !hasHiddenUnread) setSeen(newest);
  }, [newest, seen, hasHiddenUnread, setSeen]);
  // Only the vendor and the reviewers of the record receive unread flags.
  const hasUnreadFlag = messages.some(({ unread }) => unread);
  useEffect(() => {
    // If it fails, the next visit repeats it.
    if (to > 0 && hasUnreadFlag)
      dataProvider
        .markMessagesRead(recordId, from + 1, to)
        .then(() => queryClient.invalidateQueries({ queryKey: UNREAD_RECORDS_KEY }))
        .catch(() => undefined);
  }, [dataProvider, queryClient, recordId, from, to, hasUnreadFlag]);
  return (message) => marked.has(message.date ?? "") || isNew(seenBefore, message);
}
