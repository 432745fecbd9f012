import Button from "@mui/material/Button";
import Stack from "@mui/material/Stack";
import Typography from "@mui/material/Typography";
import { useState } from "react";
import { useGetList, useStore } from "react-admin";
import { Link, useNavigate } from "react-router";
import type { RecordRow } from "../providers/resources/recordRow.ts";
import { NO_PAGINATION } from "../providers/vendorHttpClient.ts";
import { getRecordPath } from "../routes.ts";
import { formatQuantity } from "../ui/format.ts";
import { useKeyboardShortcuts } from "./useKeyboardShortcuts.ts";

/**
 * The previous and next record in the queue, with the filters that react-admin stored for the review page. A record
 * leaves the queue when it is decided, so its position is kept.
 */
export function useReviewQueue(record: RecordRow) {
  const [{ filter = {} }] = useStore<{ filter?: object }>("reviews.listParams", {});
  const [position, setPosition] = useState<number>();
  const { data: records = [] } = useGetList<RecordRow>(
    "reviews",
    { ...QUEUE_PARAMS, filter },
    { enabled: position !== undefined || record.statusInfo.status === "pending" },
  );
  const index = records.findIndex(({ id }) => id === record.id);
  if (index >= 0 && index !== position) setPosition(index);
  const isFiltered = Object.keys(filter).length > 0;
  const total = `${formatQuantity(records.length, "record")} ${isFiltered ? "in the filtered queue" : "waiting"}`;
  return {
    isKnown: position !== undefined,
    positionText: index < 0 ? total : `${index + 1} of ${total}`,
    next: position === undefined ? undefined : records[index < 0 ? position : position + 1],
    previous: position === undefined ? undefined : records[position - 1],
  };
}

export function QueueNavigation({ queue }: { queue: ReturnType<typeof useReviewQueue> }) {
  const { next, previous } = queue;
  const navigate = useNavigate();
  useKeyboardShortcuts((key) => {
    const target = { j: next, k: previous }[key];
    if (target) void navigate(getRecordPath("view", target.id));
    return target !== undefined;
  });
  if (!queue.isKnown) return null;
  const renderLink = (label: string, key: string, record: RecordRow | undefined) =>
    record && (
      <Button component={Link} to={getRecordPath("view", record.id)} size="small" aria-keyshortcuts={key}>
        {label}
      </Button>
    );
  return (
    <Stack direction="row" sx={{ alignItems: "center", gap: 0.5 }}>
      {renderLink("Previous", "k", previous)}
      <Typography variant="caption" color="textSecondary">
        {queue.positionText}
      </Typography>
      {renderLink("Next", "j", next)}
    </Stack>
  );
}

const QUEUE_PARAMS = {
  ...NO_PAGINATION,
  sort: { field: "timeOfLastStatusChange", order: "ASC" },
} as const;
