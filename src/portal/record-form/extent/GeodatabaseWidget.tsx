import FileIcon from "@mui/icons-material/FolderZipOutlined";
import Box from "@mui/material/Box";
import Button from "@mui/material/Button";
import LinearProgress from "@mui/material/LinearProgress";
import Typography from "@mui/material/Typography";
import visuallyHidden from "@mui/utils/visuallyHidden";
import type { WidgetProps } from "@rjsf/utils";
import { useMutation } from "@tanstack/react-query";
import { useContext, useEffect, useRef, useState, type DragEvent, type Ref, type RefObject } from "react";
import { getOriginalFileName } from "../../../contract/schema/formatValueAsText.ts";
import type { JsonObject } from "../../../contract/json.ts";
import { messages } from "../../../contract/messages.ts";
import { BusyButton } from "../../ui/BusyButton.tsx";
import { focusField, useFormState, useInputAria } from "../../form/formContext.ts";
import type { UploadableFile, UploadToField } from "../../form/formProps.ts";
import { ExtentServicesContext, type UploadExtent } from "./extentServices.ts";
import { findGeodatabaseFileError, ZIP_NAME } from "./geodatabaseFile.ts";
import { FieldErrors } from "../../form/templates/FieldFrame.tsx";
import { StoredArea } from "./StoredArea.tsx";

const STILL_UPLOADING =
  "The geodatabase is still uploading. Save the record again when the upload is finished.";

interface UploadVariables extends UploadableFile {
  signal: AbortSignal;
}

function useUploadMutation(uploadExtent: UploadExtent | undefined) {
  const [progress, setProgress] = useState(0);
  const mutation = useMutation({
    mutationFn: async ({ load, signal }: UploadVariables) => {
      setProgress(0);
      const file = await load();
      const fileError = await findGeodatabaseFileError(file);
      signal.throwIfAborted();
      if (fileError !== undefined) throw new Error(fileError);
      return uploadExtent!(file, (progress) => signal.aborted || setProgress(progress), signal);
    },
  });
  return { ...mutation, progress };
}

function useAbortOnUnmount(field: string, abortController: RefObject<AbortController | undefined>) {
  const { setInputError } = useFormState();
  useEffect(
    () => () => {
      abortController.current?.abort();
      setInputError(field);
    },
    [abortController, setInputError, field],
  );
}

/** Checks and uploads a file. Saving is blocked until the file is stored or the upload is canceled. */
function useExtentUpload(field: string, onStored: (name: string) => void) {
  const { setInputError, addFileInput } = useFormState();
  const { uploadExtent } = useContext(ExtentServicesContext);
  const [statusText, setStatusText] = useState("");
  const abortController = useRef<AbortController>(undefined);
  /** A ref: the function that `upload` returns outlives its render. */
  const uploadingName = useRef<string>(undefined);
  const { mutate, reset, error, isPending, variables, progress } = useUploadMutation(uploadExtent);
  const uploading = isPending ? { name: variables.name, progress } : undefined;
  useAbortOnUnmount(field, abortController);

  const cancelUpload = () => {
    abortController.current?.abort();
    setInputError(field);
    reset();
    const name = uploadingName.current;
    uploadingName.current = undefined;
    if (name !== undefined) setStatusText(`The upload of ${name} was canceled.`);
  };
  /** A new upload replaces the one before. */
  const upload: UploadToField = (file, onUploaded) => {
    abortController.current?.abort();
    const controller = new AbortController();
    abortController.current = controller;
    uploadingName.current = file.name;
    setStatusText("");
    // Blocks during the check too: a save would otherwise miss the file.
    setInputError(field, { message: STILL_UPLOADING, isBusy: true });
    mutate(
      { ...file, signal: controller.signal },
      {
        onSuccess: (name) => {
          // Only the name: RJSF would read the mutation's other arguments as an error schema.
          onStored(name);
          onUploaded(name);
        },
        onSettled: () => {
          uploadingName.current = undefined;
          setInputError(field);
        },
      },
    );
    return () => {
      if (abortController.current === controller) cancelUpload();
    };
  };
  useEffect(() => (uploadExtent ? addFileInput(field, upload) : undefined));

  /** Uploads the first .zip file. */
  const startUpload = (...files: File[]) => {
    const file = files.find(({ name }) => ZIP_NAME.test(name)) ?? files[0];
    if (!uploadExtent || !file) return;
    upload({ name: file.name, load: async () => file }, () => undefined);
    if (files.length > 1) setStatusText(`This field takes one file. Only ${file.name} is uploaded.`);
  };
  return {
    uploading,
    error: error && (error.message || messages.generic),
    statusText,
    startUpload,
    cancelUpload,
    canUpload: uploadExtent !== undefined,
    clearError: reset,
  };
}

/** Uploads a zipped geodatabase at once. The field's value is the stored file's name. */
export function GeodatabaseWidget({
  id,
  name,
  label,
  schema,
  value,
  disabled = false,
  onChange,
}: WidgetProps<JsonObject>) {
  const { "aria-describedby": describedBy } = useInputAria({ id, schema });
  const { changeWithUndo } = useFormState();
  const fileInput = useRef<HTMLInputElement>(null);
  const upload = useExtentUpload(name, onChange);
  const { uploading, error, statusText, startUpload, cancelUpload, canUpload, clearError } = upload;
  const stored = value as string | undefined;
  const [initialName] = useState(stored);
  const errorId = `${id}-upload-error`;
  const thenFocus = (action: () => void) => () => {
    action();
    focusField(id);
  };
  const drop = useFileDrop(!disabled && canUpload, (files) => startUpload(...files));
  return (
    <Box {...drop.handlers} sx={[dropZoneStyles, drop.isDragging && activeDropZoneStyles]}>
      {stored && !uploading && (
        <>
          <StoredFile
            name={stored}
            disabled={disabled}
            onRemove={thenFocus(() => {
              clearError();
              changeWithUndo({ field: name, message: `${label} was removed.` }, () => onChange(undefined));
            })}
          />
          <StoredArea key={stored} storedName={stored} isUploadedHere={stored !== initialName} />
        </>
      )}
      {uploading && <UploadingFile {...uploading} onCancel={thenFocus(cancelUpload)} />}
      <Box sx={{ display: "flex", alignItems: "center", flexWrap: "wrap", gap: 1.5 }}>
        <BusyButton
          id={id}
          variant="outlined"
          size="small"
          disabled={disabled || !canUpload}
          isBusy={uploading !== undefined}
          aria-labelledby={`${id}-label ${id}`}
          aria-describedby={[describedBy, error && errorId].filter(Boolean).join(" ") || undefined}
          onClick={() => fileInput.current?.click()}
        >
          {stored ? "Choose another file" : "Choose a .zip file"}
        </BusyButton>
        <Typography variant="body2" color="textSecondary">
          or drop it here
        </Typography>
      </Box>
      <HiddenFileInput inputRef={fileInput} onFile={startUpload} />
      <Typography role="status" variant="body2" color="textSecondary" sx={statusText ? {} : visuallyHidden}>
        {statusText}
      </Typography>
      {error && (
        <Box role="alert" sx={{ width: "100%" }}>
          <FieldErrors id={errorId} messages={[error]} />
        </Box>
      )}
    </Box>
  );
}

interface HiddenFileInputProps {
  inputRef: Ref<HTMLInputElement>;
  onFile(file: File): void;
}

const HiddenFileInput = ({ inputRef, onFile }: HiddenFileInputProps) => (
  <input
    ref={inputRef}
    type="file"
    accept=".zip"
    hidden
    aria-label="Zipped geodatabase"
    onChange={(event) => {
      const [file] = event.target.files ?? [];
      event.target.value = "";
      if (file) onFile(file);
    }}
  />
);

/** Also prevents the browser from opening a dropped file, which would leave the page. */
function useFileDrop(isEnabled: boolean, onFiles: (files: FileList) => void) {
  const [isDragging, setDragging] = useState(false);
  const handlers = {
    onDragOver(event: DragEvent) {
      if (!event.dataTransfer.types.includes("Files")) return;
      event.preventDefault();
      setDragging(isEnabled);
    },
    onDragLeave: () => setDragging(false),
    onDrop(event: DragEvent) {
      event.preventDefault();
      setDragging(false);
      if (isEnabled) onFiles(event.dataTransfer.files);
    },
  };
  return { isDragging, handlers };
}

const dropZoneStyles = {
  display: "flex",
  flexWrap: "wrap",
  alignItems: "center",
  gap: 1.5,
  p: 1.5,
  border: "1px dashed",
  borderColor: "divider",
  borderRadius: 1,
};
const activeDropZoneStyles = { borderColor: "primary.main", bgcolor: "action.hover" };

interface UploadingFileProps {
  name: string;
  /** From 0 to 1. */
  progress: number;
  onCancel: () => void;
}

function UploadingFile({ name, progress, onCancel }: UploadingFileProps) {
  const percent = Math.round(progress * 100);
  return (
    <Box sx={{ width: "100%" }}>
      <Box sx={{ display: "flex", alignItems: "center", gap: 1, mb: 0.5 }}>
        <Typography variant="body2">
          Uploading {name}: {percent}%
        </Typography>
        <Button size="small" color="inherit" aria-label={`Cancel the upload of ${name}`} onClick={onCancel}>
          Cancel
        </Button>
      </Box>
      <LinearProgress variant="determinate" value={percent} aria-label={`Uploading ${name}`} />
    </Box>
  );
}

interface StoredFileProps {
  name: string;
  disabled: boolean;
  onRemove: () => void;
}

const StoredFile = ({ name, disabled, onRemove }: StoredFileProps) => (
  <Box sx={{ display: "flex", alignItems: "center", gap: 1, maxWidth: "100%" }}>
    <FileIcon fontSize="small" color="action" aria-hidden="true" />
    <Typography variant="body2">{getOriginalFileName(name)}</Typography>
    <Button size="small" color="inherit" disabled={disabled} onClick={onRemove} aria-label="Remove the file">
      Remove
    </Button>
  </Box>
);
