import Autocomplete, { createFilterOptions } from "@mui/material/Autocomplete";
import Stack from "@mui/material/Stack";
import TextField from "@mui/material/TextField";
import Typography from "@mui/material/Typography";
import { useMemo } from "react";
import type { UploadedFile } from "../../contract/conflicts/compareUploads.ts";
import type { Upload } from "../../contract/generated/entities.ts";
import { listFolders } from "../../contract/model-folder/folderEntries.ts";
import { Chips } from "../form/widgets/Chips.tsx";
import { latestCurrentUpload } from "../providers/recordQueries.ts";
import { formatDateTimeWithSeconds } from "../ui/format.ts";
import { SectionCard } from "../ui/SectionCard.tsx";
import { ErrorAlert, buildRetryProps } from "../ui/states.tsx";
import { formatVersion } from "../ui/status/VersionBadge.tsx";
import { CorrectionSummary } from "./CorrectionSummary.tsx";
import type { ChosenCorrection, useCorrection } from "./useCorrection.ts";

interface CorrectionCardProps extends ReturnType<typeof useCorrection> {
  recordId: string;
  /** Paths inside the model, from the folder or zip chosen for the check. */
  checkedPaths: string[] | undefined;
  /** Those of them that differ from the version; undefined unless compared. */
  changedPaths: string[] | undefined;
}

const WHOLE_MODEL = "";
// A longer list is slow to open.
const limitOptions = createFilterOptions<string>({ limit: 100 });

export function CorrectionCard({
  recordId,
  checkedPaths,
  changedPaths,
  ...correctionState
}: CorrectionCardProps) {
  const { uploads, versions, correction, versionFiles, choose, setExcludedPaths } = correctionState;
  if (uploads.isLoadingError)
    return (
      <ErrorAlert
        title="The list of versions to correct could not be loaded. You can still upload the whole model."
        {...buildRetryProps([uploads])}
      />
    );
  if (versions.length === 0) return null;
  return (
    <SectionCard title="What to upload">
      <Stack sx={{ gap: 2 }}>
        <TextField
          select
          label="Content of this upload"
          value={correction?.uploadBatchId ?? WHOLE_MODEL}
          onChange={(event) => choose(event.target.value)}
          slotProps={{ select: { native: true }, inputLabel: { shrink: true } }}
        >
          <option value={WHOLE_MODEL}>The whole model</option>
          {versions.map(({ uploadBatchId, uploadVersion, uploaded, archived }) => (
            <option key={uploadBatchId} value={uploadBatchId}>
              A correction of {formatVersion(uploadVersion!)}, uploaded on{" "}
              {formatDateTimeWithSeconds(uploaded)}
              {archived && ", archived"}
            </option>
          ))}
        </TextField>
        {correction && (
          <>
            <CorrectionHelp versions={versions} correction={correction} />
            {versionFiles.isError ? (
              <ErrorAlert
                title={`The files of ${formatVersion(correction.version)} could not be loaded.`}
                {...buildRetryProps([versionFiles])}
              />
            ) : (
              <>
                <ExcludedPathsSelect
                  correction={correction}
                  files={versionFiles.data?.files}
                  onChange={setExcludedPaths}
                />
                <CorrectionSummary
                  {...{ recordId, correction, checkedPaths, changedPaths }}
                  files={versionFiles.data?.files}
                />
              </>
            )}
          </>
        )}
      </Stack>
    </SectionCard>
  );
}

interface CorrectionHelpProps {
  versions: Upload[];
  correction: ChosenCorrection;
}

function CorrectionHelp({ versions, correction: { uploadBatchId, version } }: CorrectionHelpProps) {
  const current = latestCurrentUpload(versions);
  return (
    <>
      <Typography>
        Zip the root folder with only the new or changed files, each in its folder, and the metadata file from
        step 1. You can leave out folders without such files. All other files are copied from{" "}
        {formatVersion(version)}. If a geodatabase changed, include all of it.
      </Typography>
      {current && current.uploadBatchId !== uploadBatchId && (
        <Typography>
          {current.uploadVersion! > version ? "A newer" : "Another"} version is current. If its files differ
          from this correction, you choose which to keep.
        </Typography>
      )}
    </>
  );
}

interface ExcludedPathsSelectProps {
  correction: ChosenCorrection;
  /** All files of the version; undefined while loading. */
  files: UploadedFile[] | undefined;
  onChange: (excludedPaths: string[]) => void;
}

function ExcludedPathsSelect({
  correction: { version, excludedPaths },
  files,
  onChange,
}: ExcludedPathsSelectProps) {
  const options = useMemo(() => listFilesAndFolders(files ?? []), [files]);
  return (
    <Autocomplete
      multiple
      disablePortal
      disableCloseOnSelect
      options={options}
      filterOptions={limitOptions}
      value={excludedPaths ?? []}
      onChange={(_, paths) => onChange(paths)}
      noOptionsText="No matches"
      loading={!files}
      renderValue={(paths, getItemProps) => (
        <Chips labels={paths} getMark={() => undefined} disabled={false} getItemProps={getItemProps} />
      )}
      renderInput={(params) => (
        <TextField
          {...params}
          label={`Delete from ${formatVersion(version)}`}
          helperText="Choosing a folder deletes everything in it."
        />
      )}
    />
  );
}

function listFilesAndFolders(files: UploadedFile[]): string[] {
  const folders = listFolders(files.map(({ path }) => ({ path, isDirectory: false })));
  return [...folders, ...files.map(({ path }) => path)].sort();
}
