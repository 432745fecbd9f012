import Box from "@mui/material/Box";
import Button from "@mui/material/Button";
import Typography from "@mui/material/Typography";
import { useEffect, useRef } from "react";
import type { Resolution } from "../../../contract/generated/entities.ts";
import { isUploadable } from "../../../contract/status.ts";
import type { RecordRow } from "../../providers/resources/recordRow.ts";
import { FailureNote } from "../../ui/states.tsx";
import { counted, exactDate, visibleText } from "../../ui/format.ts";
import { SectionCard } from "../../ui/SectionCard.tsx";
import { Moment } from "../../ui/Moment.tsx";
import { Mark } from "../../ui/status/StatusBadge.tsx";
import { VersionBadge } from "../../ui/status/VersionBadge.tsx";
import { useResolutions, type useResolution } from "./useResolution.ts";

interface ResolutionLogProps {
  record: RecordRow;
  isOwn: boolean;
  resolution: ReturnType<typeof useResolution>;
  onUndone: () => void;
}

/** Every choice between the uploads: who chose what, when, what that put aside, and the way back from the last. */
export function ResolutionLog({ record, isOwn, resolution, onUndone }: ResolutionLogProps) {
  const { data: log = [] } = useResolutions(record.id);
  const { choosing, undoing } = resolution;
  const list = useRef<HTMLOListElement>(null);
  const newest = log[0]?.id;
  const followed = useRef(0);
  // The button that made the choice may be gone with the conflicts. Once for each: later entries are others' doing.
  useEffect(() => {
    if (!choosing.isSuccess || !list.current || followed.current === choosing.submittedAt) return;
    followed.current = choosing.submittedAt;
    list.current.focus();
  }, [choosing.isSuccess, choosing.submittedAt, newest]);
  if (log.length === 0) return null;
  const { status } = record.statusInfo;
  const mayUndo = isOwn ? isUploadable(status) : status === "pending";
  const last = log.find(({ undone }) => !undone);
  return (
    <SectionCard title="Choices between uploads">
      {undoing.isError && <FailureNote title="The choice could not be undone." error={undoing.error} />}
      <Box component="ol" ref={list} tabIndex={-1} aria-label="Choices, the newest first" sx={look}>
        {log.map((one) => (
          <Box component="li" key={one.id} sx={entry}>
            <Box sx={{ flex: "1 1 260px", minWidth: 0 }}>
              <Choice resolution={one} />
            </Box>
            {mayUndo && one === last && (
              <Button
                size="small"
                variant="outlined"
                loading={undoing.isPending}
                onClick={() => undoing.mutate(one.id, { onSuccess: () => setTimeout(onUndone) })}
              >
                Undo
              </Button>
            )}
          </Box>
        ))}
      </Box>
    </SectionCard>
  );
}

function Choice({ resolution }: { resolution: Resolution }) {
  const { username, date, keptVersion, correctedVersion, chosen, putAside, putAsideCount, undone, undoneBy } =
    resolution;
  return (
    <>
      <Typography sx={{ fontWeight: 600 }}>
        {keptVersion ? (
          <>
            Kept <VersionBadge version={keptVersion} /> as a whole
          </>
        ) : correctedVersion ? (
          <>
            Sent a correction of <VersionBadge version={correctedVersion} />
          </>
        ) : (
          "Chose file by file"
        )}{" "}
        {undone && <Mark>undone</Mark>}
      </Typography>
      <Typography variant="body2" color="textSecondary">
        <Moment iso={date} words={exactDate} /> by <bdi>{visibleText(username)}</bdi>
        {undone && (
          <>
            ; undone <Moment iso={undone} words={exactDate} /> by <bdi>{visibleText(undoneBy ?? "")}</bdi>
          </>
        )}
      </Typography>
      <NamedFiles
        title={
          counted(chosen?.length ?? 0, "file") + (keptVersion || correctedVersion ? " left out" : " chosen")
        }
        files={chosen ?? []}
      />
      <NamedFiles
        title={`${counted(putAsideCount, "version")} put aside`}
        files={putAside ?? []}
        more={putAsideCount - (putAside?.length ?? 0)}
      />
    </>
  );
}

interface NamedFilesProps {
  title: string;
  files: Resolution["putAside"];
  /** So many are not named. */
  more?: number;
}

const NamedFiles = ({ title, files, more = 0 }: NamedFilesProps) =>
  files.length > 0 && (
    <Typography component="details" variant="body2">
      <summary>{title}</summary>
      <Box component="ul" sx={{ m: 0, pl: 2.5 }}>
        {files.map(({ path, version }) => (
          <li key={`${path} ${version}`}>
            <bdi>{visibleText(path)}</bdi> {version ? <VersionBadge version={version} /> : "left out"}
          </li>
        ))}
        {more > 0 && <li>{`and ${more.toLocaleString("en-US")} more`}</li>}
      </Box>
    </Typography>
  );

const look = { listStyle: "none", m: 0, p: 0, outline: "none" };

const entry = {
  display: "flex",
  flexWrap: "wrap",
  gap: 1.5,
  alignItems: "flex-start",
  py: 1.5,
  "&:not(:last-of-type)": { borderBottom: 1, borderColor: "divider" },
};
