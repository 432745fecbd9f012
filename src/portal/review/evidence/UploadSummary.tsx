import Stack from "@mui/material/Stack";
import Typography from "@mui/material/Typography";
import { useMemo } from "react";
import type { UploadedFile } from "../../../contract/conflicts/compareUploads.ts";
import type { Upload } from "../../../contract/generated/entities.ts";
import { caseFold } from "../../../contract/model-folder/folderEntries.ts";
import { REQUIRED_FOLDERS } from "../../../contract/model-folder/modelFolderNames.ts";
import { useUploadFiles } from "../../providers/useVendorQuery.ts";
import { formatFileSize, formatQuantity } from "../../ui/format.ts";
import { Pill } from "../../ui/status/StatusBadge.tsx";

interface UploadSummaryProps {
  recordId: string;
  upload: Upload;
  version: number;
}

export function UploadSummary({ recordId, upload, version }: UploadSummaryProps) {
  const { data: files } = useUploadFiles(recordId, upload.uploadBatchId);
  const folders = useMemo(() => countFiles(files ?? []), [files]);
  const filled = folders.filter(({ count }) => count > 0);
  return (
    <>
      <Typography variant="body2">{formatUpload(upload, version)}</Typography>
      {folders.length > 0 && (
        <Stack direction="row" sx={{ gap: 1, flexWrap: "wrap", alignItems: "center", mt: 0.5 }}>
          <Typography variant="body2">
            {filled.map(({ name, count }) => `${name}: ${formatQuantity(count, "file")}`).join(", ")}
          </Typography>
          {folders
            .filter(({ count }) => count === 0)
            .map(({ name }) => (
              <Pill key={name} state="pending">{`${name} is empty`}</Pill>
            ))}
        </Stack>
      )}
    </>
  );
}

/** In each folder of the model; empty without a list of files. */
function countFiles(files: UploadedFile[]) {
  if (files.length === 0) return [];
  const paths = files.map(({ path }) => caseFold(path));
  return REQUIRED_FOLDERS.map(({ name }) => ({
    name,
    count: paths.filter((path) => path.startsWith(`${caseFold(name)}/`)).length,
  }));
}

function formatUpload(
  { size, fileCount, newFiles, changedFiles, removedFiles }: Upload,
  version: number,
): string {
  const fileText = typeof fileCount !== "number" ? "" : ` in ${formatQuantity(fileCount, "file")}`;
  const description = `Version ${version}, ${formatFileSize(size)}${fileText}`;
  if (version === 1) return `${description}. First version.`;
  const changes = [
    [newFiles, "added"],
    [changedFiles, "changed"],
    [removedFiles, "removed"],
  ] as const;
  const changeTexts = changes.flatMap(([count, word]) =>
    count ? [`${count.toLocaleString("en-US")} ${word}`] : [],
  );
  return `${description}. Changes since version ${version - 1}: ${changeTexts.join(", ") || "none"}.`;
}
