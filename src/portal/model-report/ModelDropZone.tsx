import FolderIcon from "@mui/icons-material/FolderOpenOutlined";
import ZipIcon from "@mui/icons-material/FolderZipOutlined";
import Alert from "@mui/material/Alert";
import Button from "@mui/material/Button";
import Paper from "@mui/material/Paper";
import Stack from "@mui/material/Stack";
import Typography from "@mui/material/Typography";
import { useMutation } from "@tanstack/react-query";
import { useRef, useState, type DragEvent, type ReactNode } from "react";
import type { ExpectedRecord } from "../../contract/model-folder/checkModel.ts";
import type { LocalModelCheck } from "../../contract/models/sources/localModel.ts";
import { InvalidZipError } from "../../contract/zip/zipMember.ts";
import { listChosenFiles, listDroppedFiles, listItemsOfFolder, type LocalSelection } from "./localItems.ts";

interface ModelDropZoneProps {
  title: string;
  help: string;
  /** Receives undefined when another model starts being read, and the paths inside the model. */
  onCheck: (check: LocalModelCheck | undefined, paths?: string[]) => void;
  /** Without a record, folder layout and metadata file are not checked. */
  loadExpectedRecord?: (() => Promise<ExpectedRecord | undefined>) | undefined;
  summary?: string | undefined;
  children?: ReactNode;
}

function useReadModel({ onCheck, loadExpectedRecord }: ModelDropZoneProps) {
  const { mutate, isPending, error } = useMutation({
    mutationFn: async (selection: Promise<LocalSelection>) => {
      const { inspectLocalModel } = await import("../../contract/models/sources/localModel.ts");
      const { openLocalModel } = await import("./openLocalModel.ts");
      const model = await openLocalModel(await selection);
      const check = await inspectLocalModel(model, await loadExpectedRecord?.());
      return { check, paths: model.source.files.map(({ path }) => path) };
    },
    // Frees the model's memory when the page closes.
    gcTime: 0,
  });
  const read = (selection: Promise<LocalSelection>) => {
    onCheck(undefined);
    mutate(selection, { onSuccess: ({ check, paths }) => onCheck(check, paths) });
  };
  return { read, isPending, error };
}

export function ModelDropZone(props: ModelDropZoneProps) {
  const { title, help, summary, children } = props;
  const { read, isPending, error } = useReadModel(props);
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
        {!isPending && !error && summary !== undefined && (
          <Typography sx={{ mt: 2, fontWeight: 600 }}>{summary}</Typography>
        )}
        {error && (
          <Alert severity="error" sx={{ mt: 1.5 }}>
            {error instanceof InvalidZipError
              ? error.message
              : "The model could not be read. Choose its folder, or a zip file that opens on your computer."}
          </Alert>
        )}
      </div>
      {children}
    </Paper>
  );
}

interface ChooseButtonProps {
  kind: "folder" | "zip";
  onChoose: (selection: Promise<LocalSelection>) => void;
}

function ChooseButton({ kind, onChoose }: ChooseButtonProps) {
  const input = useRef<HTMLInputElement>(null);
  const isFolder = kind === "folder";
  // Preferred over the file input: Chromium's input warns that all files will be uploaded.
  const pickFolder = async () => {
    try {
      const folder = await window.showDirectoryPicker!();
      onChoose(listItemsOfFolder(folder));
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
