import { useQuery } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { useDataProvider, useStore } from "react-admin";
import type { Message } from "../../../contract/generated/entities.ts";
import type { PortalDataProvider } from "../../providers/dataProvider.ts";
import { session } from "../../providers/session.ts";
import { JUST_ASKED } from "../../providers/recordQueries.ts";

const EVERY = 15_000;

/** A record's thread, oldest first; asked for again every quarter of a minute. */
export function useMessages(recordId: string) {
  const dataProvider = useDataProvider<PortalDataProvider>();
  return useQuery({
    queryKey: ["messages", recordId],
    queryFn: () => dataProvider.recordMessages(recordId),
    refetchInterval: EVERY,
    staleTime: JUST_ASKED,
  });
}

const NO_MESSAGES: Message[] = [];

/**
 * Which messages of others had come since the thread was last looked at on this device. Services and device are told
 * what is shown: while a new message stands before it, hidden, none counts as read.
 */
export function useUnread(
  recordId: string,
  messages = NO_MESSAGES,
  from: number,
): (message: Message) => boolean {
  const dataProvider = useDataProvider<PortalDataProvider>();
  const me = session.current()?.username;
  const [seen, setSeen] = useStore(`messages.${recordId}.seen`, "");
  const [seenBefore] = useState(seen);
  const isNew = (since: string, { username, date = "" }: Message) =>
    since !== "" && date > since && username !== me;
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
  return (message) => isNew(seenBefore, message);
}
