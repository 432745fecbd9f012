import Autocomplete, { createFilterOptions } from "@mui/material/Autocomplete";
import Stack from "@mui/material/Stack";
import TextField from "@mui/material/TextField";
import Typography from "@mui/material/Typography";
import { useMemo } from "react";
import type { UploadedFile } from "../../contract/conflicts/compareUploads.ts";
import type { Upload } from "../../contract/generated/entities.ts";
import { foldersOf } from "../../contract/model-folder/modelFolderEntry.ts";
import { Chips } from "../form/widgets/Chips.tsx";
import { newestStanding } from "../providers/recordQueries.ts";
import { exactDate } from "../ui/format.ts";
import { SectionCard } from "../ui/SectionCard.tsx";
import { FailureNote, retryAll } from "../ui/states.tsx";
import { versionName } from "../ui/status/VersionBadge.tsx";
import { CorrectionPreview } from "./CorrectionPreview.tsx";
import type { ChosenCorrection, useCorrection } from "./useCorrection.ts";

interface CorrectionChoiceProps extends ReturnType<typeof useCorrection> {
  recordId: string;
  /** The files of the folder or zip that was looked at, by their paths inside the model. */
  looked: string[] | undefined;
}

const WHOLE = "";
/** More than these nobody reads, and a long list is slow. */
const firstOnes = createFilterOptions<string>({ limit: 100 });

/** Asks whether the whole model is sent, or what changed against a version of it, and shows what comes of that. */
export function CorrectionChoice({ recordId, looked, ...chosen }: CorrectionChoiceProps) {
  const { uploads, versions, correction, held, choose, leaveOut } = chosen;
  if (uploads.isLoadingError)
    return (
      <FailureNote
        title="The versions that can be corrected could not be loaded. The whole model can be sent."
        {...retryAll([uploads])}
      />
    );
  if (versions.length === 0) return null;
  return (
    <SectionCard title="What you send">
      <Stack sx={{ gap: 2 }}>
        <TextField
          select
          label="This upload is"
          value={correction?.uploadBatchId ?? WHOLE}
          onChange={(event) => choose(event.target.value)}
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
        {correction && (
          <>
            <CorrectionWords versions={versions} correction={correction} />
            {held.isError ? (
              <FailureNote
                title={`What ${versionName(correction.version)} holds could not be loaded.`}
                {...retryAll([held])}
              />
            ) : (
              <>
                <LeftOutSelect correction={correction} files={held.data?.files} onChange={leaveOut} />
                <CorrectionPreview {...{ recordId, correction, looked }} files={held.data?.files} />
              </>
            )}
          </>
        )}
      </Stack>
    </SectionCard>
  );
}

interface CorrectionWordsProps {
  versions: Upload[];
  correction: ChosenCorrection;
}

/** How a correction is zipped. Only the newest version that stands gives its place to its correction. */
function CorrectionWords({ versions, correction: { uploadBatchId, version } }: CorrectionWordsProps) {
  const standing = newestStanding(versions);
  return (
    <>
      <Typography>
        Zip the root folder with only the files that are changed or new, each in its folder, and the metadata
        file of step 1; folders that hold neither may be missing. All other files are taken over from{" "}
        {versionName(version)}. A geodatabase is sent whole.
      </Typography>
      {standing && standing.uploadBatchId !== uploadBatchId && (
        <Typography>
          {standing.uploadVersion! > version ? "A newer" : "Another"} version stands: its files and those of
          this correction will be compared, and where they differ you choose.
        </Typography>
      )}
    </>
  );
}

interface LeftOutSelectProps {
  correction: ChosenCorrection;
  /** All files of the version; undefined until they are known. */
  files: UploadedFile[] | undefined;
  onChange: (leftOut: string[]) => void;
}

/** What of the version is to go. */
function LeftOutSelect({ correction: { version, leftOut }, files, onChange }: LeftOutSelectProps) {
  const places = useMemo(() => pathsOf(files ?? []), [files]);
  return (
    <Autocomplete
      multiple
      disablePortal
      disableCloseOnSelect
      options={places}
      filterOptions={firstOnes}
      value={leftOut ?? []}
      onChange={(_, paths) => onChange(paths)}
      noOptionsText="Nothing matches."
      loading={!files}
      renderValue={(paths, getItemProps) => (
        <Chips labels={paths} markOf={() => undefined} disabled={false} getItemProps={getItemProps} />
      )}
      renderInput={(params) => (
        <TextField
          {...params}
          label={`Files and folders of ${versionName(version)} that are to go`}
          helperText="A folder stands for all that is in it."
        />
      )}
    />
  );
}

/** The files of a version and the folders they lie in, by name. */
function pathsOf(files: UploadedFile[]): string[] {
  const folders = foldersOf(files.map(({ path }) => ({ path, isDirectory: false })));
  return [...folders, ...files.map(({ path }) => path)].sort();
}
