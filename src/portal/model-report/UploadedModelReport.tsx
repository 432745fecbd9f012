import Accordion from "@mui/material/Accordion";
import AccordionDetails from "@mui/material/AccordionDetails";
import AccordionSummary from "@mui/material/AccordionSummary";
import ExpandMore from "@mui/icons-material/ExpandMore";
import Typography from "@mui/material/Typography";
import { useQuery } from "@tanstack/react-query";
import { useDataProvider } from "react-admin";
import type { ModelReport } from "../../contract/generated/entities.ts";
import type { PortalDataProvider } from "../providers/dataProvider.ts";
import { ModelReportView } from "./ModelReportView.tsx";

interface UploadedModelReportProps {
  recordId: string;
  uploadBatchId: string;
}

/** The report of an uploaded model, closed under what it comes to. Nothing where the services make no reports. */
export function UploadedModelReport({ recordId, uploadBatchId }: UploadedModelReportProps) {
  const dataProvider = useDataProvider<PortalDataProvider>();
  const { data: report } = useQuery({
    queryKey: ["model-report", recordId, uploadBatchId],
    queryFn: async () => (await dataProvider.modelReport(recordId, uploadBatchId)) ?? null,
    staleTime: Infinity,
  });
  if (!report) return null;
  return (
    <Accordion
      variant="outlined"
      disableGutters
      sx={{ mb: 2 }}
      slotProps={{ transition: { unmountOnExit: true } }}
    >
      <AccordionSummary expandIcon={<ExpandMore />}>
        <Typography component="span">
          <strong>Model report</strong>: {summaryOf(report)}
        </Typography>
      </AccordionSummary>
      <AccordionDetails>
        <ModelReportView report={report} />
      </AccordionDetails>
    </Accordion>
  );
}

function summaryOf({ plans, geometries, totals, findings }: ModelReport): string {
  const counted = (number: number, one: string, many: string) =>
    `${number.toLocaleString("en-US")} ${number === 1 ? one : many}`;
  const missing = findings.filter(({ severity }) => severity === "missing").length;
  return [
    counted(plans.length, "plan", "plans"),
    counted(geometries.length, "geometry", "geometries"),
    `${totals.found.toLocaleString("en-US")} of ${counted(totals.references, "reference", "references")} found`,
    missing > 0 ? counted(missing, "thing is missing", "things are missing") : "nothing missing",
  ].join(", ");
}
