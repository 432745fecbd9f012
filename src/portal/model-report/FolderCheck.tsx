import Alert from "@mui/material/Alert";
import Box from "@mui/material/Box";
import { useState } from "react";
import type { ModelReport } from "../../contract/generated/entities.ts";
import { ModelDrop } from "./ModelDrop.tsx";
import { ModelReportView } from "./ModelReportView.tsx";
import { summaryOf } from "./UploadedModelReport.tsx";

interface FolderCheckProps {
  /** What is looked at is not all of the model. */
  isPart: boolean;
  /** Hears the files by their paths inside the model; undefined as soon as another folder is being read. */
  onFiles: (paths: string[] | undefined) => void;
}

/** Reads a model's folder where it lies on the vendor's disk, and says what would be missed. Nothing is sent. */
export function FolderCheck({ isPart, onFiles }: FolderCheckProps) {
  const [report, setReport] = useState<ModelReport>();
  return (
    <ModelDrop
      title="Check the model first"
      help="The model's folder, or a zip of it, is read in this browser and nothing is sent: you see which files the model refers to and the folder does not hold."
      onReport={(read, source) => {
        setReport(read);
        onFiles(source?.files.map(({ path }) => path));
      }}
      outcome={report && summaryOf(report)}
    >
      {report && (
        <Box sx={{ mt: 2 }}>
          {isPart && (
            <Alert severity="info" sx={{ mb: 2 }}>
              Only the files chosen here were read: what is said to be missing may be taken over. The portal
              looks at the whole version once the zip has arrived.
            </Alert>
          )}
          <ModelReportView report={report} />
        </Box>
      )}
    </ModelDrop>
  );
}
