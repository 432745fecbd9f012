import Button from "@mui/material/Button";
import MuiLink from "@mui/material/Link";
import SnackbarContent from "@mui/material/SnackbarContent";
import Stack from "@mui/material/Stack";
import Typography from "@mui/material/Typography";
import { useQueryClient } from "@tanstack/react-query";
import { useEffect, useEffectEvent, useState, type ReactNode } from "react";
import { NotificationClasses, useNotify, useStore } from "react-admin";
import { Link, useNavigate } from "react-router";
import { messages } from "../../contract/messages.ts";
import { MAX_COUNTED_RECORDS } from "../../contract/review/recordSearch.ts";
import type { RecordRow } from "../providers/resources/recordRow.ts";
import {
  DEFAULT_REVIEW_FILTER,
  DEFAULT_REVIEW_SORT,
  type RecordNeighbors,
} from "../providers/resources/reviewsResource.ts";
import { useVendorQuery } from "../providers/useVendorQuery.ts";
import { getRecordPath, routes } from "../routes.ts";
import { ClampedName } from "../ui/ClampedName.tsx";
import { getRecordName } from "../ui/recordName.ts";
import { formatTotal } from "../ui/table/formatTotal.ts";
import { useKeyboardShortcuts } from "../ui/useKeyboardShortcuts.ts";

interface ListParams {
  filter?: object;
  sort?: string;
  order?: "ASC" | "DESC";
}

export type ReviewQueue = ReturnType<typeof useReviewQueue>;

/** The previous and next record in the queue, with the filters and sort that react-admin stored for the review page. */
export function useReviewQueue(record: RecordRow) {
  const [stored] = useStore<ListParams>("reviews.listParams", {});
  const { filter = DEFAULT_REVIEW_FILTER, sort = DEFAULT_REVIEW_SORT.field, order = "ASC" } = stored;
  const params = { filter, sort: { field: sort, order } };
  const queryKey = ["review-neighbors", record.id, params];
  const queryClient = useQueryClient();
  const { data, isPending, refetch } = useVendorQuery(
    queryKey,
    async (dataProvider) => {
      const current = await dataProvider.findNeighbors(record.id, params);
      // A decided record leaves the queue, but its page still leads to the next one.
      return isListed(current) ? current : (queryClient.getQueryData<RecordNeighbors>(queryKey) ?? current);
    },
    { staleTime: Infinity, gcTime: 0 },
  );
  const { position = null, total = 0, previous = null, next = null } = data ?? {};
  return {
    isLoading: isPending,
    /** Null if the services have no such call, undefined while and if they do not answer. */
    neighbors: data,
    isListed: isListed(data),
    positionText: formatPosition(position ?? 0, total),
    previous,
    next,
    reload: () => void refetch(),
  };
}

const isListed = (neighbors: RecordNeighbors | null | undefined): neighbors is RecordNeighbors =>
  typeof neighbors?.position === "number";

const MAX_NEIGHBORS_WAIT_MS = 2000;

/**
 * For the time after a decision about `record`: shows `message`, and opens the next record of the queue, or the queue after
 * its last one. Opens the queue too if the next record is not known soon. Stays on a record that is not in the queue.
 */
export function useOpenNextRecord(queue: ReviewQueue, record: RecordRow) {
  const { neighbors, isLoading } = queue;
  const [isDecided, setIsDecided] = useState(false);
  const navigate = useNavigate();
  const notify = useNotify();
  const openNextRecord = useEffectEvent(() => {
    setIsDecided(false);
    if (neighbors === undefined) void navigate(routes.review);
    else if (isListed(neighbors))
      void navigate(neighbors.next === null ? routes.review : getRecordPath("view", neighbors.next));
  });
  useEffect(() => {
    if (!isDecided) return undefined;
    const timer = setTimeout(openNextRecord, isLoading ? MAX_NEIGHBORS_WAIT_MS : 0);
    return () => clearTimeout(timer);
  }, [isDecided, isLoading]);
  return (message: string): void => {
    const text = (
      <>
        {message}{" "}
        <RecordLink recordId={record.id}>
          <ClampedName name={getRecordName(record.currentMetadata)} />
        </RecordLink>
        {isListed(neighbors) && <NextPageText {...neighbors} />}
      </>
    );
    // React-admin gives only messages without links their look.
    const toast = <SnackbarContent className={NotificationClasses.success} message={text} />;
    notify(toast, { type: "success" });
    setIsDecided(true);
  };
}

function NextPageText({ total, previous, next }: RecordNeighbors) {
  if (next !== null) return <>. {messages.nextRecordOpened}</>;
  if (previous === null) return <>. {messages.noRecordsLeft}</>;
  return (
    <>
      . {messages.lastRecordReviewed} {formatTotal(total - 1)} {total === 2 ? "is" : "are"} left.{" "}
      <RecordLink recordId={previous}>Open the previous one</RecordLink>
    </>
  );
}

const RecordLink = ({ recordId, children }: { recordId: string; children: ReactNode }) => (
  <MuiLink component={Link} to={getRecordPath("view", recordId)} color="inherit" underline="always">
    {children}
  </MuiLink>
);

const formatPosition = (position: number, total: number): string =>
  position > MAX_COUNTED_RECORDS
    ? formatTotal(total)
    : `${position.toLocaleString("en-US")} of ${formatTotal(total)}`;

export function QueueNavigation({ queue }: { queue: ReviewQueue }) {
  const { next, previous } = queue;
  const navigate = useNavigate();
  useKeyboardShortcuts((key) => {
    const target = { j: next, k: previous }[key];
    if (target) void navigate(getRecordPath("view", target));
    return Boolean(target);
  });
  if (!queue.isListed) return null;
  const renderLink = (label: string, key: string, recordId: string | null) =>
    recordId && (
      <Button component={Link} to={getRecordPath("view", recordId)} size="small" aria-keyshortcuts={key}>
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
