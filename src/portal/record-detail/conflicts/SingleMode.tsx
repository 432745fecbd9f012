import Box from "@mui/material/Box";
import Button from "@mui/material/Button";
import Radio from "@mui/material/Radio";
import RadioGroup from "@mui/material/RadioGroup";
import Stack from "@mui/material/Stack";
import Typography from "@mui/material/Typography";
import { useId, useMemo, type ReactNode } from "react";
import { outcomeOf, type AskedFile, type ModelFile } from "../../../contract/conflicts/conflictOutcome.ts";
import { SearchedFiles } from "./SearchedFiles.tsx";
import { OutcomePreview } from "./OutcomePreview.tsx";
import type { Asked, SentUpload } from "./useAskedFiles.ts";
import type { ModeProps } from "./useResolution.ts";
import { counted, exactDate, fileSize, visibleText } from "../../ui/format.ts";
import { Moment } from "../../ui/Moment.tsx";
import { Mark } from "../../ui/status/StatusBadge.tsx";
import { shortText, VersionBadge } from "../../ui/status/VersionBadge.tsx";

/** What was chosen of each file, by its path: the upload id of the version that stays, or null to leave it out. */
export type FileChoices = ReadonlyMap<string, string | null>;

interface SingleModeProps extends ModeProps {
  asked: Asked;
  choices: FileChoices;
  onChoose: (choices: FileChoices) => void;
}

/** About the height of a file's name and of one of its choices, in pixels. */
const HEIGHT = { name: 60, choice: 40 };

/** A version is chosen of each file on which the uploads do not agree, or the file is left out. */
export function SingleMode(props: SingleModeProps) {
  const { differing, asked, choices: kept, onChoose, choosing, canChoose } = props;
  const { uploads } = differing;
  const { files } = asked;
  const choices = useMemo(() => standingChoices(files, kept), [files, kept]);
  const chosenWords = `, ${choices.size.toLocaleString("en-US")} of ${files.length.toLocaleString("en-US")} chosen`;
  const onlyOpen = {
    label: "Only those not chosen yet",
    isOnAtFirst: false,
    keeps: ({ path }: AskedFile<ModelFile>) => !choices.has(path),
  };
  return (
    <Stack sx={{ gap: 1.5 }}>
      <SearchedFiles
        label="Files to choose"
        files={files}
        narrowing={canChoose ? onlyOpen : undefined}
        countWords={(shown) => `${counted(shown, "file")} shown${canChoose ? chosenWords : ""}`}
        estimate={HEIGHT.name + HEIGHT.choice * 2}
        maxHeight={520}
        renderFile={(file) => (
          <AskedFileRow
            file={file}
            uploads={uploads}
            chosen={choices.get(file.path)}
            canChoose={canChoose && !choosing.isPending}
            onChoose={(uploadId) => onChoose(new Map(choices).set(file.path, uploadId))}
          />
        )}
      >
        {canChoose && (
          <QuickChoices differing={differing} asked={asked} choices={choices} onChoose={onChoose} />
        )}
      </SearchedFiles>
      {canChoose && <Confirmation {...props} choices={choices} />}
    </Stack>
  );
}

interface AskedFileRowProps {
  file: AskedFile<ModelFile>;
  uploads: SentUpload[];
  /** The upload id of the version chosen; null where it is left out. */
  chosen: string | null | undefined;
  canChoose: boolean;
  onChoose: (uploadId: string | null) => void;
}

/** What stands for leaving a file out among its upload ids. */
const OUT = "out";

/** One file, its versions with their uploads and sizes, and leaving it out where an upload does. */
function AskedFileRow({ file, uploads, chosen, canChoose, onChoose }: AskedFileRowProps) {
  const { path, versions, why, mayBeLeftOut } = file;
  const nameId = useId();
  const newest = uploads[0];
  return (
    <Box sx={{ px: 2, py: 1.5, borderBottom: 1, borderColor: "divider" }}>
      <Typography id={nameId} variant="body2" sx={{ fontWeight: 600 }}>
        <bdi>{visibleText(path)}</bdi>{" "}
        {newest && why === "left out" && <Mark state="bad">{`${shortText(newest)} leaves it out`}</Mark>}
        {newest && why === "added" && <Mark state="good">{`only ${shortText(newest)} holds it`}</Mark>}
      </Typography>
      <RadioGroup
        aria-labelledby={nameId}
        value={chosen === null ? OUT : (chosen ?? "")}
        onChange={(_, value) => onChoose(value === OUT ? null : value)}
      >
        {versions.map(({ uploadId, uploadBatchId, size }, index) => {
          const upload = uploads.find((one) => one.uploadBatchId === uploadBatchId);
          return (
            <Choice key={uploadId} value={uploadId} canChoose={canChoose}>
              {why !== "contested" && "Keep it, as in "}
              <VersionBadge version={upload?.uploadVersion} />{" "}
              {upload && (
                <>
                  <Moment iso={upload.uploaded} words={exactDate} /> by {visibleText(upload.username)}
                </>
              )}
              <Typography component="span" variant="body2" color="textSecondary">
                {size > 0 && fileSize(size)}
              </Typography>
              {why === "contested" && index === 0 && <Mark state="info">newest</Mark>}
            </Choice>
          );
        })}
        {mayBeLeftOut && (
          <Choice value={OUT} canChoose={canChoose}>
            Leave it out
          </Choice>
        )}
      </RadioGroup>
    </Box>
  );
}

interface ChoiceProps extends Pick<AskedFileRowProps, "canChoose"> {
  value: string;
  children: ReactNode;
}

const Choice = ({ value, canChoose, children }: ChoiceProps) => (
  <Box component="label" sx={{ ...line, cursor: canChoose ? "pointer" : "default" }}>
    {canChoose && <Radio value={value} size="small" sx={{ ml: -1, my: -0.75 }} />}
    <Typography component="span" variant="body2" sx={about}>
      {children}
    </Typography>
  </Box>
);

type QuickChoicesProps = Pick<SingleModeProps, "differing" | "asked" | "choices" | "onChoose">;

/** What can be chosen of many files at once; what was chosen before stays. */
function QuickChoices({ differing: { uploads }, asked: { files }, choices, onChoose }: QuickChoicesProps) {
  const isAbsent = ({ why }: AskedFile<ModelFile>) => why === "left out";
  const open = files.filter(({ path }) => !choices.has(path));
  const [absent, others] = [open.filter(isAbsent), open.filter((file) => !isAbsent(file))];
  const choose = (chosen: [string, string | null][]) => onChoose(new Map([...choices, ...chosen]));
  return (
    <Stack direction="row" sx={{ flexWrap: "wrap", gap: 1 }}>
      <Button
        variant="outlined"
        disabled={others.length === 0}
        onClick={() => choose(others.map(({ path, versions }) => [path, versions[0]!.uploadId]))}
      >
        Take the newest for the rest
      </Button>
      {files.some(isAbsent) && uploads[0] && (
        <Button
          variant="outlined"
          disabled={absent.length === 0}
          onClick={() => choose(absent.map(({ path }) => [path, null]))}
        >
          {`Leave out what ${shortText(uploads[0])} leaves out`}
        </Button>
      )}
      <Button disabled={choices.size === 0} onClick={() => onChoose(new Map())}>
        Clear choices
      </Button>
    </Stack>
  );
}

/** The choices that still make sense when the files have changed. */
const standingChoices = (files: AskedFile<ModelFile>[], choices: FileChoices): FileChoices =>
  new Map(
    files.flatMap(({ path, versions }): [string, string | null][] => {
      const chosen = choices.get(path);
      const isThere = chosen === null || versions.some(({ uploadId }) => uploadId === chosen);
      return chosen !== undefined && isThere ? [[path, chosen]] : [];
    }),
  );

function Confirmation({ differing: { uploads }, asked, choices, choosing }: SingleModeProps) {
  const { files, standing, seen } = asked;
  const { uploadIds, leftOutIds, outcome } = useMemo(() => {
    const [kept, leftOut]: [string[], string[]] = [[], []];
    for (const { path, versions } of files) {
      const chosen = choices.get(path);
      if (chosen === null) leftOut.push(versions[0]!.uploadId);
      else if (chosen !== undefined) kept.push(chosen);
    }
    const choice = { kept: new Set(kept), leftOut: new Set(leftOut) };
    return {
      uploadIds: kept,
      leftOutIds: leftOut,
      outcome: choices.size > 0 ? outcomeOf(standing, choice) : undefined,
    };
  }, [files, standing, choices]);
  const undecided = files.filter(({ path, why }) => why !== "contested" && !choices.has(path)).length;
  return (
    <OutcomePreview
      uploads={uploads}
      outcome={outcome}
      heading={[
        `${counted(uploadIds.length, "file")} will have the chosen version.`,
        undecided > 0 &&
          ` ${counted(undecided, "file")} not in every upload will stay, since nothing is chosen of them.`,
      ]
        .filter(Boolean)
        .join("")}
      hint="Choose a version of at least one file to see what will happen."
      action={`Make ${counted(choices.size, "choice")}`}
      isPending={choosing.isPending}
      onConfirm={() => choosing.mutate({ kind: "versions", uploadIds, leftOutIds, seen })}
    />
  );
}

const line = { display: "flex", alignItems: "flex-start", py: 0.75 };

const about = { display: "flex", flexWrap: "wrap", alignItems: "center", columnGap: 1, minWidth: 0 };
