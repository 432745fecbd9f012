import Box from "@mui/material/Box";
import Button from "@mui/material/Button";
import Typography from "@mui/material/Typography";
import { useId, useMemo, useState } from "react";
import {
  compareUploads,
  type ComparedFile,
  type FileChange,
} from "../../contract/conflicts/compareUploads.ts";
import type { Upload } from "../../contract/generated/entities.ts";
import { showInvisibleCharacters } from "../../contract/showInvisibleCharacters.ts";
import { useUploadFiles } from "../providers/useVendorQuery.ts";
import { formatQuantity, formatFileSize } from "../ui/format.ts";
import { Pill, type StatusState } from "../ui/status/StatusBadge.tsx";
import { formatVersion } from "../ui/status/VersionBadge.tsx";
import { FilterableFileList } from "./conflicts/FilterableFileList.tsx";

interface UploadChangesProps {
  recordId: string;
  upload: Pick<Upload, "uploadBatchId" | "newFiles" | "changedFiles" | "removedFiles">;
  version: number;
  previousUpload: Pick<Upload, "uploadBatchId">;
}

export function UploadChanges({ recordId, upload, version, previousUpload }: UploadChangesProps) {
  const [isOpen, setIsOpen] = useState(false);
  const listId = useId();
  const { newFiles, changedFiles, removedFiles } = upload;
  if (typeof newFiles !== "number") return null;
  const changeCounts = [
    { count: newFiles, word: "added", state: "good" as const },
    { count: changedFiles ?? 0, word: "changed", state: "pending" as const },
    { count: removedFiles ?? 0, word: "removed", state: "bad" as const },
  ].filter(({ count }) => count > 0);
  return (
    <Box sx={{ flexBasis: "100%", minWidth: 0, pl: { sm: 4.5 } }}>
      <Box sx={{ display: "flex", flexWrap: "wrap", gap: 1, alignItems: "center" }}>
        <Typography variant="body2" color="textSecondary">
          {changeCounts.length > 0
            ? `Changed since ${formatVersion(version - 1)}:`
            : `Same files as ${formatVersion(version - 1)}`}
        </Typography>
        {changeCounts.map(({ count, word, state }) => (
          <Pill key={word} state={state}>
            {formatQuantity(count, "file")} {word}
          </Pill>
        ))}
        {changeCounts.length > 0 && (
          <Button
            size="small"
            aria-expanded={isOpen}
            aria-controls={listId}
            aria-label={`${isOpen ? "Hide" : "Show"} files that ${formatVersion(version)} changed`}
            onClick={() => setIsOpen(!isOpen)}
          >
            {isOpen ? "Hide files" : "Show files"}
          </Button>
        )}
      </Box>
      <div id={listId}>
        {isOpen && (
          <ChangedFiles
            recordId={recordId}
            uploadIds={[upload.uploadBatchId, previousUpload.uploadBatchId]}
            version={version}
          />
        )}
      </div>
    </Box>
  );
}

interface ChangedFilesProps {
  recordId: string;
  /** The new upload, then the old one. */
  uploadIds: [string, string];
  version: number;
}

export function ChangedFiles({ recordId, uploadIds, version }: ChangedFilesProps) {
  const [newFiles, oldFiles] = [
    useUploadFiles(recordId, uploadIds[0]),
    useUploadFiles(recordId, uploadIds[1]),
  ];
  const compared = useMemo(
    () => newFiles.data && oldFiles.data && compareUploads(newFiles.data, oldFiles.data),
    [newFiles.data, oldFiles.data],
  );
  if (compared)
    return <ComparedFileList compared={compared} label={`Files that ${formatVersion(version)} changed`} />;
  return (
    <Typography role="status" variant="body2" color="textSecondary">
      {newFiles.isPending || oldFiles.isPending
        ? "Comparing the versions…"
        : "The files of these versions could not be compared."}
    </Typography>
  );
}

const CHANGE_PILLS: Record<FileChange, { label: string; state?: StatusState }> = {
  changed: { label: "changed", state: "pending" },
  new: { label: "added", state: "good" },
  gone: { label: "removed", state: "bad" },
  same: { label: "unchanged" },
};

const ComparedFileList = ({ compared, label }: { compared: ComparedFile[]; label: string }) => (
  <Box sx={{ mt: 1.5 }}>
    <FilterableFileList
      label={label}
      files={compared}
      filter={ONLY_CHANGED_FILTER}
      formatCount={(shown) =>
        `${shown.toLocaleString("en-US")} of ${compared.length.toLocaleString("en-US")} files shown`
      }
      renderFile={(file) => <ComparedFileRow file={file} />}
    />
  </Box>
);

const ONLY_CHANGED_FILTER = {
  label: "Only changes",
  isOnByDefault: true,
  matches: ({ change }: ComparedFile) => change !== "same",
};

const ComparedFileRow = ({ file: { path, change, size, otherSize } }: { file: ComparedFile }) => (
  <Box sx={rowStyles}>
    <Pill state={CHANGE_PILLS[change].state}>{CHANGE_PILLS[change].label}</Pill>
    <Typography component="span" variant="body2" sx={{ flex: "1 1 200px", minWidth: 0 }}>
      <bdi>{showInvisibleCharacters(path)}</bdi>
    </Typography>
    <Typography component="span" variant="body2" color="textSecondary" sx={{ whiteSpace: "nowrap" }}>
      {formatSizeChange(size, otherSize)}
    </Typography>
  </Box>
);

function formatSizeChange(size: number | undefined, otherSize: number | undefined): string {
  const currentSize = size ?? otherSize ?? 0;
  if (size === undefined || otherSize === undefined || size === otherSize) return formatFileSize(currentSize);
  return `${formatFileSize(otherSize)} → ${formatFileSize(size)}`;
}

const rowStyles = {
  display: "flex",
  flexWrap: "wrap",
  columnGap: 1,
  alignItems: "baseline",
  px: 1.5,
  py: 0.5,
};
