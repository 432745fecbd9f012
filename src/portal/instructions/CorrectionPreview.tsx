import Box from "@mui/material/Box";
import Button from "@mui/material/Button";
import Typography from "@mui/material/Typography";
import { useMemo, useState } from "react";
import type { UploadedFile } from "../../contract/conflicts/compareUploads.ts";
import { metadataFileName } from "../../contract/model-folder/modelFolder.ts";
import { folded } from "../../contract/model-folder/modelFolderEntry.ts";
import { takenOver, unitOf } from "../../contract/uploads/correction.ts";
import { versionName } from "../ui/status/VersionBadge.tsx";
import { fileNodes } from "../ui/tree/fileNodes.ts";
import { FileTree } from "../ui/tree/FileTree.tsx";
import type { ChosenCorrection } from "./useCorrection.ts";

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
  const [showsFiles, setShowsFiles] = useState(false);
  const coming = useMemo(
    () => files && leftOut && comingOf(files, leftOut, metadataFileName(recordId), looked),
    [files, leftOut, recordId, looked],
  );
  return (
    <Box sx={{ bgcolor: "action.hover", borderRadius: 1, px: 2, py: 1.5 }}>
      <Box role="status">
        <Typography variant="h3">The version that comes of it</Typography>
        {coming ? (
          <Box component="ul" sx={{ m: 0, mt: 1, pl: 2.5 }}>
            <li>
              Files taken over from {version}: {counted(coming, "taken over")}
            </li>
            <li>Files left out: {counted(coming, "left out")}</li>
            {looked ? (
              <>
                <li>
                  Files of {version} that yours replace: {counted(coming, "replaced")}
                </li>
                <li>New files: {counted(coming, "new")}</li>
              </>
            ) : (
              <li>
                What the zip replaces and adds is shown once you choose it under “Check the model first”.
              </li>
            )}
          </Box>
        ) : (
          <Typography sx={{ mt: 1 }}>Looking at {version}…</Typography>
        )}
      </Box>
      {coming && (
        <Button
          size="small"
          aria-expanded={showsFiles}
          onClick={() => setShowsFiles(!showsFiles)}
          sx={{ my: 1 }}
        >
          {showsFiles ? "Hide these files" : "Show these files"}
        </Button>
      )}
      {coming && showsFiles && <ComingFiles coming={coming} />}
    </Box>
  );
}

/** What becomes of every file, by its path: of the version, and of those that are sent. */
type Coming = ReadonlyMap<string, "taken over" | "left out" | "replaced" | "new">;

function ComingFiles({ coming }: { coming: Coming }) {
  const nodes = useMemo(() => {
    const common = { uploadType: "file", sha256: "", archived: false, uploadBatchId: "" };
    const rows = [...coming.keys()].map((path) => ({ ...common, path, pathInModel: path }));
    return fileNodes(
      rows,
      () => undefined,
      (path) => coming.get(path),
    );
  }, [coming]);
  return (
    <FileTree
      label="Files of the version that comes of it"
      nodes={nodes}
      openAtFirst={nodes.map(({ path }) => path)}
    />
  );
}

/**
 * What comes of a correction: each file of the version is taken over, left out or replaced, where a geodatabase is
 * replaced whole. The metadata file, which is always sent, is not counted.
 */
function comingOf(
  files: UploadedFile[],
  leftOut: string[],
  metadataFile: string,
  looked: string[] = [],
): Coming {
  const isCounted = (path: string) => folded(path) !== folded(metadataFile);
  const entries = files.filter(({ path }) => isCounted(path));
  const brought = looked.filter(isCounted);
  const kept = new Set(takenOver({ entries, leftOut: [] }, brought));
  const taken = new Set(takenOver({ entries, leftOut }, brought));
  const held = new Set(entries.map(({ path }) => unitOf(path)));
  const added = brought.filter((path) => !held.has(unitOf(path)));
  return new Map([
    ...entries.map(
      (file) =>
        [file.path, taken.has(file) ? "taken over" : kept.has(file) ? "left out" : "replaced"] as const,
    ),
    ...added.map((path) => [path, "new"] as const),
  ]);
}

const counted = (coming: Coming, what: string) =>
  [...coming.values()].filter((one) => one === what).length.toLocaleString("en-US");
