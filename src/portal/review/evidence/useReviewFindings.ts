import { useMemo } from "react";
import type { JsonObject } from "../../../contract/json.ts";
import type { Upload } from "../../../contract/generated/entities.ts";
import { listReviewFindings } from "../../../contract/review/reviewFindings.ts";
import { getSchema } from "../../../contract/schema/fields.ts";
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
import { useCapabilities } from "../../providers/usePortalConfig.ts";
import { useUploadReceipt } from "../../providers/useVendorQuery.ts";
import { listModelFilePaths } from "../../ui/modelPaths.ts";
import { useRecordWarnings } from "../../record-parts/useRecordWarnings.ts";

const schema = getSchema("metadata");

/** The findings are complete once they are loaded. */
export function useReviewFindings(record: RecordRow) {
  const { currentMetadata: metadata } = record;
  const uploadsQuery = useRecordUploads(record.id);
  const uploads = useMemo(
    () => uploadsQuery.data?.filter(({ archived }) => !archived) ?? [],
    [uploadsQuery.data],
  );
  const latestUpload: Upload | undefined = uploads[0];
  const { modelReport: hasReports } = useCapabilities();
  const reportQuery = useModelReport(record.id);
  const report = reportQuery.data;
  const isReportMissing = hasReports && reportQuery.isSuccess && report === undefined;
  const warningsQuery = useUploadReceipt(record.id, latestUpload?.uploadBatchId, parseWarnings);
  const uploadWarnings = warningsQuery.data;
  const areaQuery = useSpatialExtent(record);
  const area = areaQuery.data ?? undefined;
  const notificationsQuery = useRecordNotifications(record.id);
  const requested = useLatestRejection(record.id)?.reasons;
  const filesQuery = useCurrentFiles(record.id);
  const paths = useMemo(() => listModelFilePaths(filesQuery.data?.files ?? []), [filesQuery.data]);
  const { warnings: recordWarnings, queries: recordQueries } = useRecordWarnings(record);
  const queries = [
    ...[uploadsQuery, reportQuery, warningsQuery, areaQuery, notificationsQuery, filesQuery],
    ...recordQueries,
  ];
  const isLoading = queries.some((query) => query.isLoading);
  const failedQueries = queries.filter(({ isLoadingError }) => isLoadingError);
  const isChecked = !isLoading && failedQueries.length === 0;
  const findings = useMemo(
    () =>
      listReviewFindings(schema, {
        ...{ metadata, recordWarnings, report, isReportMissing, area, paths, isChecked },
        uploadWarnings: uploadWarnings ?? [],
        requested: requested ?? [],
      }),
    [metadata, recordWarnings, uploadWarnings, report, isReportMissing, area, paths, isChecked, requested],
  );
  return {
    findings,
    latestUpload,
    uploadCount: uploads.length,
    report,
    isLoading,
    failedQueries,
  };
}

const parseWarnings = (receipt: JsonObject | null) =>
  (decode(getSchema("upload-receipt"), receipt ?? {}, "read")["warnings"] ?? []) as string[];
