import Box from "@mui/material/Box";
import Button from "@mui/material/Button";
import Typography from "@mui/material/Typography";
import { useId, useMemo, useState } from "react";
import {
  compareUploads,
  type ComparedFile,
  type Difference,
} from "../../contract/conflicts/compareUploads.ts";
import type { Upload } from "../../contract/generated/entities.ts";
import { useUploadFiles } from "../providers/useAnswer.ts";
import { fileSize, visibleText } from "../ui/format.ts";
import { Mark, type State } from "../ui/status/StatusBadge.tsx";
import { versionName } from "../ui/status/VersionBadge.tsx";
import { SearchedFiles } from "./conflicts/SearchedFiles.tsx";

interface ChangesProps {
  recordId: string;
  upload: Pick<Upload, "uploadBatchId" | "newFiles" | "changedFiles" | "goneFiles">;
  version: number;
  before: Pick<Upload, "uploadBatchId">;
}

/** What a version changed against the one before it: how many files, and which once that is asked for. */
export function Changes({ recordId, upload, version, before }: ChangesProps) {
  const [isOpen, setIsOpen] = useState(false);
  const listId = useId();
  const { newFiles, changedFiles, goneFiles } = upload;
  if (typeof newFiles !== "number") return null;
  const some = [
    { count: newFiles, word: "added", state: "good" as const },
    { count: changedFiles ?? 0, word: "changed", state: "pending" as const },
    { count: goneFiles ?? 0, word: "gone", state: "bad" as const },
  ].filter(({ count }) => count > 0);
  return (
    <Box sx={{ flexBasis: "100%", minWidth: 0, pl: { sm: 4.5 } }}>
      <Box sx={{ display: "flex", flexWrap: "wrap", gap: 1, alignItems: "center" }}>
        <Typography variant="body2" color="textSecondary">
          {some.length > 0 ? "Against the version before:" : "The same files as the version before"}
        </Typography>
        {some.map(({ count, word, state }) => (
          <Mark key={word} state={state}>
            {count.toLocaleString("en-US")} {word}
          </Mark>
        ))}
        {some.length > 0 && (
          <Button
            size="small"
            aria-expanded={isOpen}
            aria-controls={listId}
            aria-label={`${isOpen ? "Hide" : "Show"} files that ${versionName(version)} changed`}
            onClick={() => setIsOpen(!isOpen)}
          >
            {isOpen ? "Hide files" : "Show files"}
          </Button>
        )}
      </Box>
      <div id={listId}>
        {isOpen && (
          <ChangedFiles
            recordId={recordId}
            batchIds={[upload.uploadBatchId, before.uploadBatchId]}
            version={version}
          />
        )}
      </div>
    </Box>
  );
}

interface ChangedFilesProps {
  recordId: string;
  /** The upload, and the one before it. */
  batchIds: [string, string];
  version: number;
}

/** File by file, what changed from one version to another. */
export function ChangedFiles({ recordId, batchIds, version }: ChangedFilesProps) {
  const [own, others] = [useUploadFiles(recordId, batchIds[0]), useUploadFiles(recordId, batchIds[1])];
  const compared = useMemo(
    () => own.data && others.data && compareUploads(own.data, others.data),
    [own.data, others.data],
  );
  if (compared) return <DifferenceList compared={compared} label={`What ${versionName(version)} changed`} />;
  return (
    <Typography role="status" variant="body2" color="textSecondary">
      {own.isPending || others.isPending
        ? "Comparing the versions…"
        : "The files of these versions could not be compared."}
    </Typography>
  );
}

/** A colour beside the word for each difference. */
const differenceStates: Record<Difference, State | undefined> = {
  changed: "pending",
  new: "good",
  gone: "bad",
  same: undefined,
};

/** File by file, what one upload holds beside another; at first only where they differ. */
const DifferenceList = ({ compared, label }: { compared: ComparedFile[]; label: string }) => (
  <Box sx={{ mt: 1.5 }}>
    <SearchedFiles
      label={label}
      files={compared}
      narrowing={ONLY_DIFFERING}
      countWords={(shown) =>
        `${shown.toLocaleString("en-US")} of ${compared.length.toLocaleString("en-US")} files shown`
      }
      renderFile={(file) => <ComparedRow file={file} />}
    />
  </Box>
);

const ONLY_DIFFERING = {
  label: "Only differing",
  isOnAtFirst: true,
  keeps: ({ difference }: ComparedFile) => difference !== "same",
};

const ComparedRow = ({ file: { path, difference, size, otherSize } }: { file: ComparedFile }) => (
  <Box sx={row}>
    <Mark state={differenceStates[difference]}>{difference}</Mark>
    <Typography component="span" variant="body2" sx={{ flex: "1 1 200px", minWidth: 0 }}>
      <bdi>{visibleText(path)}</bdi>
    </Typography>
    <Typography component="span" variant="body2" color="textSecondary" sx={{ whiteSpace: "nowrap" }}>
      {sizes(size, otherSize)}
    </Typography>
  </Box>
);

function sizes(size: number | undefined, otherSize: number | undefined): string {
  const now = size ?? otherSize ?? 0;
  if (size === undefined || otherSize === undefined || size === otherSize) return fileSize(now);
  return `${fileSize(otherSize)} → ${fileSize(size)}`;
}

const row = { display: "flex", flexWrap: "wrap", columnGap: 1, alignItems: "baseline", px: 1.5, py: 0.5 };
