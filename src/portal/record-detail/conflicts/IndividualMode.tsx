import Box from "@mui/material/Box";
import Button from "@mui/material/Button";
import Radio from "@mui/material/Radio";
import RadioGroup from "@mui/material/RadioGroup";
import Stack from "@mui/material/Stack";
import Typography from "@mui/material/Typography";
import { useId, useMemo, type ReactNode } from "react";
import {
  applyConflictChoice,
  type FileToDecide,
  type UploadFileVersion,
} from "../../../contract/conflicts/resolveConflicts.ts";
import { showInvisibleCharacters } from "../../../contract/showInvisibleCharacters.ts";
import { FilterableFileList } from "./FilterableFileList.tsx";
import { OutcomePreview } from "./OutcomePreview.tsx";
import type { FilesToDecide, ConflictUpload } from "./useFilesToDecide.ts";
import type { ResolutionModeProps } from "./useConflictResolution.ts";
import { formatQuantity, formatDateTimeWithSeconds, formatFileSize } from "../../ui/format.ts";
import { Timestamp } from "../../ui/Timestamp.tsx";
import { Pill } from "../../ui/status/StatusBadge.tsx";
import { formatUploadName, VersionBadge } from "../../ui/status/VersionBadge.tsx";

/** By path: the `uploadId` of the version to keep, or null to remove the file. */
export type VersionChoices = ReadonlyMap<string, string | null>;

interface IndividualModeProps extends ResolutionModeProps {
  filesToDecide: FilesToDecide;
  choices: VersionChoices;
  onChoose: (choices: VersionChoices) => void;
}

const ROW_HEIGHTS_PX = { name: 60, choice: 40 };

export function IndividualMode(props: IndividualModeProps) {
  const { overview, filesToDecide, choices: allChoices, onChoose, resolveMutation, canChoose } = props;
  const { uploads } = overview;
  const { files } = filesToDecide;
  const choices = useMemo(() => keepValidChoices(files, allChoices), [files, allChoices]);
  const chosenText = `, ${choices.size.toLocaleString("en-US")} of ${files.length.toLocaleString("en-US")} chosen`;
  const undecidedFilter = {
    label: "Only files without a chosen version",
    isOnByDefault: false,
    matches: ({ path }: FileToDecide<UploadFileVersion>) => !choices.has(path),
  };
  return (
    <Stack sx={{ gap: 1.5 }}>
      <FilterableFileList
        label="Files to decide"
        files={files}
        filter={canChoose ? undecidedFilter : undefined}
        formatCount={(shown) => `${formatQuantity(shown, "file")} shown${canChoose ? chosenText : ""}`}
        estimatedHeightPx={ROW_HEIGHTS_PX.name + ROW_HEIGHTS_PX.choice * 2}
        maxHeight={520}
        renderFile={(file) => (
          <FileChoiceRow
            file={file}
            uploads={uploads}
            chosen={choices.get(file.path)}
            canChoose={canChoose && !resolveMutation.isPending}
            onChoose={(uploadId) => onChoose(new Map(choices).set(file.path, uploadId))}
          />
        )}
      >
        {canChoose && (
          <BatchChoiceButtons
            overview={overview}
            filesToDecide={filesToDecide}
            choices={choices}
            onChoose={onChoose}
          />
        )}
      </FilterableFileList>
      {canChoose && <IndividualPreview {...props} choices={choices} />}
    </Stack>
  );
}

interface FileChoiceRowProps {
  file: FileToDecide<UploadFileVersion>;
  uploads: ConflictUpload[];
  chosen: string | null | undefined;
  canChoose: boolean;
  onChoose: (uploadId: string | null) => void;
}

/** Radio value for removing the file. */
const REMOVE = "out";

function FileChoiceRow({ file, uploads, chosen, canChoose, onChoose }: FileChoiceRowProps) {
  const { path, versions, decisionReason, canBeLeftOut: mayBeLeftOut } = file;
  const nameId = useId();
  const latest = uploads[0];
  return (
    <Box sx={{ px: 2, py: 1.5, borderBottom: 1, borderColor: "divider" }}>
      <Typography id={nameId} variant="body2" sx={{ fontWeight: 600 }}>
        <bdi>{showInvisibleCharacters(path)}</bdi>{" "}
        {latest && decisionReason === "left out" && (
          <Pill state="bad">{`missing from ${formatUploadName(latest)}`}</Pill>
        )}
        {latest && decisionReason === "added" && (
          <Pill state="good">{`only in ${formatUploadName(latest)}`}</Pill>
        )}
      </Typography>
      <RadioGroup
        aria-labelledby={nameId}
        value={chosen === null ? REMOVE : (chosen ?? "")}
        onChange={(_, value) => onChoose(value === REMOVE ? null : value)}
      >
        {versions.map(({ uploadId, uploadBatchId, size }, index) => {
          const upload = uploads.find((one) => one.uploadBatchId === uploadBatchId);
          return (
            <Choice key={uploadId} value={uploadId} canChoose={canChoose}>
              {decisionReason !== "contested" && "Keep the version from "}
              <VersionBadge version={upload?.uploadVersion} />{" "}
              {upload && (
                <>
                  <Timestamp iso={upload.uploaded} formatTime={formatDateTimeWithSeconds} /> by{" "}
                  {showInvisibleCharacters(upload.username)}
                </>
              )}
              <Typography component="span" variant="body2" color="textSecondary">
                {size > 0 && formatFileSize(size)}
              </Typography>
              {decisionReason === "contested" && index === 0 && <Pill state="info">latest</Pill>}
            </Choice>
          );
        })}
        {mayBeLeftOut && (
          <Choice value={REMOVE} canChoose={canChoose}>
            Remove from the model
          </Choice>
        )}
      </RadioGroup>
    </Box>
  );
}

interface ChoiceProps extends Pick<FileChoiceRowProps, "canChoose"> {
  value: string;
  children: ReactNode;
}

const Choice = ({ value, canChoose, children }: ChoiceProps) => (
  <Box component="label" sx={{ ...choiceStyles, cursor: canChoose ? "pointer" : "default" }}>
    {canChoose && <Radio value={value} size="small" sx={{ ml: -1, my: -0.75 }} />}
    <Typography component="span" variant="body2" sx={choiceTextStyles}>
      {children}
    </Typography>
  </Box>
);

type BatchChoiceButtonsProps = Pick<
  IndividualModeProps,
  "overview" | "filesToDecide" | "choices" | "onChoose"
>;

/** Buttons that choose for all undecided files at once. */
function BatchChoiceButtons({
  overview: { uploads },
  filesToDecide: { files },
  choices,
  onChoose,
}: BatchChoiceButtonsProps) {
  const isMissing = ({ decisionReason }: FileToDecide<UploadFileVersion>) => decisionReason === "left out";
  const undecided = files.filter(({ path }) => !choices.has(path));
  const [missing, others] = [undecided.filter(isMissing), undecided.filter((file) => !isMissing(file))];
  const choose = (chosen: [string, string | null][]) => onChoose(new Map([...choices, ...chosen]));
  return (
    <Stack direction="row" sx={{ flexWrap: "wrap", gap: 1 }}>
      <Button
        variant="outlined"
        disabled={others.length === 0}
        onClick={() => choose(others.map(({ path, versions }) => [path, versions[0]!.uploadId]))}
      >
        Choose the latest version for all other files
      </Button>
      {files.some(isMissing) && uploads[0] && (
        <Button
          variant="outlined"
          disabled={missing.length === 0}
          onClick={() => choose(missing.map(({ path }) => [path, null]))}
        >
          {`Remove the files that are not in ${formatUploadName(uploads[0])}`}
        </Button>
      )}
      <Button disabled={choices.size === 0} onClick={() => onChoose(new Map())}>
        Clear choices
      </Button>
    </Stack>
  );
}

/** Drops choices whose version no longer exists after a reload. */
const keepValidChoices = (
  files: FileToDecide<UploadFileVersion>[],
  choices: VersionChoices,
): VersionChoices =>
  new Map(
    files.flatMap(({ path, versions }): [string, string | null][] => {
      const chosen = choices.get(path);
      const exists = chosen === null || versions.some(({ uploadId }) => uploadId === chosen);
      return chosen !== undefined && exists ? [[path, chosen]] : [];
    }),
  );

function IndividualPreview(props: IndividualModeProps) {
  const { recordId, status, overview, filesToDecide, choices, resolveMutation } = props;
  const { files, currentFiles, filesEtag } = filesToDecide;
  const { uploadIds, excludedIds, outcome } = useMemo(() => {
    const uploadIds: string[] = [];
    const excludedIds: string[] = [];
    for (const { path, versions } of files) {
      const chosen = choices.get(path);
      if (chosen === null) excludedIds.push(versions[0]!.uploadId);
      else if (chosen !== undefined) uploadIds.push(chosen);
    }
    const choice = { keptIds: new Set(uploadIds), removedIds: new Set(excludedIds) };
    return {
      uploadIds,
      excludedIds,
      outcome: choices.size > 0 ? applyConflictChoice(currentFiles, choice) : undefined,
    };
  }, [files, currentFiles, choices]);
  const undecided = files.filter(
    ({ path, decisionReason }) => decisionReason !== "contested" && !choices.has(path),
  ).length;
  return (
    <OutcomePreview
      {...{ recordId, status, overview, currentFiles }}
      outcome={outcome}
      heading={[
        `${formatQuantity(uploadIds.length, "file")} will have the chosen version.`,
        undecided > 0 &&
          ` ${formatQuantity(undecided, "file")} not in every upload will stay, because you have not chosen for them.`,
      ]
        .filter(Boolean)
        .join("")}
      hint="Choose a version of at least one file to see what will happen."
      confirmLabel={`Apply ${formatQuantity(choices.size, "choice")}`}
      isPending={resolveMutation.isPending}
      onConfirm={() => resolveMutation.mutate({ kind: "versions", uploadIds, excludedIds, filesEtag })}
    />
  );
}

const choiceStyles = { display: "flex", alignItems: "flex-start", py: 0.75 };

const choiceTextStyles = {
  display: "flex",
  flexWrap: "wrap",
  alignItems: "center",
  columnGap: 1,
  minWidth: 0,
};
