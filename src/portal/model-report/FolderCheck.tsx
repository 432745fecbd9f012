import Alert from "@mui/material/Alert";
import Box from "@mui/material/Box";
import { useState } from "react";
import type { ModelReport } from "../../contract/generated/entities.ts";
import { ModelDropZone } from "./ModelDropZone.tsx";
import { ModelReportView } from "./ModelReportView.tsx";
import { formatReportSummary } from "./UploadedModelReport.tsx";

interface FolderCheckProps {
  isCorrection: boolean;
  /** Receives the paths inside the model, or undefined when another folder starts being read. */
  onFiles: (paths: string[] | undefined) => void;
}

export function FolderCheck({ isCorrection, onFiles }: FolderCheckProps) {
  const [report, setReport] = useState<ModelReport>();
  return (
    <ModelDropZone
      title="Check the model first"
      help="Choose your model folder or zip to find missing files before you upload. Files are read in your browser; nothing is uploaded."
      onReport={(newReport, source) => {
        setReport(newReport);
        onFiles(source?.files.map(({ path }) => path));
      }}
      summary={report && formatReportSummary(report)}
    >
      {report && (
        <Box sx={{ mt: 2 }}>
          {isCorrection && (
            <Alert severity="info" sx={{ mb: 2 }}>
              Only the files you chose were checked. Some of the missing files may already be in the version
              you are correcting. The portal checks the complete version after the upload.
            </Alert>
          )}
          <ModelReportView report={report} />
        </Box>
      )}
    </ModelDropZone>
  );
}
