import AddComment from "@mui/icons-material/AddCommentOutlined";
import Box from "@mui/material/Box";
import IconButton from "@mui/material/IconButton";
import Tooltip from "@mui/material/Tooltip";
import Typography from "@mui/material/Typography";
import type { ReactNode } from "react";
import type { JsonObject } from "../../contract/json.ts";
import { getSchema } from "../../contract/schema/fields.ts";
import type { ModelReport, Upload } from "../../contract/generated/entities.ts";
import { quoteName } from "../../contract/model-folder/diagnostic.ts";
import { formatDisagreements } from "../../contract/models/modelFacts.ts";
import { decode } from "../../contract/wire/wire.ts";
import { ExtentCard } from "../model-report/ExtentCard.tsx";
import { formatReportSummary, useModelReport } from "../model-report/UploadedModelReport.tsx";
import type { RecordRow } from "../providers/resources/recordRow.ts";
import { useRecordUploads } from "../providers/recordQueries.ts";
import { useRecordWarnings } from "../useRecordWarnings.ts";
import { useUploadReceipt } from "../providers/useVendorQuery.ts";
import { formatFileSize, formatQuantity, showInvisibleCharacters } from "../ui/format.ts";
import { ErrorAlert, buildRetryProps } from "../ui/states.tsx";
import { CollapsibleItems } from "../ui/NameList.tsx";
import { usePreviousRecordChanges } from "./usePreviousRecordChanges.ts";

interface ReviewEvidenceProps {
  record: RecordRow;
  /** Receives `field or file: problem`. */
  onAddToReason: (line: string) => void;
}

/** Prefixes of findings that concern neither a field nor a file. */
export const FINDING_SOURCES = { upload: "Upload", report: "Model report" };

export function ReviewEvidence({ record, onAddToReason }: ReviewEvidenceProps) {
  const uploadsQuery = useRecordUploads(record.id);
  const uploads = uploadsQuery.data?.filter(({ archived }) => !archived) ?? [];
  const [latest] = uploads;
  const queries = [
    uploadsQuery,
    useModelReport(record.id),
    useUploadReceipt(record.id, latest?.uploadBatchId, parseWarnings),
  ] as const;
  const failedQueries = queries.filter(({ isLoadingError }) => isLoadingError);
  const [, { data: report }, { data: warnings = [] }] = queries;
  const disagreements =
    report &&
    formatDisagreements(getSchema("metadata"), record.currentMetadata, report).map(showInvisibleCharacters);
  const recordWarnings = useRecordWarnings(record).map(showInvisibleCharacters);
  const agreementText = disagreements?.length === 0 && "The record and the model agree.";
  const sections = [
    recordWarnings.length > 0 && { title: "Record", summary: "", lines: recordWarnings },
    latest && {
      title: FINDING_SOURCES.upload,
      summary: formatUpload(latest, latest.uploadVersion ?? uploads.length),
      lines: warnings.map((text) => `${FINDING_SOURCES.upload}: ${text}`),
    },
    report && {
      title: FINDING_SOURCES.report,
      summary: formatReportSummary(report),
      lines: formatFindings(report),
    },
    disagreements && {
      title: "Differences between record and model",
      summary: agreementText,
      lines: disagreements,
    },
  ].filter((section) => section !== undefined && section !== false);
  return (
    <Box sx={{ display: "grid", gap: 2.5, alignContent: "start", minWidth: 0 }}>
      {failedQueries.length > 0 && (
        <ErrorAlert
          title="Some of the review information could not be loaded."
          {...buildRetryProps(failedQueries)}
        />
      )}
      {record.previousRecordId !== undefined && (
        <PreviousRecordChanges record={record} onAddToReason={onAddToReason} />
      )}
      {sections.map(({ title, summary, lines }) => (
        <EvidenceSection key={title} title={title}>
          {summary && <Typography variant="body2">{summary}</Typography>}
          <Findings lines={lines} onAddToReason={onAddToReason} />
        </EvidenceSection>
      ))}
      <ExtentCard record={record} Frame={EvidenceSection} />
    </Box>
  );
}

function PreviousRecordChanges({ record, onAddToReason }: ReviewEvidenceProps) {
  const changes = usePreviousRecordChanges(record);
  if (!changes) return null;
  return (
    <EvidenceSection title="Changes since the previous version">
      <Typography variant="body2">{changes.summary}</Typography>
      <Findings lines={changes.lines} onAddToReason={onAddToReason} />
    </EvidenceSection>
  );
}

const EvidenceSection = ({ title, children }: { title: string; children: ReactNode }) => (
  <section>
    <Typography variant="h3" sx={{ mb: 0.5 }}>
      {title}
    </Typography>
    {children}
  </section>
);

const parseWarnings = (receipt: JsonObject | null) =>
  (decode(getSchema("upload-receipt"), receipt ?? {}, "read")["warnings"] ?? []) as string[];

function formatUpload(
  { size, fileCount, newFiles, changedFiles, removedFiles }: Upload,
  version: number,
): string {
  const fileText = typeof fileCount !== "number" ? "" : ` in ${formatQuantity(fileCount, "file")}`;
  const description = `Version ${version}, ${formatFileSize(size)}${fileText}`;
  if (version === 1) return `${description}. First version.`;
  const changes = [
    [newFiles, "added"],
    [changedFiles, "changed"],
    [removedFiles, "removed"],
  ] as const;
  const changeTexts = changes.flatMap(([count, word]) =>
    count ? [`${count.toLocaleString("en-US")} ${word}`] : [],
  );
  return `${description}. Changes since version ${version - 1}: ${changeTexts.join(", ") || "none"}.`;
}

/** Without notes. Lines start with the file's path, which becomes a link on the vendor's page. */
const formatFindings = ({ findings }: ModelReport): string[] =>
  findings
    .filter(({ severity }) => severity !== "note")
    .map(({ path, text }) =>
      showInvisibleCharacters(`${path ?? FINDING_SOURCES.report}: ${stripFileName(text, path)}`),
    );

const stripFileName = (text: string, path = ""): string => {
  const name = quoteName(path);
  return text.startsWith(name) ? text.slice(name.length).replace(/^:? /, "") : text;
};

const MAX_SHOWN_FINDINGS = 6;

const Findings = ({ lines, onAddToReason }: { lines: string[]; onAddToReason: (line: string) => void }) =>
  lines.length > 0 && (
    <Box component="ul" sx={findingsStyles}>
      <CollapsibleItems
        items={lines}
        pluralNoun="findings"
        maxShown={MAX_SHOWN_FINDINGS}
        renderItem={(line) => (
          <li key={line}>
            <Typography component="span" variant="body2">
              {line}
            </Typography>
            <Tooltip title="Add to reason">
              <IconButton
                size="small"
                aria-label={`Add to reason: ${line}`}
                onClick={() => onAddToReason(line)}
              >
                <AddComment fontSize="small" />
              </IconButton>
            </Tooltip>
          </li>
        )}
      />
    </Box>
  );

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
