import { useEffect, useState } from "react";
import { useStore } from "react-admin";
import type { Message } from "../../../contract/generated/entities.ts";
import { session } from "../../providers/session.ts";
import { usePortalProvider } from "../../providers/useAnswer.ts";

const NO_MESSAGES: Message[] = [];

/**
 * Which messages of others are new to the user: as the services say it, else those that have come since the thread was
 * last looked at on this device. Both are told what is shown: while a new message stands before it, hidden, none counts
 * as read. What was new stays marked for as long as the thread is looked at.
 */
export function useUnread(
  recordId: string,
  messages = NO_MESSAGES,
  from: number,
): (message: Message) => boolean {
  const dataProvider = usePortalProvider();
  const me = session.current()?.username;
  const [seen, setSeen] = useStore(`messages.${recordId}.seen`, "");
  const [seenBefore] = useState(seen);
  const isNew = (since: string, { username, date = "", unread }: Message) =>
    unread ?? (since !== "" && date > since && username !== me);
  const [marked, setMarked] = useState<ReadonlySet<string>>(new Set());
  const fresh = messages.flatMap(({ unread, date }) => (unread && date && !marked.has(date) ? date : []));
  if (fresh.length > 0) setMarked(new Set([...marked, ...fresh]));
  const newest = messages.at(-1)?.date ?? "";
  const isOneHidden = messages.slice(0, from).some((message) => isNew(seen, message));
  useEffect(() => {
    if (newest > seen && !isOneHidden) setSeen(newest);
  }, [newest, seen, isOneHidden, setSeen]);
  const { length } = messages;
  useEffect(() => {
    // Where it fails, they are told the next time that the thread is looked at.
    if (length > 0) dataProvider.recordMessages(recordId, [from + 1, length]).catch(() => undefined);
  }, [dataProvider, recordId, from, length]);
  return (message) => marked.has(message.date ?? "") || isNew(seenBefore, message);
}
