import Alert from "@mui/material/Alert";
import Box from "@mui/material/Box";
import Typography from "@mui/material/Typography";
import { useMemo } from "react";
import type { UploadedFile } from "../../contract/conflicts/compareUploads.ts";
import { metadataFileName } from "../../contract/model-folder/modelFolderNames.ts";
import { caseFold } from "../../contract/model-folder/folderEntries.ts";
import {
  getReplacementUnit,
  hasFilesOfVersion,
  listInheritedEntries,
} from "../../contract/uploads/correction.ts";
import { describeOtherFolder } from "../browser-upload/card/describeWrongFolder.ts";
import { formatVersion } from "../ui/status/VersionBadge.tsx";
import type { ChosenCorrection } from "./useCorrection.ts";

interface CorrectionSummaryProps {
  recordId: string;
  correction: ChosenCorrection;
  /** All files of the version; undefined while loading. */
  files: UploadedFile[] | undefined;
  /** Paths inside the model, from the folder or zip chosen for the check. */
  checkedPaths: string[] | undefined;
  /** Those of them that differ from the version; undefined unless compared. */
  changedPaths: string[] | undefined;
}

export function CorrectionSummary({
  recordId,
  correction,
  files,
  checkedPaths,
  changedPaths = checkedPaths,
}: CorrectionSummaryProps) {
  const { excludedPaths } = correction;
  const version = formatVersion(correction.version);
  const counts = useMemo(
    () =>
      files && excludedPaths && countChanges(files, excludedPaths, metadataFileName(recordId), changedPaths),
    [files, excludedPaths, recordId, changedPaths],
  );
  return (
    <Box role="status" sx={{ bgcolor: "action.hover", borderRadius: 1, px: 2, py: 1.5 }}>
      {files && checkedPaths && !hasFilesOfVersion(checkedPaths, files, recordId) && (
        <Alert severity="warning" sx={{ mb: 1.5 }}>
          {describeOtherFolder(version)}
        </Alert>
      )}
      <Typography variant="h3">Result</Typography>
      {counts ? (
        <Box component="ul" sx={{ m: 0, mt: 1, pl: 2.5 }}>
          <li>
            Files copied from {version}: {formatCount(counts.copied)}
          </li>
          <li>Files deleted: {formatCount(counts.deleted)}</li>
          {checkedPaths ? (
            <>
              <li>Files replaced: {formatCount(counts.replaced)}</li>
              <li>New files: {formatCount(counts.added)}</li>
            </>
          ) : (
            <li>
              To see how many files are replaced or added, choose your folder or zip under “Check the model
              first”.
            </li>
          )}
        </Box>
      ) : (
        <Typography sx={{ mt: 1 }}>Loading the files of {version}…</Typography>
      )}
    </Box>
  );
}

/** A geodatabase is replaced as a whole. The metadata file, part of every upload, is not counted. */
function countChanges(
  files: UploadedFile[],
  excludedPaths: string[],
  metadataFile: string,
  checkedPaths: string[] = [],
) {
  const isCounted = (path: string) => caseFold(path) !== caseFold(metadataFile);
  const entries = files.filter(({ path }) => isCounted(path));
  const sentPaths = checkedPaths.filter(isCounted);
  const notReplaced = listInheritedEntries({ entries, excludedPaths: [] }, sentPaths).length;
  const copied = listInheritedEntries({ entries, excludedPaths }, sentPaths).length;
  const versionUnits = new Set(entries.map(({ path }) => getReplacementUnit(path)));
  return {
    copied,
    deleted: notReplaced - copied,
    replaced: entries.length - notReplaced,
    added: sentPaths.filter((path) => !versionUnits.has(getReplacementUnit(path))).length,
  };
}

const formatCount = (count: number) => count.toLocaleString("en-US");
