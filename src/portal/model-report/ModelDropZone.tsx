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
import type { ModelSource } from "../../contract/models/readModelFiles.ts";
import {
  listChosenFiles,
  listDroppedFiles,
  listFilesOfHandle,
  openLocalModel,
  type LocalFile,
} from "./localModelSource.ts";

interface ModelDropZoneProps {
  title: string;
  help: string;
  /** Receives undefined when another model starts being read. */
  onReport: (report: ModelReport | undefined, source?: ModelSource) => void;
  summary?: string | undefined;
  children?: ReactNode;
}

function useReadModel(onReport: ModelDropZoneProps["onReport"]) {
  const { mutate, isPending, isError } = useMutation({
    mutationFn: async (files: Promise<LocalFile[]>) => {
      const { buildModelReport } = await import("../../contract/models/buildModelReport.ts");
      const source = await openLocalModel(await files);
      return { report: await buildModelReport(source), source };
    },
    // Frees the model's memory when the page closes.
    gcTime: 0,
  });
  const read = (files: Promise<LocalFile[]>) => {
    onReport(undefined);
    mutate(files, { onSuccess: ({ report, source }) => onReport(report, source) });
  };
  return { read, isPending, isError };
}

export function ModelDropZone({ title, help, onReport, summary, children }: ModelDropZoneProps) {
  const { read, isPending, isError } = useReadModel(onReport);
  const [isDraggedOver, setIsDraggedOver] = useState(false);
  const handleDrop = (event: DragEvent) => {
    event.preventDefault();
    setIsDraggedOver(false);
    read(listDroppedFiles(event.dataTransfer));
  };
  return (
    <Paper
      variant="outlined"
      sx={{
        p: { xs: 2, sm: 3 },
        ...(isDraggedOver && { borderColor: "primary.main", borderStyle: "dashed", bgcolor: "action.hover" }),
      }}
      onDragOver={(event) => {
        event.preventDefault();
        setIsDraggedOver(true);
      }}
      onDragLeave={() => setIsDraggedOver(false)}
      onDrop={handleDrop}
    >
      <Typography variant="h2">{title}</Typography>
      <Typography variant="body2" color="textSecondary" sx={{ mt: 0.5, mb: 1.5 }}>
        {help}
      </Typography>
      <Stack direction="row" sx={{ flexWrap: "wrap", alignItems: "center", gap: 1.5 }}>
        <ChooseButton kind="folder" onChoose={read} />
        <ChooseButton kind="zip" onChoose={read} />
        <Typography variant="body2" color="textSecondary">
          or drop one here
        </Typography>
      </Stack>
      <div role="status">
        {isPending && (
          <Typography variant="body2" sx={{ mt: 1.5 }}>
            Reading the model…
          </Typography>
        )}
        {!isPending && !isError && summary !== undefined && (
          <Typography sx={{ mt: 2, fontWeight: 600 }}>{summary}</Typography>
        )}
        {isError && (
          <Alert severity="error" sx={{ mt: 1.5 }}>
            The model could not be read. Choose its folder, or a zip file that opens on your computer.
          </Alert>
        )}
      </div>
      {children}
    </Paper>
  );
}

interface ChooseButtonProps {
  kind: "folder" | "zip";
  onChoose: (files: Promise<LocalFile[]>) => void;
}

function ChooseButton({ kind, onChoose }: ChooseButtonProps) {
  const input = useRef<HTMLInputElement>(null);
  const isFolder = kind === "folder";
  // Preferred over the file input: Chromium's input warns that all files will be uploaded.
  const pickFolder = async () => {
    try {
      const folder = await window.showDirectoryPicker!();
      onChoose(listFilesOfHandle(folder));
    } catch (error) {
      const isCancelled = error instanceof DOMException && error.name === "AbortError";
      if (!isCancelled) input.current?.click();
    }
  };
  const handleClick = () =>
    isFolder && window.showDirectoryPicker ? void pickFolder() : input.current?.click();
  return (
    <>
      <Button
        variant="outlined"
        size="small"
        startIcon={isFolder ? <FolderIcon /> : <ZipIcon />}
        onClick={handleClick}
      >
        {isFolder ? "Choose folder" : "Choose zip"}
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
        aria-label={isFolder ? "Model folder" : "Model zip"}
        onChange={(event) => {
          const { target } = event;
          // A surrounding form must not treat this as a changed field.
          event.stopPropagation();
          onChoose(Promise.resolve(listChosenFiles(target.files ?? [])));
          target.value = "";
        }}
      />
    </>
  );
}
