import { useState } from "react";
import type { Message } from "../../contract/generated/entities.ts";
import { session } from "../providers/session.ts";
import { visuallyHidden } from "../form/visuallyHidden.ts";

/** Tells screen readers of messages that have come since the page was opened; the thread itself stays silent. */
export function NewMessagesNote({ messages }: { messages: Message[] }) {
  const [known] = useState(messages.length);
  const me = session.current()?.username;
  const fresh = messages.slice(known).filter(({ username }) => username !== me);
  const last = fresh.at(-1);
  return (
    <p role="status" style={visuallyHidden}>
      {last &&
        `${fresh.length} new ${fresh.length === 1 ? "message" : "messages"}, the last from ${last.username}`}
    </p>
  );
}
