import Box from "@mui/material/Box";
import Button from "@mui/material/Button";
import Typography from "@mui/material/Typography";
import { useEffect, useRef, useState, type RefObject } from "react";
import type { Resolution } from "../../../contract/generated/entities.ts";
import { isUploadableStatus } from "../../../contract/status.ts";
import { showInvisibleCharacters } from "../../../contract/showInvisibleCharacters.ts";
import type { RecordRow } from "../../providers/resources/recordRow.ts";
import { ErrorAlert } from "../../ui/states.tsx";
import { formatQuantity, formatDateTimeWithSeconds } from "../../ui/format.ts";
import { SectionCard } from "../../ui/SectionCard.tsx";
import { Timestamp } from "../../ui/Timestamp.tsx";
import { Pill } from "../../ui/status/StatusBadge.tsx";
import { VersionBadge } from "../../ui/status/VersionBadge.tsx";
import { useCapabilities } from "../../providers/usePortalConfig.ts";
import { ReversalDialog } from "./ReversalDialog.tsx";
import { useResolutions, type Reversal, type useConflictResolution } from "./useConflictResolution.ts";

interface ResolutionLogProps {
  record: RecordRow;
  isOwn: boolean;
  resolution: ReturnType<typeof useConflictResolution>;
  onUndone: () => void;
}

export function ResolutionLog({ record, isOwn, resolution, onUndone }: ResolutionLogProps) {
  const { data: log = [] } = useResolutions(record.id);
  const { resolveMutation, reverseMutation } = resolution;
  const { redoConflictResolution: canRedo } = useCapabilities();
  const [confirmed, setConfirmed] = useState<{ entry: Resolution; reversal: Reversal }>();
  const list = useRef<HTMLOListElement>(null);
  useFocusAfterChoice(list, resolveMutation, log[0]?.id);
  if (log.length === 0) return null;
  const { status } = record.statusInfo;
  const canReverse = isOwn ? isUploadableStatus(status) : status === "pending";
  const lastActive = log.find(({ undone }) => !undone);
  const getReversal = (entry: Resolution): Reversal | undefined => {
    if (!canReverse) return undefined;
    if (entry === lastActive) return "undo";
    return canRedo && entry.reversal === "redo" ? "redo" : undefined;
  };
  const handleConfirm = ({ entry, reversal }: NonNullable<typeof confirmed>) => {
    setConfirmed(undefined);
    // After a redo, the button and the conflicts have disappeared.
    const moveFocus = reversal === "undo" ? onUndone : () => list.current?.focus();
    reverseMutation.mutate({ resolutionId: entry.id, reversal }, { onSuccess: () => setTimeout(moveFocus) });
  };
  return (
    <SectionCard title="Conflict resolutions">
      {reverseMutation.isError && (
        <ErrorAlert
          title={`The conflict resolution could not be ${reverseMutation.variables.reversal === "undo" ? "undone" : "redone"}.`}
          error={reverseMutation.error}
        />
      )}
      <Box
        component="ol"
        ref={list}
        tabIndex={-1}
        aria-label="Conflict resolutions, newest first"
        sx={listStyles}
      >
        {log.map((entry) => {
          const reversal = getReversal(entry);
          return (
            <Box component="li" key={entry.id} sx={entryStyles}>
              <Box sx={{ flex: "1 1 260px", minWidth: 0 }}>
                <ResolutionEntry resolution={entry} />
              </Box>
              {reversal && (
                <Button
                  size="small"
                  variant="outlined"
                  loading={reverseMutation.isPending}
                  onClick={() => setConfirmed({ entry, reversal })}
                >
                  {reversal === "undo" ? "Undo" : "Redo"}
                </Button>
              )}
            </Box>
          );
        })}
      </Box>
      {confirmed && (
        <ReversalDialog
          record={record}
          resolution={confirmed.entry}
          reversal={confirmed.reversal}
          onConfirm={() => handleConfirm(confirmed)}
          onCancel={() => setConfirmed(undefined)}
        />
      )}
    </SectionCard>
  );
}

/** Focuses the log once per own choice, because the confirm button may have disappeared with the conflicts. */
function useFocusAfterChoice(
  list: RefObject<HTMLElement | null>,
  resolveMutation: ReturnType<typeof useConflictResolution>["resolveMutation"],
  latest: string | undefined,
): void {
  const focusedSubmission = useRef(0);
  useEffect(() => {
    if (
      !resolveMutation.isSuccess ||
      !list.current ||
      focusedSubmission.current === resolveMutation.submittedAt
    )
      return;
    focusedSubmission.current = resolveMutation.submittedAt;
    list.current.focus();
  }, [resolveMutation.isSuccess, resolveMutation.submittedAt, latest, list]);
}

function ResolutionEntry({ resolution }: { resolution: Resolution }) {
  const {
    username,
    date,
    keptVersion,
    correctedVersion,
    chosen,
    archivedFiles,
    archivedFileCount,
    undone,
    undoneBy,
  } = resolution;
  return (
    <>
      <Typography sx={{ fontWeight: 600 }}>
        {keptVersion ? (
          <>
            Kept all of <VersionBadge version={keptVersion} />
          </>
        ) : correctedVersion ? (
          <>
            Corrected <VersionBadge version={correctedVersion} />
          </>
        ) : (
          "Chose versions file by file"
        )}{" "}
        {undone && <Pill>undone</Pill>}
      </Typography>
      <Typography variant="body2" color="textSecondary">
        <Timestamp iso={date} formatTime={formatDateTimeWithSeconds} /> by{" "}
        <bdi>{showInvisibleCharacters(username)}</bdi>
        {undone && (
          <>
            ; undone <Timestamp iso={undone} formatTime={formatDateTimeWithSeconds} /> by{" "}
            <bdi>{showInvisibleCharacters(undoneBy ?? "")}</bdi>
          </>
        )}
      </Typography>
      <ExpandableFileList
        title={
          formatQuantity(chosen?.length ?? 0, "file") +
          (keptVersion || correctedVersion ? " removed" : " chosen")
        }
        files={chosen ?? []}
      />
      <ExpandableFileList
        title={`${formatQuantity(archivedFileCount, "version")} archived`}
        files={archivedFiles ?? []}
        hiddenCount={archivedFileCount - (archivedFiles?.length ?? 0)}
      />
    </>
  );
}

interface ExpandableFileListProps {
  title: string;
  files: Resolution["archivedFiles"];
  hiddenCount?: number;
}

const ExpandableFileList = ({ title, files, hiddenCount = 0 }: ExpandableFileListProps) =>
  files.length > 0 && (
    <Typography component="details" variant="body2">
      <summary>{title}</summary>
      <Box component="ul" sx={{ m: 0, pl: 2.5 }}>
        {files.map(({ path, version }) => (
          <li key={`${path} ${version}`}>
            <bdi>{showInvisibleCharacters(path)}</bdi>{" "}
            {version ? <VersionBadge version={version} /> : "removed"}
          </li>
        ))}
        {hiddenCount > 0 && <li>{`and ${hiddenCount.toLocaleString("en-US")} more`}</li>}
      </Box>
    </Typography>
  );

const listStyles = { listStyle: "none", m: 0, p: 0, outline: "none" };

const entryStyles = {
  display: "flex",
  flexWrap: "wrap",
  gap: 1.5,
  alignItems: "flex-start",
  py: 1.5,
  "&:not(:last-of-type)": { borderBottom: 1, borderColor: "divider" },
};
