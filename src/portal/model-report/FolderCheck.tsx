import Box from "@mui/material/Box";
import { useState } from "react";
import type { ModelReport } from "../../contract/generated/entities.ts";
import { ModelDrop } from "./ModelDrop.tsx";
import { ModelReportView } from "./ModelReportView.tsx";

/** Reads a model's folder where it lies on the vendor's disk, and says what would be missed. Nothing is sent. */
export function FolderCheck() {
  const [report, setReport] = useState<ModelReport>();
  return (
    <ModelDrop
      title="Check the model first"
      help="The model's folder, or a zip of it, is read in this browser and nothing is sent: you see which files the model refers to and the folder does not hold."
      onReport={setReport}
    >
      {report && (
        <Box sx={{ mt: 2 }}>
          <ModelReportView report={report} />
        </Box>
      )}
    </ModelDrop>
  );
}
