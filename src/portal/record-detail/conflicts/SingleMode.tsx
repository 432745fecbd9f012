import Button from "@mui/material/Button";
import Stack from "@mui/material/Stack";
import Typography from "@mui/material/Typography";
import { useDeferredValue, useMemo, useState } from "react";
import {
  newestForTheRest,
  outcomeOf,
  standingChoices,
  type VersionChoices,
} from "../../../contract/conflictOutcome.ts";
import { VirtualList } from "../../ui/VirtualList.tsx";
import { ContestedFileRow } from "./ContestedFileRow.tsx";
import { OutcomePreview } from "./OutcomePreview.tsx";
import { SingleFilter } from "./SingleFilter.tsx";
import type { ModeProps } from "./modeProps.ts";
import { counted } from "./versionText.ts";

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
