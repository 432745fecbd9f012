import Autocomplete, { createFilterOptions } from "@mui/material/Autocomplete";
import Paper from "@mui/material/Paper";
import TextField from "@mui/material/TextField";
import Typography from "@mui/material/Typography";
import { useEffect, useMemo } from "react";
import type { UploadedFile } from "../../contract/conflicts/compareUploads.ts";
import type { Upload } from "../../contract/generated/entities.ts";
import { foldersOf } from "../../contract/model-folder/modelFolderEntry.ts";
import { Chips } from "../form/widgets/Chips.tsx";
import { newestStanding } from "../providers/recordQueries.ts";
import { exactDate } from "../ui/format.ts";
import { FailureNote, retryAll } from "../ui/states.tsx";
import { versionName } from "../ui/status/VersionBadge.tsx";
import { CorrectionPreview } from "./CorrectionPreview.tsx";
import { useVersionFiles, useVersions, type ChosenCorrection } from "./useVersions.ts";

interface CorrectionChoiceProps {
  recordId: string;
  correction: ChosenCorrection | undefined;
  onChange: (correction: ChosenCorrection | undefined) => void;
  /** The files of the folder or zip that was looked at, by their paths inside the model. */
  looked: string[] | undefined;
}

const WHOLE = "";
/** More than these nobody reads, and a long list is slow. */
const firstOnes = createFilterOptions<string>({ limit: 100 });

/** Asks whether the whole model is sent, or what changed against a version of it, and shows what comes of that. */
export function CorrectionChoice({ recordId, correction, onChange, looked }: CorrectionChoiceProps) {
  const { versions, ...asked } = useVersions(recordId);
  const choose = (batchId: string) => {
    const version = versions.find(({ uploadBatchId }) => uploadBatchId === batchId)?.uploadVersion;
    onChange(version ? { uploadBatchId: batchId, version, leftOut: undefined } : undefined);
  };
  if (asked.isLoadingError)
    return (
      <FailureNote
        title="The versions that can be corrected could not be loaded. The whole model can be sent."
        {...retryAll([asked])}
      />
    );
  if (versions.length === 0) return null;
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
          <StandingNote versions={versions} correction={correction} />
          <VersionParts
            recordId={recordId}
            versions={versions}
            correction={correction}
            onChange={onChange}
            looked={looked}
          />
        </>
      )}
    </Paper>
  );
}

type OfVersion<Props> = Props & { versions: Upload[]; correction: ChosenCorrection };

/** Only the newest version that stands gives its place to its correction. */
function StandingNote({ versions, correction }: OfVersion<unknown>) {
  const standing = newestStanding(versions);
  if (!standing || standing.uploadBatchId === correction.uploadBatchId) return null;
  return (
    <Typography>
      {standing.uploadVersion! > correction.version ? "A newer" : "Another"} version stands: its files and
      those of this correction will be compared, and where they differ you choose.
    </Typography>
  );
}

/** What of the version is to go, and what becomes of the rest. */
function VersionParts({ versions, correction, ...props }: OfVersion<CorrectionChoiceProps>) {
  const { recordId, onChange, looked } = props;
  const chosen = versions.find(({ uploadBatchId }) => uploadBatchId === correction.uploadBatchId);
  const asked = useVersionFiles(recordId, chosen);
  const { data, isSuccess, isFetching, isError } = asked;
  const places = useMemo(() => pathsOf(data?.files ?? []), [data]);
  // What was put aside of the version is to go unless its vendor says otherwise: as it is now, not when last looked at.
  const putAside = isSuccess && !isFetching ? data.putAside : undefined;
  useEffect(() => {
    if (putAside && correction.leftOut === undefined) onChange({ ...correction, leftOut: putAside });
  }, [putAside, correction, onChange]);
  if (isError && correction.leftOut === undefined)
    return (
      <FailureNote
        title={`What ${versionName(correction.version)} holds could not be loaded.`}
        {...retryAll([asked])}
      />
    );
  return (
    <>
      <LeftOutSelect correction={correction} places={places} onChange={onChange} />
      <CorrectionPreview recordId={recordId} correction={correction} files={data?.files} looked={looked} />
    </>
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
    {versions.map(({ uploadBatchId, uploadVersion, uploaded, archived }) => (
      <option key={uploadBatchId} value={uploadBatchId}>
        A correction of {versionName(uploadVersion!)}, uploaded on {exactDate(uploaded)}
        {archived && ", put aside"}
      </option>
    ))}
  </TextField>
);

interface LeftOutSelectProps {
  correction: ChosenCorrection;
  /** All files and folders of the version. */
  places: string[];
  onChange: (correction: ChosenCorrection) => void;
}

/** What of the version is to go; empty until it is known what of it was put aside before. */
const LeftOutSelect = ({ correction, places, onChange }: LeftOutSelectProps) => (
  <Autocomplete
    multiple
    disablePortal
    disableCloseOnSelect
    options={correction.leftOut === undefined ? [] : places}
    filterOptions={firstOnes}
    value={correction.leftOut ?? []}
    onChange={(_, leftOut) => onChange({ ...correction, leftOut })}
    noOptionsText="Nothing matches."
    loading={correction.leftOut === undefined}
    renderValue={(paths, getItemProps) => (
      <Chips labels={paths} markOf={() => undefined} disabled={false} getItemProps={getItemProps} />
    )}
    renderInput={(params) => (
      <TextField
        {...params}
        label={`Files and folders of ${versionName(correction.version)} that are to go`}
        helperText="A folder stands for all that is in it."
      />
    )}
  />
);

/** The files of a version and the folders they lie in, by name. */
function pathsOf(files: UploadedFile[]): string[] {
  const folders = foldersOf(files.map(({ path }) => ({ path, isDirectory: false })));
  return [...folders, ...files.map(({ path }) => path)].sort();
}
