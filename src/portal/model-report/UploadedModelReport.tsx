import Accordion from "@mui/material/Accordion";
import AccordionDetails from "@mui/material/AccordionDetails";
import AccordionSummary from "@mui/material/AccordionSummary";
import ExpandMore from "@mui/icons-material/ExpandMore";
import Box from "@mui/material/Box";
import Link from "@mui/material/Link";
import Typography from "@mui/material/Typography";
import Alert from "@mui/material/Alert";
import AlertTitle from "@mui/material/AlertTitle";
import Stack from "@mui/material/Stack";
import { Fragment, useId, useState } from "react";
import type { JsonObject } from "../../contract/json.ts";
import type { Diagnostic } from "../../contract/model-folder/diagnostic.ts";
import { getSchema } from "../../contract/schema/fields.ts";
import type { ModelReport, Upload } from "../../contract/generated/entities.ts";
import { formatDisagreements } from "../../contract/models/modelFacts.ts";
import type { RecordRow } from "../providers/resources/recordRow.ts";
import { useLatestCurrentUpload } from "../providers/recordQueries.ts";
import { useVendorQuery } from "../providers/useVendorQuery.ts";
import { anchorIds } from "../routes.ts";
import { formatQuantity } from "../ui/format.ts";
import { ErrorAlert, buildRetryProps } from "../ui/states.tsx";
import { useIsPrinting } from "../ui/page/useIsPrinting.ts";
import { formatVersion } from "../ui/status/VersionBadge.tsx";
import { useHashTarget } from "../ui/page/useHashTarget.ts";
import { Findings, ModelReportView, ReportFindings, TextList } from "./ModelReportView.tsx";

export const useModelReport = (recordId: string | undefined) =>
  useUploadReport(recordId, useLatestCurrentUpload(recordId)?.uploadBatchId);

/** Waits for the ids. */
export const useUploadReport = (recordId = "", uploadBatchId = "") =>
  useVendorQuery(
    ["model-report", recordId, uploadBatchId],
    (dataProvider) => dataProvider.getModelReport(recordId, uploadBatchId),
    { select: (report) => report ?? undefined, enabled: uploadBatchId !== "", staleTime: Infinity },
  );

/** Renders nothing if the service provides no model reports. */
export function UploadedModelReport({ record }: { record: RecordRow }) {
  const version = useLatestCurrentUpload(record.id)?.uploadVersion;
  const query = useModelReport(record.id);
  const { data: report, error } = query;
  if (!report)
    return (
      error && <ErrorAlert title="The model report could not be loaded." {...buildRetryProps([query])} />
    );
  return (
    <Stack sx={{ gap: 2, mb: 2 }}>
      <Disagreements metadata={record.currentMetadata} report={report} />
      <ReportAccordion report={report} version={version} />
    </Stack>
  );
}

/** The portal accepts no upload with errors in its layout or metadata file. */
const CHECKED_BY_PORTAL: Diagnostic[] = [];

function ReportAccordion({ report, version }: { report: ModelReport; version: Upload["uploadVersion"] }) {
  const [isOpen, setIsOpen] = useState(false);
  useHashTarget(anchorIds.finding(), () => setIsOpen(true));
  const isPrinting = useIsPrinting();
  return (
    <Accordion
      variant="outlined"
      disableGutters
      expanded={isOpen || isPrinting}
      onChange={(_, willOpen) => setIsOpen(willOpen)}
      slotProps={{ transition: { unmountOnExit: true } }}
    >
      <AccordionSummary id={anchorIds.finding()} expandIcon={<ExpandMore />}>
        <Typography component="span">
          <strong>Model report{version && ` of ${formatVersion(version)}`}</strong>:{" "}
          {formatReportSummary(report, CHECKED_BY_PORTAL)}
        </Typography>
      </AccordionSummary>
      <AccordionDetails>
        <ModelReportView report={report}>
          <ReportFindings findings={report.findings} isLayoutValid />
        </ModelReportView>
      </AccordionDetails>
    </Accordion>
  );
}

function Disagreements({ metadata, report }: { metadata: JsonObject; report: ModelReport }) {
  const lines = formatDisagreements(getSchema("metadata"), metadata, report);
  if (lines.length === 0) return null;
  return (
    <Alert severity="warning">
      <AlertTitle>The record and the model disagree</AlertTitle>
      <TextList texts={lines} />
    </Alert>
  );
}

/** Without `diagnostics`, folder layout and metadata file were not checked, so the summary does not mention missing files. */
export const formatReportSummary = (report: ModelReport, diagnostics?: Diagnostic[]): string =>
  listSummaryParts(report, diagnostics).join(", ");

const getMissing = ({ findings }: ModelReport) => findings.filter(({ severity }) => severity === "missing");

const formatMissingCount = (missing: unknown[]) => formatQuantity(missing.length, "missing-file problem");

/** The number of missing files in the summary opens their list. */
export function ReportSummary({ report }: { report: ModelReport }) {
  const [isOpen, setIsOpen] = useState(false);
  const missing = getMissing(report);
  const count = formatMissingCount(missing);
  const listId = useId();
  return (
    <>
      <Typography variant="body2" color="textSecondary">
        {listSummaryParts(report).map((part, index) => (
          <Fragment key={part}>
            {index > 0 && ", "}
            {part === count ? (
              <Link
                component="button"
                type="button"
                variant="body2"
                aria-expanded={isOpen}
                aria-controls={listId}
                onClick={() => setIsOpen(!isOpen)}
                sx={{ verticalAlign: "baseline" }}
              >
                {part}
              </Link>
            ) : (
              part
            )}
          </Fragment>
        ))}
      </Typography>
      <Box id={listId} sx={isOpen ? { my: 1 } : {}}>
        {isOpen && missing.length > 0 && <Findings findings={missing} />}
      </Box>
    </>
  );
}

function listSummaryParts(report: ModelReport, diagnostics?: Diagnostic[]): string[] {
  const { plans, geometries, totals } = report;
  const layoutErrors = diagnostics?.filter(({ severity }) => severity === "error").length ?? 0;
  const missing = getMissing(report);
  const isComplete = diagnostics && layoutErrors + missing.length + totals.unreadable + totals.unread === 0;
  const problems = [
    layoutErrors > 0 && formatQuantity(layoutErrors, "error"),
    missing.length > 0 && formatMissingCount(missing),
    totals.unreadable > 0 && `${formatQuantity(totals.unreadable, "file")} could not be read`,
    totals.unread > 0 && `${formatQuantity(totals.unread, "file")} not read or only in part`,
    isComplete && "all needed files found",
  ];
  const facts =
    totals.recognised === 0
      ? ["No model files recognized"]
      : [
          formatQuantity(plans.length, "plan"),
          formatQuantity(geometries.length, "geometry", "geometries"),
          `${totals.found.toLocaleString("en-US")} of ${formatQuantity(totals.references, "file reference")} found`,
        ];
  return [...facts, ...problems].filter((part) => typeof part === "string");
}
