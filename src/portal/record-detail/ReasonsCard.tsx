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
import { authorOf } from "../providers/authorOf.ts";
import type { RecordRow } from "../providers/resources/recordRow.ts";
import {
  newestStanding,
  otherWords,
  useAnswerReason,
  useHistory,
  useRecordUploads,
  useRejection,
  type Reason,
} from "../providers/recordQueries.ts";
import { fieldTitle } from "../recordName.ts";
import { placeOf, recordPath } from "../routes.ts";
import { decisionDate, visibleText } from "../ui/format.ts";
import { ReasonTick } from "../ui/status/ReasonTick.tsx";
import { Moment } from "../ui/Moment.tsx";
import { SectionCard } from "../ui/SectionCard.tsx";
import { VersionBadge } from "../ui/status/VersionBadge.tsx";
import { ChangedFiles } from "./ChangedFiles.tsx";
import { changedFields } from "./history/differences.ts";

/**
 * What the last rejection asked for, reason by reason, and what the vendor has done about it since; nothing where the
 * record was never rejected, or is accepted by now.
 */
export function ReasonsCard({ record, isOwn }: { record: RecordRow; isOwn: boolean }) {
  const rejection = useRejection(record.id);
  const { status } = record.statusInfo;
  if (!rejection || status === "accepted") return null;
  const reasons = rejection.reasons ?? [];
  if (reasons.length === 0 && status === "rejected") return null;
  const answered = reasons.filter((reason) => reason.answered).length;
  return (
    <SectionCard
      title="What the agency asked to change"
      aside={<VersionBadge version={rejection.uploadVersion} />}
    >
      <Typography variant="body2" color="textSecondary" sx={{ mb: 1 }}>
        Rejected on <Moment iso={rejection.date} words={decisionDate} /> by{" "}
        <bdi>{visibleText(rejection.username)}</bdi>
        {reasons.length > 0 && `; ${answered} of ${reasons.length} answered`}
      </Typography>
      {status !== "rejected" && otherWords(rejection) !== "" && (
        <Typography dir="auto" sx={words}>
          {otherWords(rejection)}
        </Typography>
      )}
      <Stack component="ul" aria-label="Reasons" sx={{ listStyle: "none", m: 0, p: 0, gap: 0.5 }}>
        {reasons.map((reason) => (
          <li key={reason.id}>
            <ReasonLine record={record} reason={reason} isOwn={isOwn} />
          </li>
        ))}
      </Stack>
      {status !== "rejected" && <ChangedSince record={record} rejection={rejection} />}
    </SectionCard>
  );
}

interface ReasonLineProps {
  record: RecordRow;
  reason: Reason;
  isOwn: boolean;
}

function ReasonLine({ record, reason, isOwn }: ReasonLineProps) {
  const { answer } = useAnswerReason(record.id);
  const report = useModelReport(record.id);
  const { status } = record.statusInfo;
  const isInForm = reason.kind === "field" && isOwn && isEditable(status);
  const title = <bdi>{visibleText(titleOf(reason))}</bdi>;
  return (
    <ReasonTick
      isAnswered={Boolean(reason.answered)}
      onAnswer={isOwn && isUploadable(status) ? (isAnswered) => answer(reason.id, isAnswered) : undefined}
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

/** What a reason is about, as users know it. */
const titleOf = ({ kind, name }: Reason): string => (kind === "field" ? fieldTitle(name) : name);

/** What fields and files have changed since the agency decided. */
function ChangedSince({ record, rejection }: { record: RecordRow; rejection: Notification }) {
  const history = useHistorySince(record.id, rejection.date);
  const uploads = useRecordUploads(record.id).data;
  const fields = useMemo(() => fieldsChangedSince(history ?? [], rejection.date), [history, rejection.date]);
  const versions = versionsSince(uploads ?? [], rejection.uploadVersion ?? 0);
  if (!history || !uploads) return null;
  return (
    <Box sx={{ mt: 2 }}>
      <Typography variant="h3">Changed since the decision</Typography>
      <Typography variant="body2" sx={{ mt: 0.5 }}>
        {fields.length === 0 ? "No field was changed." : `Fields: ${fields.join(", ")}`}
      </Typography>
      {versions ? (
        <>
          <Typography variant="body2" component="div" sx={{ mt: 0.5 }}>
            Files: <VersionBadge version={versions.then.uploadVersion} /> to{" "}
            <VersionBadge version={versions.now.uploadVersion} />
          </Typography>
          <ChangedFiles
            recordId={record.id}
            batchIds={[versions.now.uploadBatchId, versions.then.uploadBatchId]}
            version={versions.now.uploadVersion ?? 0}
          />
        </>
      ) : (
        <Typography variant="body2">No new version was uploaded.</Typography>
      )}
    </Box>
  );
}

/** The versions saved after a moment and some before; undefined until all of them are there. */
function useHistorySince(recordId: string, moment: string): HistoryEntry[] | undefined {
  const { data, hasNextPage, isFetching, isError, fetchNextPage } = useHistory(recordId);
  const oldest = data?.at(-1);
  const isMissing = hasNextPage && oldest !== undefined && authorOf(oldest).date > moment;
  useEffect(() => {
    if (isMissing && !isFetching && !isError) void fetchNextPage();
  }, [isMissing, isFetching, isError, fetchNextPage]);
  return isMissing ? undefined : data;
}

/** The titles of the fields that differ between what was saved last before a moment and what is saved now. */
function fieldsChangedSince(history: HistoryEntry[], decided: string): string[] {
  const since = history.filter((entry) => authorOf(entry).date > decided);
  const [now, first] = [since[0], since.at(-1)];
  if (!now || !first) return [];
  const before = (first.oldValues ?? null) as JsonObject | null;
  return changedFields(schemaOf("metadata"), before, now.newValues as JsonObject).map(fieldTitle);
}

/**
 * The version that was decided about and the newest one; undefined while they are the same.
 *
 * @param uploads the newest first
 */
function versionsSince(uploads: Upload[], decided: number): { then: Upload; now: Upload } | undefined {
  const then = uploads.find(({ uploadVersion }) => uploadVersion === decided);
  const now = newestStanding(uploads);
  return then && now && now !== then ? { then, now } : undefined;
}

const words = { whiteSpace: "pre-line" };
