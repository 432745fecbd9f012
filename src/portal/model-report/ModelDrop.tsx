import FolderIcon from "@mui/icons-material/FolderOpenOutlined";
import ZipIcon from "@mui/icons-material/FolderZipOutlined";
import Alert from "@mui/material/Alert";
import Button from "@mui/material/Button";
import Paper from "@mui/material/Paper";
import Stack from "@mui/material/Stack";
import Typography from "@mui/material/Typography";
import { useMutation } from "@tanstack/react-query";
import { useRef, useState, type DragEvent, type ReactNode } from "react";
import type { ModelReport } from "../../contract/generated/entities.ts";
import type { ModelSource } from "../../contract/models/readModel.ts";
import { chosenFiles, droppedFiles, filesBehind, modelIn, type FolderFile } from "./folderModel.ts";

interface ModelDropProps {
  title: string;
  /** What the model is read for. */
  help: string;
  /** Hears undefined as soon as another model is being read. */
  onReport: (report: ModelReport | undefined, source?: ModelSource) => void;
  /** What has come of it, in a sentence. */
  outcome?: string | undefined;
  /** What has come of it, in full. */
  children?: ReactNode;
}

/** Reads what was chosen; of two models chosen one after the other the last counts. */
function useReading(onReport: ModelDropProps["onReport"]) {
  const { mutate, isPending, isError } = useMutation({
    mutationFn: async (files: Promise<FolderFile[]>) => {
      const { modelReport } = await import("../../contract/models/modelReport.ts");
      const source = await modelIn(await files);
      return { report: await modelReport(source), source };
    },
    // A model is forgotten with what shows it.
    gcTime: 0,
  });
  const read = (files: Promise<FolderFile[]>) => {
    onReport(undefined);
    mutate(files, { onSuccess: ({ report, source }) => onReport(report, source) });
  };
  return { read, isPending, isError };
}

/** Takes a model's folder, or a zip of it, and reads it where it lies on the vendor's disk. Nothing is sent. */
export function ModelDrop({ title, help, onReport, outcome, children }: ModelDropProps) {
  const { read, isPending, isError } = useReading(onReport);
  const [isOver, setIsOver] = useState(false);
  const drop = (event: DragEvent) => {
    event.preventDefault();
    setIsOver(false);
    read(droppedFiles(event.dataTransfer));
  };
  return (
    <Paper
      variant="outlined"
      sx={{
        p: { xs: 2, sm: 3 },
        ...(isOver && { borderColor: "primary.main", borderStyle: "dashed", bgcolor: "action.hover" }),
      }}
      onDragOver={(event) => {
        event.preventDefault();
        setIsOver(true);
      }}
      onDragLeave={() => setIsOver(false)}
      onDrop={drop}
    >
      <Typography variant="h2">{title}</Typography>
      <Typography variant="body2" color="textSecondary" sx={{ mt: 0.5, mb: 1.5 }}>
        {help}
      </Typography>
      <Stack direction="row" sx={{ flexWrap: "wrap", alignItems: "center", gap: 1.5 }}>
        <Chooser of="folder" onChoose={read} />
        <Chooser of="zip" onChoose={read} />
        <Typography variant="body2" color="textSecondary">
          or drop one of them here
        </Typography>
      </Stack>
      <div role="status">
        {isPending && (
          <Typography variant="body2" sx={{ mt: 1.5 }}>
            Reading the model…
          </Typography>
        )}
        {!isPending && !isError && outcome !== undefined && (
          <Typography sx={{ mt: 2, fontWeight: 600 }}>{outcome}</Typography>
        )}
        {isError && (
          <Alert severity="error" sx={{ mt: 1.5 }}>
            The model could not be read. Choose its folder, or a zip that opens on your computer.
          </Alert>
        )}
      </div>
      {children}
    </Paper>
  );
}

interface ChooserProps {
  of: "folder" | "zip";
  onChoose: (files: Promise<FolderFile[]>) => void;
}

function Chooser({ of, onChoose }: ChooserProps) {
  const input = useRef<HTMLInputElement>(null);
  const isFolder = of === "folder";
  // The browser's picker asks to view the folder, where the input of folders warns that all of it will be sent.
  const pick = async () => {
    try {
      const folder = await window.showDirectoryPicker!();
      onChoose(filesBehind(folder));
    } catch (error) {
      const isCancelled = error instanceof DOMException && error.name === "AbortError";
      if (!isCancelled) input.current?.click();
    }
  };
  const choose = () => (isFolder && window.showDirectoryPicker ? void pick() : input.current?.click());
  return (
    <>
      <Button
        variant="outlined"
        size="small"
        startIcon={isFolder ? <FolderIcon /> : <ZipIcon />}
        onClick={choose}
      >
        {isFolder ? "Choose the folder" : "Choose a zip"}
      </Button>
      <input
        ref={(element) => {
          input.current = element;
          if (isFolder) element?.setAttribute("webkitdirectory", "");
        }}
        type="file"
        multiple={isFolder}
        {...(!isFolder && { accept: ".zip" })}
        hidden
        aria-label={isFolder ? "Folder of the model" : "Zip of the model"}
        onChange={(event) => {
          const { target } = event;
          // What is chosen here is no entry of a form around it.
          event.stopPropagation();
          onChoose(Promise.resolve(chosenFiles(target.files ?? [])));
          target.value = "";
        }}
      />
    </>
  );
}
