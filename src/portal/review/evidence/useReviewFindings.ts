import { useMemo } from "react";
import type { JsonObject } from "../../../contract/json.ts";
import type { ModelReport, Upload } from "../../../contract/generated/entities.ts";
import { quoteName } from "../../../contract/model-folder/diagnostic.ts";
import { getSchema } from "../../../contract/schema/fields.ts";
import { listRecordDifferences, type DeliveredModel } from "../../../contract/uploads/recordDifferences.ts";
import { decode } from "../../../contract/wire/wire.ts";
import { useSpatialExtent } from "../../model-report/ExtentCard.tsx";
import { useModelReport } from "../../model-report/UploadedModelReport.tsx";
import {
  useCurrentFiles,
  useLatestRejection,
  useRecordNotifications,
  useRecordUploads,
} from "../../providers/recordQueries.ts";
import type { RecordRow } from "../../providers/resources/recordRow.ts";
import { useUploadReceipt } from "../../providers/useVendorQuery.ts";
import {
  formatReason,
  getReasonState,
  isBlockingReason,
  type NewReason,
  type RejectionReason,
} from "../../record-parts/rejectionReasons.ts";
import { showInvisibleCharacters } from "../../ui/format.ts";
import { listModelFilePaths } from "../../ui/modelPaths.ts";
import { useRecordWarnings } from "../../record-parts/useRecordWarnings.ts";

/** Checks whose findings may concern neither a field nor a file. */
export const FINDING_SOURCES = { upload: "Upload", report: "Model report" };

export interface ReviewFinding {
  /** What the vendor would get. */
  reason: NewReason;
  /** The checks that found it now. */
  sources: string[];
  /** If the agency requested it before. */
  requested?: RejectionReason;
}

interface FoundReason {
  source: string;
  reason: NewReason;
}

const schema = getSchema("metadata");

/** Everything that the portal found or the agency requested before, each thing once; what is open comes first. */
export function useReviewFindings(record: RecordRow) {
  const uploadsQuery = useRecordUploads(record.id);
  const uploads = useMemo(
    () => uploadsQuery.data?.filter(({ archived }) => !archived) ?? [],
    [uploadsQuery.data],
  );
  const latestUpload: Upload | undefined = uploads[0];
  const reportQuery = useModelReport(record.id);
  const warningsQuery = useUploadReceipt(record.id, latestUpload?.uploadBatchId, parseWarnings);
  const areaQuery = useSpatialExtent(record);
  const area = areaQuery.data;
  const notificationsQuery = useRecordNotifications(record.id);
  const requested = useLatestRejection(record.id)?.reasons ?? [];
  const report = reportQuery.data;
  const filesQuery = useCurrentFiles(record.id);
  const paths = useMemo(() => listModelFilePaths(filesQuery.data?.files ?? []), [filesQuery.data]);
  const differences = useMemo(
    () => listDifferences(record, { report, area: area ?? undefined, paths }),
    [record, report, area, paths],
  );
  const found = [
    ...useRecordWarnings(record).map((warning) => toFieldReason("Record", warning, false)),
    ...listUploadWarnings(warningsQuery.data ?? [], report),
    ...(report ? listReportFindings(report) : []),
    ...differences,
  ];
  const queries = [uploadsQuery, reportQuery, warningsQuery, filesQuery] as const;
  return {
    findings: mergeFindings(found, requested),
    latestUpload,
    uploadCount: uploads.length,
    report,
    isLoading: [...queries, areaQuery, notificationsQuery].some(({ isLoading }) => isLoading),
    failedQueries: queries.filter(({ isLoadingError }) => isLoadingError),
  };
}

/** Still to be corrected before the model can be accepted without a note. */
export const isOpenFinding = ({ reason, sources, requested }: ReviewFinding): boolean =>
  isBlockingReason(reason) &&
  (sources.length > 0 || (requested !== undefined && getReasonState(requested) === "open"));

function mergeFindings(found: FoundReason[], requested: RejectionReason[]): ReviewFinding[] {
  const byText = new Map<string, ReviewFinding>();
  for (const earlier of requested) {
    const { kind, name, text } = earlier;
    const reason = { ...(kind && name && { kind, name }), text, blocking: isBlockingReason(earlier) };
    byText.set(formatReason(reason), { reason, sources: [], requested: earlier });
  }
  for (const { source, reason } of found) {
    const known = byText.get(formatReason(reason));
    if (!known) byText.set(formatReason(reason), { reason, sources: [source] });
    else if (!known.sources.includes(source)) known.sources.push(source);
  }
  const findings = [...byText.values()];
  return [...findings.filter(isOpenFinding), ...findings.filter((finding) => !isOpenFinding(finding))];
}

const toFinding = (source: string, reason: NewReason, blocking: boolean): FoundReason => ({
  source,
  reason: { ...reason, text: showInvisibleCharacters(reason.text), blocking },
});

const toFieldReason = (source: string, { field, text }: { field: string; text: string }, blocking: boolean) =>
  toFinding(source, { kind: "field", name: field, text }, blocking);

const parseWarnings = (receipt: JsonObject | null) =>
  (decode(getSchema("upload-receipt"), receipt ?? {}, "read")["warnings"] ?? []) as string[];

/** Without those that the model report has too, with their file. */
const listUploadWarnings = (warnings: string[], report: ModelReport | undefined): FoundReason[] =>
  warnings
    .filter((text) => !report?.findings.some((finding) => finding.text === text))
    .map((text) =>
      toFinding(FINDING_SOURCES.upload, { kind: "finding", name: FINDING_SOURCES.upload, text }, false),
    );

/** Without notes. */
const listReportFindings = ({ findings }: ModelReport): FoundReason[] =>
  findings
    .filter(({ severity }) => severity !== "note")
    .map(({ path, text, severity }) => {
      const subject =
        path === undefined
          ? ({ kind: "finding", name: FINDING_SOURCES.report } as const)
          : ({ kind: "file", name: path } as const);
      return toFinding(
        FINDING_SOURCES.report,
        { ...subject, text: removeFileName(text, path) },
        severity === "missing",
      );
    });

function removeFileName(text: string, path = ""): string {
  const name = quoteName(path);
  return text.startsWith(name) ? text.slice(name.length).replace(/^:? /, "") : text;
}

const DIFFERENCE_SOURCES = { model: "Record and model", area: "Area", files: "Record and files" };

const listDifferences = ({ currentMetadata }: RecordRow, delivered: DeliveredModel): FoundReason[] =>
  listRecordDifferences(schema, currentMetadata, delivered).map(({ source, isBlocking, ...difference }) =>
    toFieldReason(DIFFERENCE_SOURCES[source], difference, isBlocking),
  );
