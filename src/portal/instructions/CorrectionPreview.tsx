import Box from "@mui/material/Box";
import Typography from "@mui/material/Typography";
import { useMemo } from "react";
import type { UploadedFile } from "../../contract/conflicts/compareUploads.ts";
import { metadataFileName } from "../../contract/model-folder/modelFolder.ts";
import { folded } from "../../contract/model-folder/modelFolderEntry.ts";
import { takenOver, unitOf } from "../../contract/uploads/correction.ts";
import { versionName } from "../ui/status/VersionBadge.tsx";
import type { ChosenCorrection } from "./useVersions.ts";

interface CorrectionPreviewProps {
  recordId: string;
  correction: ChosenCorrection;
  /** What the version holds; undefined while that is not known. */
  files: UploadedFile[] | undefined;
  /** The files of the folder or zip that was looked at, by their paths inside the model. */
  looked: string[] | undefined;
}

/** The version that will come of the correction, as far as it is known before the zip has arrived. */
export function CorrectionPreview({ recordId, correction, files, looked }: CorrectionPreviewProps) {
  const { leftOut } = correction;
  const version = versionName(correction.version);
  const counts = useMemo(
    () => files && leftOut && countsOf(files, leftOut, metadataFileName(recordId), looked),
    [files, leftOut, recordId, looked],
  );
  return (
    <Box role="status" sx={{ bgcolor: "action.hover", borderRadius: 1, px: 2, py: 1.5 }}>
      <Typography variant="h3">The version that comes of it</Typography>
      {counts ? (
        <Box component="ul" sx={{ m: 0, mt: 1, pl: 2.5 }}>
          <li>
            Files taken over from {version}: {inWords(counts.taken)}
          </li>
          <li>Files left out: {inWords(counts.leftOut)}</li>
          {looked ? (
            <>
              <li>
                Files of {version} that yours replace: {inWords(counts.replaced)}
              </li>
              <li>New files: {inWords(counts.added)}</li>
            </>
          ) : (
            <li>What the zip replaces and adds is shown once you choose it under “Check the model first”.</li>
          )}
        </Box>
      ) : (
        <Typography sx={{ mt: 1 }}>Looking at {version}…</Typography>
      )}
    </Box>
  );
}

/**
 * What comes of a correction, in files: each of the version is taken over, left out or replaced, where a geodatabase is
 * replaced whole. The metadata file, which is always sent, is not counted.
 */
function countsOf(files: UploadedFile[], leftOut: string[], metadataFile: string, looked: string[] = []) {
  const isCounted = (path: string) => folded(path) !== folded(metadataFile);
  const entries = files.filter(({ path }) => isCounted(path));
  const brought = looked.filter(isCounted);
  const kept = takenOver({ entries, leftOut: [] }, brought).length;
  const taken = takenOver({ entries, leftOut }, brought).length;
  const held = new Set(entries.map(({ path }) => unitOf(path)));
  return {
    taken,
    leftOut: kept - taken,
    replaced: entries.length - kept,
    added: brought.filter((path) => !held.has(unitOf(path))).length,
  };
}

const inWords = (count: number) => count.toLocaleString("en-US");
