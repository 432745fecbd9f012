import Box from "@mui/material/Box";
import Button from "@mui/material/Button";
import Stack from "@mui/material/Stack";
import Typography from "@mui/material/Typography";
import visuallyHidden from "@mui/utils/visuallyHidden";
import { format, isToday, isValid, isYesterday, parseISO } from "date-fns";
import { useId, useState } from "react";
import type { Message } from "../../../contract/generated/entities.ts";
import { messages as words } from "../../../contract/messages.ts";
import { showInvisibleCharacters } from "../../../contract/showInvisibleCharacters.ts";
import { useMessages } from "../../providers/recordQueries.ts";
import { session } from "../../providers/session.ts";
import { ErrorState, Loading } from "../../ui/states.tsx";
import { Timestamp } from "../../ui/Timestamp.tsx";
import { Pill } from "../../ui/status/StatusBadge.tsx";
import { VersionBadge } from "../../ui/status/VersionBadge.tsx";
import { useIsUnread } from "./useIsUnread.ts";
import { MessageFields } from "./MessageFields.tsx";
import { MessageComposer, useKeepComposerInPlace } from "./MessageComposer.tsx";

const VISIBLE_MESSAGES = 3;

export function Messages({ recordId, isOwn }: { recordId: string; isOwn: boolean }) {
  const { data, error, refetch } = useMessages(recordId);
  const [showsAll, setShowsAll] = useState(false);
  // Later messages are shown on request, so that the content does not move.
  const [count, setCount] = useState<number>();
  const thread = useKeepComposerInPlace();
  const to = count ?? data?.length ?? 0;
  const from = showsAll ? 0 : Math.max(0, to - VISIBLE_MESSAGES);
  const isUnread = useIsUnread(recordId, data, [from, to]);
  if (!data && error)
    return (
      <ErrorState title="The messages could not be loaded" error={error} onRetry={() => void refetch()} />
    );
  if (!data) return <Loading label="Loading messages" />;
  if (count === undefined) setCount(data.length);
  const newCount = data.length - to;
  const hiddenUnreadCount = data.slice(0, from).filter(isUnread).length;
  const showLatest = async () => {
    const { data: all = [] } = await refetch();
    setCount(all.length);
  };
  const handleToggle = () => {
    setShowsAll(!showsAll);
    setCount(data.length);
  };
  return (
    <Stack sx={{ gap: 2, alignItems: "flex-start" }}>
      <NewMessagesAnnouncement messages={data} />
      {data.length === 0 && (
        <Typography color="textSecondary">{isOwn ? words.noMessages : words.noMessagesForAdmin}</Typography>
      )}
      {data.length > VISIBLE_MESSAGES && (
        <Button size="small" aria-expanded={showsAll} onClick={handleToggle}>
          {showsAll
            ? "Show only the last 3 messages"
            : `Show all messages (${data.length}${hiddenUnreadCount > 0 ? `, ${hiddenUnreadCount} new` : ""})`}
        </Button>
      )}
      <Box ref={thread} sx={{ alignSelf: "stretch", position: "relative" }}>
        {to > 0 && <Thread shown={data.slice(from, to)} from={from} isUnread={isUnread} />}
        {newCount > 0 && (
          <Button
            size="small"
            variant="outlined"
            onClick={() => setCount(data.length)}
            sx={to > 0 ? floatingButtonStyles : undefined}
          >
            {`${newCount} new`}
          </Button>
        )}
      </Box>
      <MessageComposer recordId={recordId} onSent={() => void showLatest()} />
    </Stack>
  );
}

/** Lies over the end of the thread, so that it does not move the composer. */
const floatingButtonStyles = {
  position: "absolute",
  bottom: 8,
  right: 8,
  bgcolor: "background.paper",
  "&:hover": { bgcolor: "background.paper" },
};

/** Announces new messages to screen readers. */
function NewMessagesAnnouncement({ messages }: { messages: Message[] }) {
  const [initialCount] = useState(messages.length);
  const ownUsername = session.getAccount()?.username;
  const newMessages = messages.slice(initialCount).filter(({ username }) => username !== ownUsername);
  const last = newMessages.at(-1);
  return (
    <p role="status" style={visuallyHidden}>
      {last &&
        `${newMessages.length} new ${newMessages.length === 1 ? "message" : "messages"}, the latest from ${last.username}`}
    </p>
  );
}

interface ThreadProps {
  shown: Message[];
  /** Index of the first shown message among all. */
  from: number;
  isUnread: (message: Message) => boolean;
}

function Thread({ shown, from, isUnread }: ThreadProps) {
  const ownUsername = session.getAccount()?.username;
  return (
    <Box component="ul" aria-label="Messages" sx={listStyles}>
      {shown.map((message, index) => {
        const day = formatDay(message);
        const isOwn = message.username === ownUsername;
        return (
          // Messages have no id; new ones are appended.
          <Box component="li" key={from + index} sx={{ display: "grid", minWidth: 0 }}>
            {day !== "" && day !== formatDay(shown[index - 1]) && (
              <Box sx={dayStyles} aria-hidden>
                {day}
              </Box>
            )}
            <Box sx={isOwn ? ownBubbleStyles : bubbleStyles}>
              <Typography component="div" variant="caption" sx={headStyles}>
                <strong>
                  {isOwn ? "You" : <bdi>{showInvisibleCharacters(message.username ?? "")}</bdi>}
                </strong>
                {message.date && (
                  <Typography component="span" variant="caption" color="textSecondary">
                    <Timestamp iso={message.date} />
                  </Typography>
                )}
                <VersionBadge version={message.uploadVersion} />
                {isUnread(message) && <Pill state="info">new</Pill>}
              </Typography>
              <MessageText text={message.content ?? ""} />
              <MessageFields message={message} />
            </Box>
          </Box>
        );
      })}
    </Box>
  );
}

function formatDay(message: Message | undefined): string {
  if (!message?.date) return "";
  const moment = parseISO(message.date);
  if (!isValid(moment)) return "";
  if (isToday(moment)) return "Today";
  return isYesterday(moment) ? "Yesterday" : format(moment, "MMMM do yyyy");
}

const MAX_COLLAPSED_MESSAGE = { characters: 1200, lines: 16 };

function MessageText({ text }: { text: string }) {
  const [showsAll, setShowsAll] = useState(false);
  const id = useId();
  const isLong =
    text.length > MAX_COLLAPSED_MESSAGE.characters || text.split("\n").length > MAX_COLLAPSED_MESSAGE.lines;
  return (
    <>
      <Box
        id={id}
        component="p"
        dir="auto"
        sx={isLong && !showsAll ? { ...textStyles, ...collapsedStyles } : textStyles}
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

const listStyles = { listStyle: "none", m: 0, p: 0, width: "100%", display: "grid", gap: 1.5 };

const headStyles = { display: "flex", flexWrap: "wrap", columnGap: 1, alignItems: "center" };

const dayStyles = {
  justifySelf: "center",
  mb: 1,
  fontSize: "0.8125rem",
  fontWeight: 600,
  color: "text.secondary",
};

const bubbleStyles = {
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

const ownBubbleStyles = {
  ...bubbleStyles,
  justifySelf: "end",
  borderRadius: "10px 10px 2px 10px",
  borderColor: "state.info.border",
  bgcolor: "state.info.ground",
};

const textStyles = { m: 0, whiteSpace: "pre-wrap", unicodeBidi: "isolate" };

const collapsedStyles = {
  maxHeight: 240,
  overflow: "clip",
  maskImage: "linear-gradient(to bottom, black 70%, transparent)",
};
