import Button from "@mui/material/Button";
import Stack from "@mui/material/Stack";
import Typography from "@mui/material/Typography";
import { useState } from "react";
import { useGetList, useStore } from "react-admin";
import { Link, useNavigate } from "react-router";
import type { RecordRow } from "../providers/resources/recordRow.ts";
import { WHOLE_LIST } from "../providers/resources/simpleRest.ts";
import { recordPath } from "../routes.ts";
import { useKeys } from "./useKeys.ts";

/**
 * The records before and after this one in the queue as its page was last narrowed, which react-admin remembers. Once it
 * is decided on, it is out of the list, and its place is remembered.
 */
export function useQueue(record: RecordRow) {
  const [{ filter = {} }] = useStore<{ filter?: object }>("reviews.listParams", {});
  const [place, setPlace] = useState<number>();
  const { data: records = [] } = useGetList<RecordRow>(
    "reviews",
    { ...WHOLE_QUEUE, filter },
    { enabled: place !== undefined || record.statusInfo.status === "pending" },
  );
  const found = records.findIndex(({ id }) => id === record.id);
  if (found >= 0 && found !== place) setPlace(found);
  const isNarrowed = Object.keys(filter).length > 0;
  const all = `${records.length} ${isNarrowed ? "in the filtered queue" : "waiting"}`;
  return {
    isKnown: place !== undefined,
    words: found < 0 ? all : `${found + 1} of ${all}`,
    next: place === undefined ? undefined : records[found < 0 ? place : place + 1],
    previous: place === undefined ? undefined : records[place - 1],
  };
}

/** The ways to the records before and after; J and K lead there. */
export function Neighbours({ queue }: { queue: ReturnType<typeof useQueue> }) {
  const { next, previous } = queue;
  const navigate = useNavigate();
  useKeys((key) => {
    const wanted = { j: next, k: previous }[key];
    if (wanted) void navigate(recordPath("view", wanted.id));
    return wanted !== undefined;
  });
  if (!queue.isKnown) return null;
  const link = (word: string, key: string, record: RecordRow | undefined) =>
    record && (
      <Button component={Link} to={recordPath("view", record.id)} size="small" aria-keyshortcuts={key}>
        {word}
      </Button>
    );
  return (
    <Stack direction="row" sx={{ alignItems: "center", gap: 0.5 }}>
      {link("Previous", "k", previous)}
      <Typography variant="caption" color="textSecondary">
        {queue.words}
      </Typography>
      {link("Next", "j", next)}
    </Stack>
  );
}

/** The whole queue, in the order of its page. */
const WHOLE_QUEUE = {
  ...WHOLE_LIST,
  sort: { field: "timeOfLastStatusChange", order: "ASC" },
} as const;
