import AddTask from "@mui/icons-material/AddTask";
import CheckBox from "@mui/icons-material/CheckBox";
import Box from "@mui/material/Box";
import Button from "@mui/material/Button";
import Stack from "@mui/material/Stack";
import Tooltip from "@mui/material/Tooltip";
import Typography from "@mui/material/Typography";
import type { ComponentType, ReactNode } from "react";
import { formatReason } from "../../../contract/review/formatReason.ts";
import { groupBy } from "../../../contract/groupBy.ts";
import { getReasonState, isBlockingReason, type NewReason } from "../../../contract/review/reasonState.ts";
import {
  FINDING_SOURCES,
  isOpenFinding,
  type ReviewFinding,
} from "../../../contract/review/reviewFindings.ts";
import { ExtentCard } from "../../model-report/ExtentCard.tsx";
import { formatReportSummary } from "../../model-report/UploadedModelReport.tsx";
import type { RecordRow } from "../../providers/resources/recordRow.ts";
import { CollapsibleItems } from "../../ui/NameList.tsx";
import { ErrorAlert, buildRetryProps } from "../../ui/states.tsx";
import { ReasonStatePill } from "../../ui/status/ReasonStatePill.tsx";
import { Pill } from "../../ui/status/StatusBadge.tsx";
import { ReviewSection } from "./ReviewSection.tsx";
import { UnchangedFieldPill } from "./UnchangedFieldPill.tsx";
import { UploadSummary } from "./UploadSummary.tsx";
import { usePreviousRecordChanges } from "./usePreviousRecordChanges.ts";
import { type useReviewFindings } from "./useReviewFindings.ts";

interface ReasonChoice {
  isChosen: (reason: NewReason) => boolean;
  onToggle: (reason: NewReason) => void;
}

export interface ReviewedMetadataProps {
  record: RecordRow;
  Frame: ComponentType<{ title: string; titleAside: ReactNode; children: ReactNode }>;
  /** Marks of fields with findings. */
  marks: ReadonlyMap<string, ReactNode>;
}

interface ReviewEvidenceProps extends ReasonChoice {
  record: RecordRow;
  evidence: ReturnType<typeof useReviewFindings>;
  /** What differs from the delivery before. */
  changes: ReactNode;
  Metadata: ComponentType<ReviewedMetadataProps> | undefined;
  /** Beside the findings, where the metadata is otherwise. */
  form: ReactNode;
}

export function ReviewEvidence(props: ReviewEvidenceProps) {
  const { record, evidence, changes, Metadata, form, ...choice } = props;
  const { findings, latestUpload, uploadCount, report, isLoading, failedQueries } = evidence;
  return (
    <Box sx={form ? formBesideEvidenceStyles : evidenceStyles}>
      <Box sx={partStyles}>
        {failedQueries.length > 0 && (
          <ErrorAlert
            title="Some of the review information could not be loaded."
            {...buildRetryProps(failedQueries)}
          />
        )}
        {changes}
        {record.previousRecordId !== undefined && <PreviousRecordChanges record={record} {...choice} />}
        <ReviewSection title="Findings">
          {findings.length > 0 ? (
            <FindingList label="Findings" record={record} findings={findings} {...choice} />
          ) : (
            <Typography variant="body2" color="textSecondary">
              {isLoading ? "Loading the findings…" : "The portal found nothing to correct."}
            </Typography>
          )}
        </ReviewSection>
      </Box>
      {/* Below the findings in a narrow window, so that they do not move when it opens. */}
      {form && <div className="form">{form}</div>}
      {Metadata && (
        <Box className="metadata" sx={{ minWidth: 0 }}>
          <Metadata record={record} Frame={ReviewSection} marks={markFields(findings)} />
        </Box>
      )}
      <Box sx={partStyles}>
        {latestUpload && (
          <ReviewSection title={FINDING_SOURCES.upload}>
            <UploadSummary
              recordId={record.id}
              upload={latestUpload}
              version={latestUpload.uploadVersion ?? uploadCount}
            />
          </ReviewSection>
        )}
        {report && (
          <ReviewSection title={FINDING_SOURCES.report}>
            <Typography variant="body2">{formatReportSummary(report)}</Typography>
          </ReviewSection>
        )}
        <ExtentCard record={record} Frame={ReviewSection} />
      </Box>
    </Box>
  );
}

function markFields(findings: ReviewFinding[]): Map<string, ReactNode> {
  const current = findings.filter((finding) => finding.sources.length > 0 || isOpenFinding(finding));
  const byField = groupBy(
    current.filter(({ reason }) => reason.kind === "field"),
    ({ reason }) => reason.name ?? "",
  );
  return new Map([...byField].map(([name, own]) => [name, own.some(isOpenFinding) ? OPEN_MARK : OTHER_MARK]));
}

const MUST_BE_CORRECTED = "must be corrected";
const OPEN_MARK = <Pill state="pending">{MUST_BE_CORRECTED}</Pill>;
const OTHER_MARK = <Pill state="info">has a finding</Pill>;

function PreviousRecordChanges({ record, ...choice }: ReasonChoice & { record: RecordRow }) {
  const changes = usePreviousRecordChanges(record);
  if (!changes) return null;
  const title = "Changes since the previous version";
  return (
    <ReviewSection title={title}>
      <Typography variant="body2">{changes.summary}</Typography>
      {changes.findings.length > 0 && (
        <FindingList label={title} record={record} findings={changes.findings} {...choice} />
      )}
    </ReviewSection>
  );
}

const MAX_SHOWN_FINDINGS = 10;

interface FindingListProps extends ReasonChoice {
  label: string;
  record: RecordRow;
  findings: ReviewFinding[];
}

const FindingList = ({ label, record, findings, isChosen, onToggle }: FindingListProps) => (
  <Box component="ul" aria-label={label} sx={findingsStyles}>
    <CollapsibleItems
      items={findings}
      pluralNoun="findings"
      maxShown={MAX_SHOWN_FINDINGS}
      renderItem={(finding) => (
        <li key={formatReason(finding.reason)}>
          <Finding record={record} finding={finding} />
          <RequestButton
            text={formatReason(finding.reason)}
            isChosen={isChosen(finding.reason)}
            onToggle={() => onToggle(finding.reason)}
          />
        </li>
      )}
    />
  </Box>
);

interface FindingProps {
  record: RecordRow;
  finding: ReviewFinding;
}

function Finding({ record, finding }: FindingProps) {
  const { reason, sources, notes, requested, requestState } = finding;
  const answer = requested?.answer ?? "";
  const isSaidCorrected =
    reason.kind === "field" && requested !== undefined && getReasonState(requested) === "corrected";
  const isVerified = requestState === "corrected" && reason.finding !== undefined;
  return (
    <Box sx={{ minWidth: 0, overflowWrap: "anywhere" }}>
      <Typography variant="body2">{formatReason(reason)}</Typography>
      {notes.map((note) => (
        <Typography key={note} variant="body2" color="textSecondary">
          {note}
        </Typography>
      ))}
      {answer !== "" && (
        <Typography variant="body2" sx={{ whiteSpace: "pre-line" }}>
          Answer: {answer}
        </Typography>
      )}
      <Stack direction="row" sx={{ gap: 0.75, flexWrap: "wrap", alignItems: "center", mt: 0.25 }}>
        {requestState && <ReasonStatePill state={requestState} />}
        {isSaidCorrected && !isVerified && <UnchangedFieldPill record={record} name={reason.name ?? ""} />}
        {isBlockingReason(reason) && sources.length > 0 && <Pill state="pending">{MUST_BE_CORRECTED}</Pill>}
        <Typography variant="caption" color="textSecondary">
          {[...(requested ? ["Requested before"] : []), ...sources].join(", ")}
        </Typography>
      </Stack>
    </Box>
  );
}

interface RequestButtonProps {
  text: string;
  isChosen: boolean;
  onToggle: () => void;
}

const RequestButton = ({ text, isChosen, onToggle }: RequestButtonProps) => (
  <Tooltip title={isChosen ? "Remove from the changes to request" : "Request this change"}>
    <Button
      size="small"
      variant={isChosen ? "contained" : "outlined"}
      startIcon={isChosen ? <CheckBox /> : <AddTask />}
      aria-label={`Request this change: ${text}`}
      aria-pressed={isChosen}
      onClick={onToggle}
      sx={{ flexShrink: 0 }}
    >
      Request
    </Button>
  </Tooltip>
);

const partStyles = { display: "grid", gap: 2.5, alignContent: "start", minWidth: 0 };

const TWO_COLUMNS = "repeat(2, minmax(0, 1fr))";

/** The second row takes the height that the metadata needs beside both rows. */
const evidenceStyles = {
  ...partStyles,
  columnGap: 3,
  alignSelf: "start",
  gridTemplateRows: "auto 1fr",
  gridTemplateColumns: { lg: TWO_COLUMNS },
  "& > .metadata": { gridColumn: { lg: 2 }, gridRow: { lg: "1 / span 2" } },
};

/** The form has the height of all rows, so that its buttons stay at the bottom of the window. */
const formBesideEvidenceStyles = {
  ...partStyles,
  columnGap: 3,
  gridTemplateRows: { md: "auto auto 1fr" },
  gridTemplateColumns: { md: TWO_COLUMNS },
  "& > .form": { minWidth: 0, gridColumn: { md: 2 }, gridRow: { md: "1 / span 3" } },
};

const findingsStyles = {
  listStyle: "none",
  m: 0,
  mt: 1,
  p: 0,
  "& li": {
    display: "flex",
    justifyContent: "space-between",
    alignItems: "start",
    gap: 1,
    py: 0.75,
    borderTop: 1,
    borderColor: "divider",
  },
};
