import Box from "@mui/material/Box";
import Link from "@mui/material/Link";
import Stack from "@mui/material/Stack";
import Typography from "@mui/material/Typography";
import { useMemo } from "react";
import { Link as RouterLink } from "react-router";
import type { JsonObject } from "../../contract/json.ts";
import { getSchema } from "../../contract/schema/fields.ts";
import type { HistoryEntry, Notification, Upload } from "../../contract/generated/entities.ts";
import { isEditableStatus, isUploadableStatus } from "../../contract/status.ts";
import { showInvisibleCharacters } from "../../contract/showInvisibleCharacters.ts";
import { getReasonSubject } from "../../contract/review/formatReason.ts";
import { getReasonState, type RejectionReason } from "../../contract/review/reasonState.ts";
import { useModelReport } from "../model-report/UploadedModelReport.tsx";
import { getHistoryEntryAuthor } from "../providers/historyEntryAuthor.ts";
import type { RecordRow } from "../providers/resources/recordRow.ts";
import {
  latestCurrentUpload,
  useHistorySince,
  useRecordUploads,
  useLatestRejection,
} from "../providers/recordQueries.ts";
import { ReasonCheckbox } from "../record-parts/ReasonCheckbox.tsx";
import { getFieldTitle } from "../ui/recordName.ts";
import { formatRejectionEvent, getOtherText } from "../record-parts/rejectionReasons.ts";
import { anchorIds, getRecordPath } from "../routes.ts";
import { formatDecisionDate } from "../ui/format.ts";
import { Timestamp } from "../ui/Timestamp.tsx";
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
  const openCount = reasons.filter((reason) => getReasonState(reason) === "open").length;
  const otherText = getOtherText(rejection);
  return (
    <SectionCard
      title="Changes requested by the agency"
      titleAside={<VersionBadge version={rejection.uploadVersion} />}
    >
      <Typography variant="body2" color="textSecondary" sx={{ mb: 1 }}>
        {formatRejectionEvent(rejection)} on{" "}
        <Timestamp iso={rejection.date} formatTime={formatDecisionDate} /> by{" "}
        <bdi>{showInvisibleCharacters(rejection.username)}</bdi>
        {reasons.length > 0 && `; ${openCount} of ${reasons.length} still open`}
      </Typography>
      {status !== "rejected" && otherText !== "" && (
        <Typography dir="auto" sx={preLineStyles}>
          {otherText}
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
  const report = useModelReport(record.id);
  const { status } = record.statusInfo;
  const isInForm = reason.kind === "field" && isOwn && isEditableStatus(status);
  const { kind, name = "", text } = reason;
  const subject = <bdi>{getReasonSubject(reason)}</bdi>;
  const isLinked = kind !== undefined && (kind !== "finding" || report.data);
  return (
    <ReasonCheckbox recordId={record.id} reason={reason} isReadOnly={!isOwn || !isUploadableStatus(status)}>
      {isLinked ? (
        <Link
          component={RouterLink}
          to={{
            ...(isInForm && { pathname: getRecordPath("form", record.id) }),
            hash: anchorIds[kind](name),
          }}
          underline="always"
        >
          {subject}
        </Link>
      ) : (
        subject
      )}
      {kind !== undefined && ": "}
      {text}
    </ReasonCheckbox>
  );
}

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
      <Typography variant="h3">Changes since the decision</Typography>
      <Typography variant="body2" sx={{ mt: 0.5 }}>
        {fields.length === 0 ? "Fields: none" : `Fields: ${fields.join(", ")}`}
      </Typography>
      {newerUpload ? (
        <>
          <Typography variant="body2" component="div" sx={{ mt: 0.5 }}>
            Files: <VersionBadge version={newerUpload.rejected.uploadVersion} /> to{" "}
            <VersionBadge version={newerUpload.latest.uploadVersion} />
          </Typography>
          <ChangedFiles
            recordId={record.id}
            uploadIds={[newerUpload.latest.uploadBatchId, newerUpload.rejected.uploadBatchId]}
            version={newerUpload.latest.uploadVersion ?? 0}
          />
        </>
      ) : (
        <Typography variant="body2">Files: none</Typography>
      )}
    </Box>
  );
}

function listFieldsChangedSince(history: HistoryEntry[], decisionDate: string): string[] {
  const newEntries = history.filter((entry) => getHistoryEntryAuthor(entry).date > decisionDate);
  const [latest, first] = [newEntries[0], newEntries.at(-1)];
  if (!latest || !first) return [];
  const before = (first.oldValues ?? null) as JsonObject | null;
  return listChangedFields(getSchema("metadata"), before, latest.newValues as JsonObject).map(getFieldTitle);
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
