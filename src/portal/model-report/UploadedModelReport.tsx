import Accordion from "@mui/material/Accordion";
import AccordionDetails from "@mui/material/AccordionDetails";
import AccordionSummary from "@mui/material/AccordionSummary";
import ExpandMore from "@mui/icons-material/ExpandMore";
import Typography from "@mui/material/Typography";
import Alert from "@mui/material/Alert";
import AlertTitle from "@mui/material/AlertTitle";
import Stack from "@mui/material/Stack";
import { useState } from "react";
import { schemaOf, type JsonObject } from "../../contract/schema/fields.ts";
import type { ModelReport, Upload } from "../../contract/generated/entities.ts";
import { disagreementLines } from "../../contract/models/modelFacts.ts";
import type { RecordRow } from "../providers/resources/recordRow.ts";
import { useNewestUpload } from "../providers/recordQueries.ts";
import { useAnswer } from "../providers/useAnswer.ts";
import { placeOf } from "../routes.ts";
import { counted } from "../ui/format.ts";
import { FailureNote, retryAll } from "../ui/states.tsx";
import { useIsPrinting } from "../ui/printing.ts";
import { versionName } from "../ui/status/VersionBadge.tsx";
import { useLedTo } from "../ui/useLedTo.ts";
import { TextList, ModelReportView } from "./ModelReportView.tsx";

export function useModelReport(recordId: string | undefined) {
  const { uploadBatchId = "" } = useNewestUpload(recordId) ?? {};
  return useAnswer(
    ["model-report", recordId, uploadBatchId],
    (dataProvider) => dataProvider.modelReport(recordId!, uploadBatchId),
    { select: (report) => report ?? undefined, enabled: uploadBatchId !== "", staleTime: Infinity },
  );
}

/** Renders nothing if the service provides no model reports. */
export function UploadedModelReport({ record }: { record: RecordRow }) {
  const version = useNewestUpload(record.id)?.uploadVersion;
  const query = useModelReport(record.id);
  const { data: report, error } = query;
  if (!report)
    return error && <FailureNote title="The model report could not be loaded." {...retryAll([query])} />;
  return (
    <Stack sx={{ gap: 2, mb: 2 }}>
      <Disagreements metadata={record.currentMetadata} report={report} />
      <ReportAccordion report={report} version={version} />
    </Stack>
  );
}

function ReportAccordion({ report, version }: { report: ModelReport; version: Upload["uploadVersion"] }) {
  const [isOpen, setIsOpen] = useState(false);
  useLedTo(placeOf.finding(), () => setIsOpen(true));
  const isPrinting = useIsPrinting();
  return (
    <Accordion
      variant="outlined"
      disableGutters
      expanded={isOpen || isPrinting}
      onChange={(_, willOpen) => setIsOpen(willOpen)}
      slotProps={{ transition: { unmountOnExit: true } }}
    >
      <AccordionSummary id={placeOf.finding()} expandIcon={<ExpandMore />}>
        <Typography component="span">
          <strong>Model report{version && ` of ${versionName(version)}`}</strong>:{" "}
          {formatReportSummary(report)}
        </Typography>
      </AccordionSummary>
      <AccordionDetails>
        <ModelReportView report={report} />
      </AccordionDetails>
    </Accordion>
  );
}

function Disagreements({ metadata, report }: { metadata: JsonObject; report: ModelReport }) {
  const lines = disagreementLines(schemaOf("metadata"), metadata, report);
  if (lines.length === 0) return null;
  return (
    <Alert severity="warning">
      <AlertTitle>The record and the model disagree</AlertTitle>
      <TextList texts={lines} />
    </Alert>
  );
}

export function formatReportSummary({ plans, geometries, totals, findings }: ModelReport): string {
  if (totals.recognised === 0) return "No model files recognized";
  const missing = findings.filter(({ severity }) => severity === "missing").length;
  return [
    counted(plans.length, "plan"),
    counted(geometries.length, "geometry", "geometries"),
    `${totals.found.toLocaleString("en-US")} of ${counted(totals.references, "reference")} found`,
    missing > 0 ? counted(missing, "missing-file problem") : "no missing files",
  ].join(", ");
}
