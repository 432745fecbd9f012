import FolderIcon from "@mui/icons-material/FolderOpenOutlined";
import ZipIcon from "@mui/icons-material/FolderZipOutlined";
import Button from "@mui/material/Button";
import Paper from "@mui/material/Paper";
import Stack from "@mui/material/Stack";
import Typography from "@mui/material/Typography";
import { useRef, useState, type DragEvent, type ReactNode, type Ref } from "react";
import { listChosenFiles, listDroppedFiles, type ChosenFiles } from "./localItems.ts";

type Kind = "folder" | "zip";

interface DropZoneProps {
  title: string;
  /** For a heading that can take the focus. */
  titleRef?: Ref<HTMLElement>;
  help: ReactNode;
  onSelection: (selection: Promise<ChosenFiles>) => void;
  kinds?: Kind[];
  /** Each page needs different labels for each of its zones. */
  labels?: Record<Kind, { button: string; input: string }>;
  children?: ReactNode;
}

const DEFAULT_LABELS = {
  folder: { button: "Choose folder", input: "Model folder" },
  zip: { button: "Choose zip", input: "Model zip" },
};

/** Takes a model's folder or zip by button or drop. */
export function DropZone({
  title,
  titleRef,
  help,
  onSelection,
  kinds = ["folder", "zip"],
  labels = DEFAULT_LABELS,
  children,
}: DropZoneProps) {
  const [isDraggedOver, setIsDraggedOver] = useState(false);
  const handleDrop = (event: DragEvent) => {
    if (!hasFiles(event)) return;
    event.preventDefault();
    setIsDraggedOver(false);
    onSelection(listDroppedFiles(event.dataTransfer));
  };
  return (
    <Paper
      variant="outlined"
      sx={{
        p: { xs: 2, sm: 3 },
        ...(isDraggedOver && { borderColor: "primary.main", borderStyle: "dashed", bgcolor: "action.hover" }),
      }}
      onDragOver={(event) => {
        if (!hasFiles(event)) return;
        event.preventDefault();
        setIsDraggedOver(true);
      }}
      onDragLeave={() => setIsDraggedOver(false)}
      onDrop={handleDrop}
    >
      <Typography variant="h2" {...(titleRef && { ref: titleRef, tabIndex: -1 })}>
        {title}
      </Typography>
      <Typography variant="body2" color="textSecondary" sx={{ mt: 0.5, mb: 1.5 }}>
        {help}
      </Typography>
      <Stack direction="row" sx={{ flexWrap: "wrap", alignItems: "center", gap: 1.5 }}>
        {kinds.map((kind) => (
          <ChooseButton key={kind} kind={kind} label={labels[kind]} onChoose={onSelection} />
        ))}
        <Typography variant="body2" color="textSecondary">
          or drop one here
        </Typography>
      </Stack>
      {children}
    </Paper>
  );
}

/** Texts and links can be dragged too. */
const hasFiles = ({ dataTransfer }: DragEvent) => dataTransfer.types.includes("Files");

interface ChooseButtonProps {
  kind: Kind;
  label: { button: string; input: string };
  onChoose: (selection: Promise<ChosenFiles>) => void;
}

function ChooseButton({ kind, label, onChoose }: ChooseButtonProps) {
  const input = useRef<HTMLInputElement>(null);
  const isPicking = useRef(false);
  const isFolder = kind === "folder";
  // Preferred over the file input: Chromium's input warns that all files will be uploaded.
  const pickFolder = async () => {
    // A second picker fails, so a double click would also open the file input.
    if (isPicking.current) return;
    isPicking.current = true;
    try {
      const folder = await window.showDirectoryPicker!();
      onChoose(Promise.resolve({ handles: [folder] }));
    } catch (error) {
      const isCancelled = error instanceof DOMException && error.name === "AbortError";
      if (!isCancelled) input.current?.click();
    } finally {
      isPicking.current = false;
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
        {label.button}
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
        aria-label={label.input}
        onChange={(event) => {
          const { target } = event;
          // A surrounding form must not treat this as a changed field.
          event.stopPropagation();
          onChoose(listChosenFiles(target.files ?? []));
          target.value = "";
        }}
      />
    </>
  );
}
