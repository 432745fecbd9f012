import Box from "@mui/material/Box";
import Button from "@mui/material/Button";
import Checkbox from "@mui/material/Checkbox";
import FormControlLabel from "@mui/material/FormControlLabel";
import Radio from "@mui/material/Radio";
import RadioGroup from "@mui/material/RadioGroup";
import Stack from "@mui/material/Stack";
import Typography from "@mui/material/Typography";
import { useDeferredValue, useId, useMemo, useState } from "react";
import {
  newestForTheRest,
  outcomeOf,
  standingChoices,
  type VersionChoices,
} from "../../../contract/conflictOutcome.ts";
import type { ContestedFile } from "../../../contract/contestedFiles.ts";
import type { UploadConflict } from "../../../contract/generated/entities.ts";
import { fileSize } from "../../ui/fileSize.ts";
import { SearchField } from "../../ui/SearchField.tsx";
import { Mark } from "../../ui/StatusBadge.tsx";
import { VirtualList } from "../../ui/VirtualList.tsx";
import { visibleText } from "../../ui/visibleText.ts";
import { differenceStates } from "./DifferenceList.tsx";
import { OutcomePreview } from "./OutcomePreview.tsx";
import type { ModeProps } from "./useResolution.ts";
import { counted, versionText } from "./versionText.ts";

interface SingleModeProps extends ModeProps {
  choices: VersionChoices;
  onChoose: (choices: VersionChoices) => void;
}

/** About the height of a file's name and of one of its versions, in pixels. */
const HEIGHT = { name: 60, version: 62 };

/** A version is chosen for each file, or the newest for all that are left. */
export function SingleMode({ choices: kept, onChoose, ...mode }: SingleModeProps) {
  const { files, uploads, choosing, canChoose } = mode;
  const [search, setSearch] = useState("");
  const [isOpenOnly, setIsOpenOnly] = useState(false);
  const wanted = useDeferredValue(search.trim().toLowerCase());
  const choices = useMemo(() => standingChoices(files, kept), [files, kept]);
  const outcome = useMemo(() => outcomeOf(files, choices), [files, choices]);
  const shown = files.filter(
    ({ filename, conflictNumber }) =>
      filename.toLowerCase().includes(wanted) && !(isOpenOnly && choices.has(conflictNumber)),
  );
  return (
    <Stack sx={{ gap: 1.5 }}>
      <SingleFilter
        search={search}
        onSearch={setSearch}
        isOpenOnly={isOpenOnly}
        onOpenOnly={canChoose ? setIsOpenOnly : undefined}
      />
      {canChoose && (
        <Stack direction="row" sx={{ flexWrap: "wrap", gap: 1 }}>
          <Button
            variant="outlined"
            disabled={outcome.open.length === 0}
            onClick={() => onChoose(newestForTheRest(files, choices))}
          >
            Take the newest for the rest
          </Button>
          <Button disabled={choices.size === 0} onClick={() => onChoose(new Map())}>
            Clear choices
          </Button>
        </Stack>
      )}
      <Typography role="status" variant="body2" color="textSecondary">
        {`${counted(shown.length, "file")} shown${canChoose ? `, ${outcome.kept.length.toLocaleString("en-US")} of ${files.length.toLocaleString("en-US")} chosen` : ""}`}
      </Typography>
      {shown.length > 0 && (
        <VirtualList
          label="Conflicting files"
          rows={shown}
          keyOf={({ conflictNumber }) => conflictNumber}
          estimate={HEIGHT.name + HEIGHT.version * uploads.length}
          maxHeight={520}
          renderRow={(file) => (
            <ContestedFileRow
              file={file}
              uploadCount={uploads.length}
              chosen={choices.get(file.conflictNumber)}
              canChoose={canChoose && !choosing.isPending}
              onChoose={(uploadId) => onChoose(new Map(choices).set(file.conflictNumber, uploadId))}
            />
          )}
        />
      )}
      {canChoose && <Confirmation outcome={outcome} choosing={choosing} />}
    </Stack>
  );
}

function Confirmation({
  outcome,
  choosing,
}: Pick<ModeProps, "choosing"> & { outcome: ReturnType<typeof outcomeOf> }) {
  const uploadIds = outcome.kept.map(({ uploadId }) => uploadId);
  return (
    <OutcomePreview
      outcome={outcome}
      hint="Choose a version of at least one file to see what will happen."
      action={`Keep ${counted(uploadIds.length, "chosen version")}`}
      isPending={choosing.isPending}
      onConfirm={() =>
        choosing.mutate({
          kind: "versions",
          uploadIds,
          summary: `The chosen ${uploadIds.length === 1 ? "version of 1 file was" : `versions of ${counted(uploadIds.length, "file")} were`} kept.`,
        })
      }
    />
  );
}

interface SingleFilterProps {
  search: string;
  onSearch: (search: string) => void;
  isOpenOnly: boolean;
  /** Undefined where nothing can be chosen. */
  onOpenOnly: ((isOpenOnly: boolean) => void) | undefined;
}

/** Which of the contested files are shown. */
const SingleFilter = ({ search, onSearch, isOpenOnly, onOpenOnly }: SingleFilterProps) => (
  <Stack direction="row" sx={{ flexWrap: "wrap", columnGap: 2, rowGap: 1, alignItems: "center" }}>
    <SearchField label="Search conflicting files" value={search} onChange={onSearch} />
    {onOpenOnly && (
      <FormControlLabel
        label="Only those not chosen yet"
        control={
          <Checkbox
            size="small"
            checked={isOpenOnly}
            onChange={(event) => onOpenOnly(event.target.checked)}
          />
        }
      />
    )}
  </Stack>
);

interface ContestedFileRowProps {
  file: ContestedFile;
  /** How many uploads there are to choose from. */
  uploadCount: number;
  /** The upload id of the version chosen. */
  chosen: string | undefined;
  canChoose: boolean;
  onChoose: (uploadId: string) => void;
}

/** One file and its versions, each with its time, its user, its size and whether it differs from the one before it. */
function ContestedFileRow({ file, uploadCount, chosen, canChoose, onChoose }: ContestedFileRowProps) {
  const nameId = useId();
  const missing = uploadCount - file.versions.length;
  return (
    <Box sx={{ px: 2, py: 1.5, borderBottom: 1, borderColor: "divider" }}>
      <Typography id={nameId} variant="body2" sx={{ fontWeight: 600 }}>
        <bdi>{visibleText(file.filename)}</bdi>
      </Typography>
      <RadioGroup aria-labelledby={nameId} value={chosen ?? ""} onChange={(_, value) => onChoose(value)}>
        {file.versions.map((version, index) => (
          <Version
            key={version.uploadId}
            version={version}
            isNewest={index === 0}
            before={file.versions[index + 1]}
            canChoose={canChoose}
          />
        ))}
      </RadioGroup>
      {missing > 0 && (
        <Typography variant="caption" color="textSecondary">
          Not in {counted(missing, "other upload")}
        </Typography>
      )}
    </Box>
  );
}

interface VersionProps {
  version: UploadConflict;
  isNewest: boolean;
  /** The version before it. */
  before: UploadConflict | undefined;
  canChoose: boolean;
}

function Version({ version, isNewest, before, canChoose }: VersionProps) {
  const id = useId();
  return (
    <Box component="label" htmlFor={id} sx={{ ...line, cursor: canChoose ? "pointer" : "default" }}>
      {canChoose && <Radio id={id} value={version.uploadId} size="small" sx={{ ml: -1, my: -0.75 }} />}
      <Box component="span" sx={about}>
        <Typography component="span" variant="body2">
          {versionText(version)}
        </Typography>
        {version.size !== undefined && (
          <Typography component="span" variant="body2" color="textSecondary">
            {fileSize(version.size)}
          </Typography>
        )}
        {isNewest && <Mark state="info">newest</Mark>}
        {before?.sha256 && version.sha256 && <Difference isSame={before.sha256 === version.sha256} />}
        {!before && <Mark>oldest</Mark>}
      </Box>
    </Box>
  );
}

const Difference = ({ isSame }: { isSame: boolean }) => (
  <Mark state={differenceStates[isSame ? "same" : "changed"]}>
    {isSame ? "the same as the one before" : "changed since the one before"}
  </Mark>
);

const line = { display: "flex", alignItems: "flex-start", py: 0.75 };

const about = { display: "flex", flexWrap: "wrap", alignItems: "center", columnGap: 1, minWidth: 0 };
