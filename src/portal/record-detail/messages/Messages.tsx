import Box from "@mui/material/Box";
import Button from "@mui/material/Button";
import Stack from "@mui/material/Stack";
import Typography from "@mui/material/Typography";
import visuallyHidden from "@mui/utils/visuallyHidden";
import { format, isToday, isValid, isYesterday, parseISO } from "date-fns";
import { useId, useState } from "react";
import type { Message } from "../../../contract/generated/entities.ts";
import { messages as words } from "../../../contract/messages.ts";
import { useMessages } from "../../providers/recordQueries.ts";
import { session } from "../../providers/session.ts";
import { ErrorState, Loading } from "../../ui/states.tsx";
import { visibleText } from "../../ui/format.ts";
import { Moment } from "../../ui/Moment.tsx";
import { Mark } from "../../ui/status/StatusBadge.tsx";
import { VersionBadge } from "../../ui/status/VersionBadge.tsx";
import { useUnread } from "./thread.ts";
import { MessageComposer, useTypingInPlace } from "./MessageComposer.tsx";

const SHOWN_AT_FIRST = 3;

/** The record's thread: its last messages, or all of them, and the place to write one. */
export function Messages({ recordId, isOwn }: { recordId: string; isOwn: boolean }) {
  const { data, error, refetch } = useMessages(recordId);
  const [showsAll, setShowsAll] = useState(false);
  // Where the shown part begins. It stays there when messages arrive, so that what is being read does not move.
  const [start, setStart] = useState<number>();
  const thread = useTypingInPlace();
  const lastOnes = Math.max(0, (data?.length ?? 0) - SHOWN_AT_FIRST);
  const from = showsAll ? 0 : (start ?? lastOnes);
  const isUnread = useUnread(recordId, data, from);
  if (!data && error)
    return (
      <ErrorState title="The messages could not be loaded" error={error} onRetry={() => void refetch()} />
    );
  if (!data) return <Loading label="Loading messages" />;
  if (start === undefined) setStart(lastOnes);
  const shown = data.slice(from);
  const hidden = data.slice(0, from).filter(isUnread).length;
  const showNewest = async () => {
    const { data: all = [] } = await refetch();
    setStart(Math.max(0, all.length - SHOWN_AT_FIRST));
  };
  const toggle = () => {
    setShowsAll(!showsAll);
    setStart(lastOnes);
  };
  return (
    <Stack sx={{ gap: 2, alignItems: "flex-start" }}>
      <NewMessagesNote messages={data} />
      {data.length === 0 && (
        <Typography color="textSecondary">{isOwn ? words.noMessages : words.noMessagesYet}</Typography>
      )}
      {data.length > SHOWN_AT_FIRST && (
        <Button size="small" aria-expanded={showsAll} onClick={toggle}>
          {showsAll
            ? "Show last 3 messages"
            : `Show all messages (${data.length}${hidden > 0 ? `, ${hidden} new` : ""})`}
        </Button>
      )}
      <Box ref={thread} sx={{ alignSelf: "stretch" }}>
        {shown.length > 0 && <Thread shown={shown} from={from} isUnread={isUnread} />}
      </Box>
      <MessageComposer recordId={recordId} onSent={() => void showNewest()} />
    </Stack>
  );
}

/** Tells screen readers of messages that have come since the page was opened; the thread itself stays silent. */
function NewMessagesNote({ messages }: { messages: Message[] }) {
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

interface ThreadProps {
  shown: Message[];
  /** The place of the first of them among all. */
  from: number;
  isUnread: (message: Message) => boolean;
}

/** Messages in the order they were written, under their days; one's own stand at the right. */
function Thread({ shown, from, isUnread }: ThreadProps) {
  const me = session.current()?.username;
  return (
    <Box component="ul" aria-label="Messages" sx={list}>
      {shown.map((message, index) => {
        const day = dayOf(message);
        const isOwn = message.username === me;
        return (
          // Messages carry no id, and new ones come last.
          <Box component="li" key={from + index} sx={{ display: "grid", minWidth: 0 }}>
            {day !== "" && day !== dayOf(shown[index - 1]) && (
              <Box sx={dayLook} aria-hidden>
                {day}
              </Box>
            )}
            <Box sx={isOwn ? ownBubble : bubble}>
              <Typography component="div" variant="caption" sx={head}>
                <strong>{isOwn ? "You" : <bdi>{visibleText(message.username ?? "")}</bdi>}</strong>
                {message.date && (
                  <Typography component="span" variant="caption" color="textSecondary">
                    <Moment iso={message.date} />
                  </Typography>
                )}
                <VersionBadge version={message.uploadVersion} />
                {isUnread(message) && <Mark state="info">new</Mark>}
              </Typography>
              <MessageText text={message.content ?? ""} />
            </Box>
          </Box>
        );
      })}
    </Box>
  );
}

function dayOf(message: Message | undefined): string {
  if (!message?.date) return "";
  const moment = parseISO(message.date);
  if (!isValid(moment)) return "";
  if (isToday(moment)) return "Today";
  return isYesterday(moment) ? "Yesterday" : format(moment, "MMMM do yyyy");
}

/** Beyond this a message would push the others away. */
const LONG = { characters: 1200, lines: 16 };

/** What a message says, its lines as they were written; a long one at first only its beginning. */
function MessageText({ text }: { text: string }) {
  const [showsAll, setShowsAll] = useState(false);
  const id = useId();
  const isLong = text.length > LONG.characters || text.split("\n").length > LONG.lines;
  return (
    <>
      <Box
        id={id}
        component="p"
        dir="auto"
        sx={isLong && !showsAll ? { ...wordsLook, ...beginning } : wordsLook}
      >
        {text}
      </Box>
      {isLong && (
        <Button
          size="small"
          aria-expanded={showsAll}
          aria-controls={id}
          onClick={() => setShowsAll(!showsAll)}
        >
          {showsAll ? "Show less of this message" : "Show the whole message"}
        </Button>
      )}
    </>
  );
}

const list = { listStyle: "none", m: 0, p: 0, width: "100%", display: "grid", gap: 1.5 };

const head = { display: "flex", flexWrap: "wrap", columnGap: 1, alignItems: "center" };

const dayLook = {
  justifySelf: "center",
  mb: 1,
  fontSize: "0.8125rem",
  fontWeight: 600,
  color: "text.secondary",
};

const bubble = {
  justifySelf: "start",
  maxWidth: { xs: "92%", sm: "80%" },
  minWidth: 0,
  px: 2,
  py: 1,
  border: 1,
  borderColor: "divider",
  borderRadius: "10px 10px 10px 2px",
  bgcolor: "background.default",
};

const ownBubble = {
  ...bubble,
  justifySelf: "end",
  borderRadius: "10px 10px 2px 10px",
  borderColor: "state.info.border",
  bgcolor: "state.info.ground",
};

const wordsLook = { m: 0, whiteSpace: "pre-wrap", unicodeBidi: "isolate" };

const beginning = {
  maxHeight: 240,
  overflow: "clip",
  maskImage: "linear-gradient(to bottom, black 70%, transparent)",
};
