import Autocomplete, { createFilterOptions } from "@mui/material/Autocomplete";
import Box from "@mui/material/Box";
import Paper from "@mui/material/Paper";
import TextField from "@mui/material/TextField";
import Typography from "@mui/material/Typography";
import { useQuery } from "@tanstack/react-query";
import { useEffect, useMemo } from "react";
import { useDataProvider } from "react-admin";
import type { UploadedFile } from "../../contract/conflicts/compareUploads.ts";
import type { Upload } from "../../contract/generated/entities.ts";
import { metadataFileName } from "../../contract/model-folder/modelFolder.ts";
import { folded } from "../../contract/model-folder/modelFolderEntry.ts";
import { foldersOf } from "../../contract/model-folder/modelFolderTree.ts";
import { takenOver } from "../../contract/uploads/correction.ts";
import type { Correction } from "../providers/calls/uploadCalls.ts";
import type { PortalDataProvider } from "../providers/dataProvider.ts";
import { insideModel } from "../ui/insideModel.ts";
import { exactDate } from "../ui/longDate.ts";
import { versionName } from "../ui/status/VersionBadge.tsx";

/** A correction as it is chosen: of which version, and what of it is to go. */
export type ChosenCorrection = Correction & { version: number };

interface CorrectionChoiceProps {
  recordId: string;
  correction: ChosenCorrection | undefined;
  onChange: (correction: ChosenCorrection | undefined) => void;
  /** The files of the folder or zip that was looked at, by their paths inside the model. */
  looked: string[] | undefined;
}

const EVERY = 30_000;
const WHOLE = "";
/** More than these nobody reads, and a long list is slow. */
const firstOnes = createFilterOptions<string>({ limit: 100 });

/** Asks whether the whole model is sent, or what changed against a version of it, and shows what comes of that. */
export function CorrectionChoice({ recordId, correction, onChange, looked }: CorrectionChoiceProps) {
  const versions = useVersions(recordId);
  const chosen = versions.find(({ uploadBatchId }) => uploadBatchId === correction?.uploadBatchId);
  const { data: files } = useVersionFiles(recordId, chosen);
  const places = useMemo(() => pathsOf(files?.files ?? []), [files]);
  // What was put aside of the version is to go unless its vendor says otherwise.
  useEffect(() => {
    if (files && correction && correction.leftOut === undefined)
      onChange({ ...correction, leftOut: files.putAside });
  }, [files, correction, onChange]);
  if (versions.length === 0) return null;
  const choose = (batchId: string) => {
    const version = versions.find(({ uploadBatchId }) => uploadBatchId === batchId)?.uploadVersion;
    onChange(version ? { uploadBatchId: batchId, version, leftOut: undefined } : undefined);
  };
  return (
    <Paper
      variant="outlined"
      sx={{ p: { xs: 2, sm: 3 }, display: "grid", gridTemplateColumns: "minmax(0, 1fr)", gap: 2 }}
    >
      <Typography variant="h2">What you send</Typography>
      <VersionSelect versions={versions} chosen={correction?.uploadBatchId ?? WHOLE} onChoose={choose} />
      {correction && (
        <>
          <Typography>
            Zip the root folder with only the files that are changed or new, each in its folder, and the
            metadata file of step 1; folders that hold neither may be missing. All other files are taken over
            from {versionName(correction.version)}. A geodatabase is sent whole.
          </Typography>
          <Autocomplete
            multiple
            disablePortal
            disableCloseOnSelect
            options={places}
            filterOptions={firstOnes}
            value={correction.leftOut ?? []}
            onChange={(_, leftOut) => onChange({ ...correction, leftOut })}
            noOptionsText="Nothing matches."
            loading={!files}
            renderInput={(params) => (
              <TextField
                {...params}
                label={`Files and folders of ${versionName(correction.version)} that are to go`}
                helperText="A folder stands for all that is in it."
              />
            )}
          />
          <Preview recordId={recordId} correction={correction} files={files?.files} looked={looked} />
        </>
      )}
    </Paper>
  );
}

interface VersionSelectProps {
  versions: Upload[];
  chosen: string;
  onChoose: (batchId: string) => void;
}

const VersionSelect = ({ versions, chosen, onChoose }: VersionSelectProps) => (
  <TextField
    select
    label="This upload is"
    value={chosen}
    onChange={(event) => onChoose(event.target.value)}
    slotProps={{ select: { native: true }, inputLabel: { shrink: true } }}
  >
    <option value={WHOLE}>The whole model</option>
    {versions.map(({ uploadBatchId, uploadVersion, uploaded }) => (
      <option key={uploadBatchId} value={uploadBatchId}>
        A correction of {versionName(uploadVersion!)}, uploaded on {exactDate(uploaded)}
      </option>
    ))}
  </TextField>
);

interface PreviewProps extends Pick<CorrectionChoiceProps, "recordId" | "looked"> {
  correction: ChosenCorrection;
  /** What the version holds; undefined while that is not known. */
  files: UploadedFile[] | undefined;
}

/** The version that will come of the correction, as far as it is known before the zip has arrived. */
function Preview({ recordId, correction: { version, leftOut = [] }, files, looked }: PreviewProps) {
  const counts = useMemo(
    () => files && countsOf(files, leftOut, metadataFileName(recordId), looked),
    [files, leftOut, recordId, looked],
  );
  return (
    <Box role="status" sx={{ bgcolor: "action.hover", borderRadius: 1, px: 2, py: 1.5 }}>
      <Typography variant="h3">The version that comes of it</Typography>
      {counts ? (
        <Box component="ul" sx={{ m: 0, mt: 1, pl: 2.5 }}>
          <li>
            Files taken over from {versionName(version)}: {inWords(counts.taken)}
          </li>
          <li>Files left out: {inWords(counts.leftOut)}</li>
          {looked ? (
            <>
              <li>
                Files of yours that replace those of {versionName(version)}: {inWords(counts.replacing)}
              </li>
              <li>New files: {inWords(counts.added)}</li>
            </>
          ) : (
            <li>What the zip replaces and adds is shown once you choose it under “Check the model first”.</li>
          )}
        </Box>
      ) : (
        <Typography sx={{ mt: 1 }}>Looking at {versionName(version)}…</Typography>
      )}
    </Box>
  );
}

/** What comes of a correction, in files; the metadata file, which is always sent, is not counted. */
function countsOf(files: UploadedFile[], leftOut: string[], metadataFile: string, looked: string[] = []) {
  const isCounted = (path: string) => folded(path) !== folded(metadataFile);
  const entries = files.filter(({ path }) => isCounted(path));
  const brought = looked.filter(isCounted);
  const held = new Set(entries.map(({ path }) => folded(path)));
  const added = brought.filter((path) => !held.has(folded(path))).length;
  return {
    taken: takenOver({ entries, leftOut }, brought).length,
    leftOut: entries.length - takenOver({ entries, leftOut }, []).length,
    replacing: brought.length - added,
    added,
  };
}

const inWords = (count: number) => count.toLocaleString("en-US");

/** The files of a version and the folders they lie in, by name. */
function pathsOf(files: UploadedFile[]): string[] {
  const folders = foldersOf(files.map(({ path }) => ({ path, isDirectory: false })));
  return [...folders, ...files.map(({ path }) => path)].sort();
}

/** The versions that can be corrected, the newest first; none where the services do not number them. */
function useVersions(recordId: string): Upload[] {
  const dataProvider = useDataProvider<PortalDataProvider>();
  const { data = [] } = useQuery({
    queryKey: ["versions", recordId],
    queryFn: () => dataProvider.recordUploads(recordId),
    refetchInterval: EVERY,
  });
  return useMemo(
    () =>
      data
        .filter(({ uploadVersion }) => uploadVersion)
        .toSorted((one, other) => other.uploadVersion! - one.uploadVersion!),
    [data],
  );
}

/** What a version holds, and which of that was put aside file by file while the version stands. */
function useVersionFiles(recordId: string, version: Upload | undefined) {
  const dataProvider = useDataProvider<PortalDataProvider>();
  return useQuery({
    queryKey: ["version-files", recordId, version?.uploadBatchId],
    enabled: version !== undefined,
    queryFn: async () => {
      const { uploadBatchId, archived } = version!;
      const [receipt, standing] = await Promise.all([
        dataProvider.uploadReceipt(recordId, uploadBatchId),
        dataProvider.recordFiles(recordId),
      ]);
      const files = (receipt?.["files"] ?? []) as UploadedFile[];
      const own = standing.files.filter((row) => row.uploadBatchId === uploadBatchId);
      const there = new Set(insideModel(own).map(({ path }) => path));
      return {
        files,
        putAside: archived ? [] : files.map(({ path }) => path).filter((path) => !there.has(path)),
      };
    },
  });
}
