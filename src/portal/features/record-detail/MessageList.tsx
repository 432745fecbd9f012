import Box from "@mui/material/Box";
import Typography from "@mui/material/Typography";
import type { Message } from "../../../contract/generated/entities.ts";
import { session } from "../../providers/session.ts";
import { longDate } from "../../ui/longDate.ts";

/** Messages in the order they were written; new ones are announced. */
export function MessageList({ messages }: { messages: Message[] }) {
  const me = session.current()?.username;
  return (
    <Box component="ul" aria-label="Messages" aria-live="polite" sx={list}>
      {messages.map((message, index) => (
        <Box
          component="li"
          key={keyOf(message, messages, index)}
          sx={{ ...entry, ...(message.username === me && own) }}
        >
          <Typography variant="body2" sx={{ display: "flex", flexWrap: "wrap", columnGap: 1 }}>
            <strong>{message.username === me ? "You" : message.username}</strong>
            {message.date && (
              <Typography component="time" dateTime={message.date} variant="body2" color="textSecondary">
                {longDate(message.date)}
              </Typography>
            )}
          </Typography>
          <Typography sx={{ whiteSpace: "pre-wrap", overflowWrap: "anywhere" }}>{message.content}</Typography>
        </Box>
      ))}
    </Box>
  );
}

/** Messages carry no id: who, when and how often at that moment tells them apart. */
function keyOf({ date, username }: Message, messages: Message[], index: number): string {
  const twins = messages
    .slice(0, index)
    .filter((other) => other.date === date && other.username === username).length;
  return `${date} ${username} ${twins}`;
}

const list = { listStyle: "none", m: 0, p: 0, width: "100%", display: "grid", gap: 1.5 };

const entry = { borderLeft: 3, borderColor: "divider", pl: 2, py: 0.5 };

const own = { borderColor: "primary.main" };
