import Box from "@mui/material/Box";
import Button from "@mui/material/Button";
import Typography from "@mui/material/Typography";
import { useMemo, useState } from "react";
import type { UploadedFile } from "../../contract/conflicts/compareUploads.ts";
import { metadataFileName } from "../../contract/model-folder/modelFolderNames.ts";
import { caseFold } from "../../contract/model-folder/folderEntries.ts";
import { listInheritedEntries, getReplacementUnit } from "../../contract/uploads/correction.ts";
import { formatVersion } from "../ui/status/VersionBadge.tsx";
import { buildFileTree } from "../ui/tree/buildFileTree.ts";
import { FileTree } from "../ui/tree/FileTree.tsx";
import type { ChosenCorrection } from "./useCorrection.ts";

interface CorrectionPreviewProps {
  recordId: string;
  correction: ChosenCorrection;
  /** All files of the version; undefined while loading. */
  files: UploadedFile[] | undefined;
  /** Paths inside the model, from the folder or zip chosen for the check. */
  checkedPaths: string[] | undefined;
}

export function CorrectionPreview({ recordId, correction, files, checkedPaths }: CorrectionPreviewProps) {
  const { excludedPaths } = correction;
  const version = formatVersion(correction.version);
  const [showsFiles, setShowsFiles] = useState(false);
  const previewedFiles = useMemo(
    () =>
      files &&
      excludedPaths &&
      previewCorrection(files, excludedPaths, metadataFileName(recordId), checkedPaths),
    [files, excludedPaths, recordId, checkedPaths],
  );
  return (
    <Box sx={{ bgcolor: "action.hover", borderRadius: 1, px: 2, py: 1.5 }}>
      <Box role="status">
        <Typography variant="h3">Result</Typography>
        {previewedFiles ? (
          <Box component="ul" sx={{ m: 0, mt: 1, pl: 2.5 }}>
            <li>
              Files copied from {version}: {formatCount(previewedFiles, "copied")}
            </li>
            <li>Files deleted: {formatCount(previewedFiles, "deleted")}</li>
            {checkedPaths ? (
              <>
                <li>Files replaced: {formatCount(previewedFiles, "replaced")}</li>
                <li>New files: {formatCount(previewedFiles, "new")}</li>
              </>
            ) : (
              <li>
                To see which files are replaced or added, choose your folder or zip under “Check the model
                first”.
              </li>
            )}
          </Box>
        ) : (
          <Typography sx={{ mt: 1 }}>Loading the files of {version}…</Typography>
        )}
      </Box>
      {previewedFiles && (
        <Button
          size="small"
          aria-expanded={showsFiles}
          onClick={() => setShowsFiles(!showsFiles)}
          sx={{ my: 1 }}
        >
          {showsFiles ? "Hide these files" : "Show these files"}
        </Button>
      )}
      {previewedFiles && showsFiles && <PreviewedFileTree previewedFiles={previewedFiles} />}
    </Box>
  );
}

type FileChange = "copied" | "deleted" | "replaced" | "new";

/** By path: all files of the version and the new ones. */
type PreviewedFiles = ReadonlyMap<string, FileChange>;

function PreviewedFileTree({ previewedFiles }: { previewedFiles: PreviewedFiles }) {
  const nodes = useMemo(() => {
    const common = { uploadType: "file", sha256: "", archived: false, uploadBatchId: "" };
    const rows = [...previewedFiles.keys()].map((path) => ({ ...common, path, pathInModel: path }));
    return buildFileTree(
      rows,
      () => undefined,
      (path) => previewedFiles.get(path),
    );
  }, [previewedFiles]);
  return (
    <FileTree
      label="Files of the resulting version"
      nodes={nodes}
      initiallyOpenPaths={nodes.map(({ path }) => path)}
    />
  );
}

/** A geodatabase is replaced as a whole. The metadata file, part of every upload, is not counted. */
function previewCorrection(
  files: UploadedFile[],
  excludedPaths: string[],
  metadataFile: string,
  checkedPaths: string[] = [],
): PreviewedFiles {
  const isCounted = (path: string) => caseFold(path) !== caseFold(metadataFile);
  const entries = files.filter(({ path }) => isCounted(path));
  const sentPaths = checkedPaths.filter(isCounted);
  const notReplaced = new Set(listInheritedEntries({ entries, excludedPaths: [] }, sentPaths));
  const copied = new Set(listInheritedEntries({ entries, excludedPaths }, sentPaths));
  const versionUnits = new Set(entries.map(({ path }) => getReplacementUnit(path)));
  const added = sentPaths.filter((path) => !versionUnits.has(getReplacementUnit(path)));
  return new Map([
    ...entries.map(
      (file) =>
        [file.path, copied.has(file) ? "copied" : notReplaced.has(file) ? "deleted" : "replaced"] as const,
    ),
    ...added.map((path) => [path, "new"] as const),
  ]);
}

const formatCount = (previewedFiles: PreviewedFiles, change: FileChange) =>
  [...previewedFiles.values()].filter((one) => one === change).length.toLocaleString("en-US");
