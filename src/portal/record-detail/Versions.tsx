import DownloadIcon from "@mui/icons-material/Download";
import ArchiveIcon from "@mui/icons-material/FolderZipOutlined";
import ReceiptIcon from "@mui/icons-material/ReceiptLongOutlined";
import Box from "@mui/material/Box";
import Button from "@mui/material/Button";
import Typography from "@mui/material/Typography";
import { useId, useMemo, useState } from "react";
import { compareUploads } from "../../contract/conflicts/compareUploads.ts";
import type { Upload } from "../../contract/generated/entities.ts";
import { useUploadFiles } from "../providers/useAnswer.ts";
import { counted, exactDate, fileSize, visibleText } from "../ui/format.ts";
import { Moment } from "../ui/Moment.tsx";
import { Mark } from "../ui/status/StatusBadge.tsx";
import { VersionBadge, versionName } from "../ui/status/VersionBadge.tsx";
import { DifferenceList } from "./conflicts/DifferenceList.tsx";
import { downloadAddress, type ReadingLink } from "./downloadAddress.ts";
import { downloadRow, useReceiptDownload } from "./StandingModel.tsx";

/** The number of each upload's version, by batch id: as the services say, else in the order in which they came. */
export function versionNumbers(uploads: Upload[]): Map<string, number> {
  const oldestFirst = uploads
    .filter(({ uploadBatchId }) => uploadBatchId)
    .toSorted((a, b) => a.uploaded.localeCompare(b.uploaded));
  return new Map(
    oldestFirst.map(({ uploadBatchId, uploadVersion }, index) => [uploadBatchId, uploadVersion ?? index + 1]),
  );
}

interface VersionsProps {
  recordId: string;
  /** The newest first; archived ones too, which are shown once they are asked for. */
  uploads: Upload[];
  link: ReadingLink | undefined;
}

/** The versions of the model, the newest first, each with what it changed, its receipt and the way to its zip. */
export function Versions({ recordId, uploads, link }: VersionsProps) {
  const receiptOf = useReceiptDownload(recordId);
  const [showsArchived, setShowsArchived] = useState(false);
  const versions = useMemo(() => versionNumbers(uploads), [uploads]);
  const archived = uploads.filter((upload) => upload.archived);
  return (
    <Box sx={{ mb: 2.5 }}>
      <Box component="ul" aria-label="Uploads" sx={{ listStyle: "none", p: 0, m: 0 }}>
        {uploads.map(
          (upload, index) =>
            (showsArchived || !upload.archived) && (
              <Version
                key={upload.path}
                recordId={recordId}
                upload={upload}
                version={versions.get(upload.uploadBatchId)}
                before={uploads[index + 1]}
                address={link && downloadAddress(link, upload.path)}
                onReceipt={upload.uploadBatchId ? receiptOf(upload.uploadBatchId) : undefined}
              />
            ),
        )}
      </Box>
      {archived.length > 0 && (
        <Button size="small" aria-expanded={showsArchived} onClick={() => setShowsArchived(!showsArchived)}>
          {`${showsArchived ? "Hide" : "Show"} ${counted(archived.length, "upload")} put aside`}
        </Button>
      )}
    </Box>
  );
}

interface VersionProps extends Pick<VersionsProps, "recordId"> {
  upload: Upload;
  version: number | undefined;
  /** The version before it. */
  before: Upload | undefined;
  address: string | undefined;
  /** Fetches the upload's receipt; undefined where there are none. */
  onReceipt: (() => void) | undefined;
}

function Version({ recordId, upload, version, before, address, onReceipt }: VersionProps) {
  const { path, size, sha256, uploaded, username, archived, correctsVersion } = upload;
  const name = path.split("/").at(-1) ?? path;
  const shown = visibleText(name);
  const sized = size === undefined ? "" : fileSize(size);
  return (
    <Box component="li" sx={downloadRow}>
      <ArchiveIcon aria-hidden color={archived ? "disabled" : "primary"} sx={{ mt: 0.25 }} />
      <Box sx={{ flex: "1 1 200px", minWidth: 0 }}>
        <Typography sx={{ fontWeight: 600 }}>
          <VersionBadge version={version} /> <bdi>{shown}</bdi>{" "}
          {correctsVersion && <Mark>correction of {versionName(correctsVersion)}</Mark>}{" "}
          {archived && <Mark>put aside</Mark>}
        </Typography>
        <Typography variant="body2" color="textSecondary">
          {sized && `${sized}, `}uploaded on <Moment iso={uploaded} words={exactDate} /> by{" "}
          <bdi>{visibleText(username)}</bdi>
        </Typography>
        {sha256 && (
          <Typography variant="caption" color="textSecondary" component="details">
            <summary>SHA-256</summary>
            <code>{sha256}</code>
          </Typography>
        )}
      </Box>
      <Box sx={{ display: "flex", gap: 1, flexWrap: "wrap" }}>
        {address && (
          <Button
            href={address}
            download={name}
            variant="outlined"
            size="small"
            startIcon={<DownloadIcon />}
            aria-label={[`Download ZIP ${shown}`, version && versionName(version), sized]
              .filter(Boolean)
              .join(", ")}
          >
            Download ZIP
          </Button>
        )}
        {onReceipt && (
          <Button
            size="small"
            startIcon={<ReceiptIcon />}
            onClick={onReceipt}
            aria-label={`Download receipt of ${shown}${version ? `, ${versionName(version)}` : ""}`}
          >
            Receipt
          </Button>
        )}
      </Box>
      {before && version !== undefined && (
        <Changes recordId={recordId} upload={upload} version={version} before={before} />
      )}
    </Box>
  );
}

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
