import Box from "@mui/material/Box";
import Link from "@mui/material/Link";
import Stack from "@mui/material/Stack";
import Typography from "@mui/material/Typography";
import { useEffect, useMemo } from "react";
import { Link as RouterLink } from "react-router";
import { schemaOf, type JsonObject } from "../../contract/schema/fields.ts";
import type { HistoryEntry, Notification, Upload } from "../../contract/generated/entities.ts";
import { isEditable, isUploadable } from "../../contract/status.ts";
import { useModelReport } from "../model-report/UploadedModelReport.tsx";
import { getHistoryEntryAuthor } from "../providers/historyEntryAuthor.ts";
import type { RecordRow } from "../providers/resources/recordRow.ts";
import {
  latestCurrentUpload,
  getRejectionNote,
  useReasonAnswers,
  useHistory,
  useRecordUploads,
  useLatestRejection,
  type RejectionReason,
} from "../providers/recordQueries.ts";
import { fieldTitle } from "../recordName.ts";
import { placeOf, recordPath } from "../routes.ts";
import { decisionDate, visibleText } from "../ui/format.ts";
import { ReasonTick } from "../ui/status/ReasonTick.tsx";
import { Moment } from "../ui/Moment.tsx";
import { SectionCard } from "../ui/SectionCard.tsx";
import { VersionBadge } from "../ui/status/VersionBadge.tsx";
import { ChangedFiles } from "./UploadChanges.tsx";
import { listChangedFields } from "./history/differences.ts";

export function RejectionReasonsCard({ record, isOwn }: { record: RecordRow; isOwn: boolean }) {
  const rejection = useLatestRejection(record.id);
  const { status } = record.statusInfo;
  if (!rejection || status === "accepted") return null;
  const reasons = rejection.reasons ?? [];
  if (reasons.length === 0 && status === "rejected") return null;
  const answeredCount = reasons.filter((reason) => reason.answered).length;
  return (
    <SectionCard
      title="Changes requested by the agency"
      aside={<VersionBadge version={rejection.uploadVersion} />}
    >
      <Typography variant="body2" color="textSecondary" sx={{ mb: 1 }}>
        Rejected on <Moment iso={rejection.date} words={decisionDate} /> by{" "}
        <bdi>{visibleText(rejection.username)}</bdi>
        {reasons.length > 0 && `; ${answeredCount} of ${reasons.length} answered`}
      </Typography>
      {status !== "rejected" && getRejectionNote(rejection) !== "" && (
        <Typography dir="auto" sx={preLineStyles}>
          {getRejectionNote(rejection)}
        </Typography>
      )}
      <Stack component="ul" aria-label="Reasons" sx={{ listStyle: "none", m: 0, p: 0, gap: 0.5 }}>
        {reasons.map((reason) => (
          <li key={reason.id}>
            <ReasonItem record={record} reason={reason} isOwn={isOwn} />
          </li>
        ))}
      </Stack>
      {status !== "rejected" && <ChangesSinceDecision record={record} rejection={rejection} />}
    </SectionCard>
  );
}

interface ReasonItemProps {
  record: RecordRow;
  reason: RejectionReason;
  isOwn: boolean;
}

function ReasonItem({ record, reason, isOwn }: ReasonItemProps) {
  const { setAnswered } = useReasonAnswers(record.id);
  const report = useModelReport(record.id);
  const { status } = record.statusInfo;
  const isInForm = reason.kind === "field" && isOwn && isEditable(status);
  const title = <bdi>{visibleText(getReasonTitle(reason))}</bdi>;
  return (
    <ReasonTick
      isAnswered={Boolean(reason.answered)}
      onAnswer={
        isOwn && isUploadable(status) ? (isAnswered) => setAnswered(reason.id, isAnswered) : undefined
      }
    >
      {reason.kind === "finding" && !report.data ? (
        title
      ) : (
        <Link
          component={RouterLink}
          to={{
            ...(isInForm && { pathname: recordPath("form", record.id) }),
            hash: placeOf[reason.kind](reason.name),
          }}
          underline="always"
        >
          {title}
        </Link>
      )}
      : {reason.text}
    </ReasonTick>
  );
}

const getReasonTitle = ({ kind, name }: RejectionReason): string =>
  kind === "field" ? fieldTitle(name) : name;

function ChangesSinceDecision({ record, rejection }: { record: RecordRow; rejection: Notification }) {
  const history = useHistorySince(record.id, rejection.date);
  const uploads = useRecordUploads(record.id).data;
  const fields = useMemo(
    () => listFieldsChangedSince(history ?? [], rejection.date),
    [history, rejection.date],
  );
  const newerUpload = findNewerUpload(uploads ?? [], rejection.uploadVersion ?? 0);
  if (!history || !uploads) return null;
  return (
    <Box sx={{ mt: 2 }}>
      <Typography variant="h3">Changed since the decision</Typography>
      <Typography variant="body2" sx={{ mt: 0.5 }}>
        {fields.length === 0 ? "No fields were changed." : `Fields: ${fields.join(", ")}`}
      </Typography>
      {newerUpload ? (
        <>
          <Typography variant="body2" component="div" sx={{ mt: 0.5 }}>
            Files: <VersionBadge version={newerUpload.rejected.uploadVersion} /> to{" "}
            <VersionBadge version={newerUpload.latest.uploadVersion} />
          </Typography>
          <ChangedFiles
            recordId={record.id}
            batchIds={[newerUpload.latest.uploadBatchId, newerUpload.rejected.uploadBatchId]}
            version={newerUpload.latest.uploadVersion ?? 0}
          />
        </>
      ) : (
        <Typography variant="body2">No new version was uploaded.</Typography>
      )}
    </Box>
  );
}

/** All entries after a date, and maybe older ones; undefined while loading. */
function useHistorySince(recordId: string, since: string): HistoryEntry[] | undefined {
  const { data, hasNextPage, isFetching, isError, fetchNextPage } = useHistory(recordId);
  const oldest = data?.at(-1);
  const isMissing = hasNextPage && oldest !== undefined && getHistoryEntryAuthor(oldest).date > since;
  useEffect(() => {
    if (isMissing && !isFetching && !isError) void fetchNextPage();
  }, [isMissing, isFetching, isError, fetchNextPage]);
  return isMissing ? undefined : data;
}

function listFieldsChangedSince(history: HistoryEntry[], decisionDate: string): string[] {
  const newEntries = history.filter((entry) => getHistoryEntryAuthor(entry).date > decisionDate);
  const [latest, first] = [newEntries[0], newEntries.at(-1)];
  if (!latest || !first) return [];
  const before = (first.oldValues ?? null) as JsonObject | null;
  return listChangedFields(schemaOf("metadata"), before, latest.newValues as JsonObject).map(fieldTitle);
}

/**
 * The rejected upload and the latest current one; undefined if they are the same.
 *
 * @param uploads newest first
 */
function findNewerUpload(
  uploads: Upload[],
  rejectedVersion: number,
): { rejected: Upload; latest: Upload } | undefined {
  const rejected = uploads.find(({ uploadVersion }) => uploadVersion === rejectedVersion);
  const latest = latestCurrentUpload(uploads);
  return rejected && latest && latest !== rejected ? { rejected, latest } : undefined;
}

const preLineStyles = { whiteSpace: "pre-line" };
