import FolderIcon from "@mui/icons-material/FolderOpenOutlined";
import Alert from "@mui/material/Alert";
import Button from "@mui/material/Button";
import Paper from "@mui/material/Paper";
import Typography from "@mui/material/Typography";
import { useRef, useState, type DragEvent } from "react";
import type { ModelReport } from "../../contract/generated/entities.ts";
import { Loading } from "../ui/Loading.tsx";
import { droppedFiles, folderModel } from "./folderModel.ts";
import { ModelReportView } from "./ModelReportView.tsx";

type Check = { state: "idle" | "reading" | "failed" } | { state: "read"; report: ModelReport };

/** Reads a model's folder where it lies on the vendor's disk, and says what would be missed. Nothing is sent. */
export function FolderCheck() {
  const [check, setCheck] = useState<Check>({ state: "idle" });
  const [isOver, setIsOver] = useState(false);
  const read = async (files: Promise<File[]>) => {
    setCheck({ state: "reading" });
    try {
      const { modelReport } = await import("../../contract/models/modelReport.ts");
      setCheck({ state: "read", report: await modelReport(folderModel(await files)) });
    } catch {
      setCheck({ state: "failed" });
    }
  };
  const drop = (event: DragEvent) => {
    event.preventDefault();
    setIsOver(false);
    void read(droppedFiles(event.dataTransfer));
  };
  return (
    <Paper
      variant="outlined"
      sx={{ p: { xs: 2, sm: 3 }, ...(isOver && { borderColor: "primary.main", borderStyle: "dashed" }) }}
      onDragOver={(event) => {
        event.preventDefault();
        setIsOver(true);
      }}
      onDragLeave={() => setIsOver(false)}
      onDrop={drop}
    >
      <Typography variant="h2">Check the model first</Typography>
      <Typography sx={{ mt: 0.5, mb: 2 }} color="textSecondary">
        Drop the model&apos;s folder here, or choose it. It is read in this browser and nothing is sent: you
        see which files the model refers to and the folder does not hold.
      </Typography>
      <FolderButton onChoose={(files) => void read(Promise.resolve(files))} />
      <div role="status" style={{ marginTop: 16 }}>
        {check.state === "reading" && <Loading label="Reading the folder" />}
        {check.state === "failed" && (
          <Alert severity="error">The folder could not be read. Choose it again.</Alert>
        )}
      </div>
      {check.state === "read" && <ModelReportView report={check.report} />}
    </Paper>
  );
}

function FolderButton({ onChoose }: { onChoose: (files: File[]) => void }) {
  const input = useRef<HTMLInputElement>(null);
  return (
    <>
      <Button variant="outlined" startIcon={<FolderIcon />} onClick={() => input.current?.click()}>
        Choose the folder
      </Button>
      <input
        ref={(element) => {
          input.current = element;
          element?.setAttribute("webkitdirectory", "");
        }}
        type="file"
        multiple
        hidden
        aria-label="Folder of the model"
        onChange={({ target }) => {
          onChoose([...(target.files ?? [])]);
          target.value = "";
        }}
      />
    </>
  );
}
