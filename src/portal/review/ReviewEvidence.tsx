import AddComment from "@mui/icons-material/AddCommentOutlined";
import Box from "@mui/material/Box";
import IconButton from "@mui/material/IconButton";
import Tooltip from "@mui/material/Tooltip";
import Typography from "@mui/material/Typography";
import type { ReactNode } from "react";
import { schemaOf, type JsonObject } from "../../contract/schema/fields.ts";
import type { ModelReport, Upload } from "../../contract/generated/entities.ts";
import { quoted } from "../../contract/model-folder/modelFolderFinding.ts";
import { disagreementLines } from "../../contract/models/modelFacts.ts";
import { decode } from "../../contract/wire/wire.ts";
import { ExtentCard } from "../model-report/ExtentCard.tsx";
import { summaryOf, useModelReport } from "../model-report/UploadedModelReport.tsx";
import type { RecordRow } from "../providers/resources/recordRow.ts";
import { useRecordUploads } from "../providers/recordQueries.ts";
import { useUploadReceipt } from "../providers/useAnswer.ts";
import { fileSize, visibleText } from "../ui/format.ts";
import { FailureNote, retryAll } from "../ui/states.tsx";
import { FirstItems } from "../ui/NameList.tsx";

interface ReviewEvidenceProps {
  record: RecordRow;
  /** Takes a line of a reason: the field or file it is about, and what is the matter with it. */
  onPick: (line: string) => void;
}

/** What a line about no field and no file begins with: where it was found. */
export const FINDINGS = { upload: "Upload", report: "Model report" };

/** What speaks for or against a pending model, each finding a line that may become a reason to return it. */
export function ReviewEvidence({ record, onPick }: ReviewEvidenceProps) {
  const listed = useRecordUploads(record.id);
  const uploads = listed.data?.filter(({ archived }) => !archived) ?? [];
  const [newest] = uploads;
  const answers = [
    listed,
    useModelReport(record.id),
    useUploadReceipt(record.id, newest?.uploadBatchId, warningsIn),
  ] as const;
  const failed = answers.filter(({ isLoadingError }) => isLoadingError);
  const [, { data: report }, { data: warnings = [] }] = answers;
  const differences =
    report && disagreementLines(schemaOf("metadata"), record.currentMetadata, report).map(visibleText);
  const agrees = differences?.length === 0 && "The model's files contradict no field of the record.";
  const parts = [
    newest && {
      title: FINDINGS.upload,
      words: uploadText(newest, newest.uploadVersion ?? uploads.length),
      lines: warnings.map((text) => `${FINDINGS.upload}: ${text}`),
    },
    report && { title: FINDINGS.report, words: summaryOf(report), lines: findingLines(report) },
    differences && { title: "Record and model", words: agrees, lines: differences },
  ].filter((part) => part !== undefined);
  return (
    <Box sx={{ display: "grid", gap: 2.5, alignContent: "start", minWidth: 0 }}>
      {failed.length > 0 && (
        <FailureNote title="Part of what there is to look at could not be loaded." {...retryAll(failed)} />
      )}
      {parts.map(({ title, words, lines }) => (
        <Part key={title} title={title}>
          {words && <Typography variant="body2">{words}</Typography>}
          <Findings lines={lines} onPick={onPick} />
        </Part>
      ))}
      <ExtentCard record={record} Frame={Part} />
    </Box>
  );
}

const Part = ({ title, children }: { title: string; children: ReactNode }) => (
  <section>
    <Typography variant="h3" sx={{ mb: 0.5 }}>
      {title}
    </Typography>
    {children}
  </section>
);

/** What the check of an upload advised. */
const warningsIn = (receipt: JsonObject | null) =>
  (decode(schemaOf("upload-receipt"), receipt ?? {}, "read")["warnings"] ?? []) as string[];

/** Which version an upload is, how large, and how it differs from the one before. */
function uploadText({ size, fileCount, newFiles, changedFiles, goneFiles }: Upload, version: number): string {
  const files = typeof fileCount !== "number" ? "" : ` in ${fileCount.toLocaleString("en-US")} files`;
  const first = `Version ${version}, ${fileSize(size)}${files}`;
  if (version === 1) return `${first}. It is the first.`;
  const changes = [
    [newFiles, "new"],
    [changedFiles, "changed"],
    [goneFiles, "gone"],
  ] as const;
  const told = changes.flatMap(([count, word]) =>
    count ? [`${count.toLocaleString("en-US")} ${word}`] : [],
  );
  return `${first}. Since version ${version - 1}: ${told.join(", ") || "no file differs"}.`;
}

/** Notes are no fault; a line begins with the file it is about, which makes it a link for the vendor. */
const findingLines = ({ findings }: ModelReport): string[] =>
  findings
    .filter(({ severity }) => severity !== "note")
    .map(({ path, text }) => visibleText(`${path ?? FINDINGS.report}: ${withoutName(text, path)}`));

/** What a finding says after the name of the file that it is about, where it begins with it. */
const withoutName = (text: string, path = ""): string => {
  const name = quoted(path);
  return text.startsWith(name) ? text.slice(name.length).replace(/^:? /, "") : text;
};

const SHOWN = 6;

const Findings = ({ lines, onPick }: { lines: string[]; onPick: (line: string) => void }) =>
  lines.length > 0 && (
    <Box component="ul" sx={findingsLook}>
      <FirstItems
        items={lines}
        noun="findings"
        most={SHOWN}
        renderItem={(line) => (
          <li key={line}>
            <Typography component="span" variant="body2">
              {line}
            </Typography>
            <Tooltip title="Put this into the reason">
              <IconButton
                size="small"
                aria-label={`Put into the reason: ${line}`}
                onClick={() => onPick(line)}
              >
                <AddComment fontSize="small" />
              </IconButton>
            </Tooltip>
          </li>
        )}
      />
    </Box>
  );

const findingsLook = {
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
