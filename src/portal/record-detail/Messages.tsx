import Button from "@mui/material/Button";
import Stack from "@mui/material/Stack";
import Typography from "@mui/material/Typography";
import { useState } from "react";
import { messages as words } from "../../contract/messages.ts";
import { ErrorState } from "../ui/ErrorState.tsx";
import { Loading } from "../ui/Loading.tsx";
import { SteadyPlace } from "../ui/SteadyPlace.tsx";
import { Composer } from "./Composer.tsx";
import { MessageList } from "./MessageList.tsx";
import { NewMessagesNote } from "./NewMessagesNote.tsx";
import { useMessages } from "./useMessages.ts";

const SHOWN_AT_FIRST = 3;

/** The record's thread: its last messages, or all of them, and the place to write one. */
export function Messages({ recordId, isOwn }: { recordId: string; isOwn: boolean }) {
  const { data, error, refetch } = useMessages(recordId);
  const [showsAll, setShowsAll] = useState(false);
  // Where the shown part begins. It stays there when messages arrive, so that what is being read does not move.
  const [start, setStart] = useState<number>();
  const [text, setText] = useState("");
  const [isWriting, setIsWriting] = useState(false);

  if (!data && error)
    return (
      <ErrorState title="The messages could not be loaded" error={error} onRetry={() => void refetch()} />
    );
  if (!data) return <Loading label="Loading messages" />;
  const lastOnes = Math.max(0, data.length - SHOWN_AT_FIRST);
  if (start === undefined) setStart(lastOnes);
  const shown = showsAll ? data : data.slice(start ?? lastOnes);
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
      <SteadyPlace of={data.length} />
      <NewMessagesNote messages={data} />
      {data.length === 0 && (
        <Typography color="textSecondary">{isOwn ? words.noMessages : words.noMessagesYet}</Typography>
      )}
      {data.length > SHOWN_AT_FIRST && (
        <Button size="small" aria-expanded={showsAll} onClick={toggle} sx={{ ml: -2 }}>
          {showsAll ? "Show last 3 messages" : `Show all messages (${data.length})`}
        </Button>
      )}
      {shown.length > 0 && <MessageList messages={shown} />}
      {isWriting ? (
        <Composer
          recordId={recordId}
          text={text}
          onText={setText}
          onSent={() => void showNewest()}
          onClose={() => setIsWriting(false)}
        />
      ) : (
        <Button variant="outlined" onClick={() => setIsWriting(true)}>
          Send a message
        </Button>
      )}
    </Stack>
  );
}
