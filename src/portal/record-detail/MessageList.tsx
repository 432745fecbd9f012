import Box from "@mui/material/Box";
import Typography from "@mui/material/Typography";
import type { Message } from "../../contract/generated/entities.ts";
import { session } from "../providers/session.ts";
import { longDate } from "../ui/longDate.ts";
import { visibleText } from "../ui/visibleText.ts";
import { MessageText } from "./MessageText.tsx";

/** Messages in the order they were written. */
export function MessageList({ messages }: { messages: Message[] }) {
  const me = session.current()?.username;
  const keys = keysOf(messages);
  return (
    <Box component="ul" aria-label="Messages" sx={list}>
      {messages.map((message, index) => (
        <Box component="li" key={keys[index]} sx={message.username === me ? ownEntry : entry}>
          <Typography component="div" variant="body2" sx={head}>
            <strong>
              {message.username === me ? "You" : <bdi>{visibleText(message.username ?? "")}</bdi>}
            </strong>
            {message.date && (
              <Typography component="time" dateTime={message.date} variant="body2" color="textSecondary">
                {longDate(message.date)}
              </Typography>
            )}
          </Typography>
          <MessageText text={message.content} />
        </Box>
      ))}
    </Box>
  );
}

/** Messages carry no id: who, when and how often at that moment tells them apart. */
function keysOf(messages: Message[]): string[] {
  const seen = new Map<string, number>();
  return messages.map(({ date, username }) => {
    const moment = `${date} ${username}`;
    const twins = seen.get(moment) ?? 0;
    seen.set(moment, twins + 1);
    return `${moment} ${twins}`;
  });
}

const list = { listStyle: "none", m: 0, p: 0, width: "100%", display: "grid", gap: 1.5 };

const head = { display: "flex", flexWrap: "wrap", columnGap: 1 };

const entry = { borderLeft: 3, borderColor: "divider", pl: 2, py: 0.5, minWidth: 0 };

const ownEntry = { ...entry, borderColor: "primary.main" };
