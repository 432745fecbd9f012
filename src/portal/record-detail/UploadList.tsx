import DownloadIcon from "@mui/icons-material/Download";
import ArchiveIcon from "@mui/icons-material/FolderZipOutlined";
import ReceiptIcon from "@mui/icons-material/ReceiptLongOutlined";
import Box from "@mui/material/Box";
import Button from "@mui/material/Button";
import Typography from "@mui/material/Typography";
import { useMemo, useState } from "react";
import type { Upload } from "../../contract/generated/entities.ts";
import { getFileName } from "../../contract/model-folder/folderEntries.ts";
import { showInvisibleCharacters } from "../../contract/showInvisibleCharacters.ts";
import { formatQuantity, formatDateTimeWithSeconds, formatFileSize } from "../ui/format.ts";
import { Timestamp } from "../ui/Timestamp.tsx";
import { Pill } from "../ui/status/StatusBadge.tsx";
import { VersionBadge, formatVersion } from "../ui/status/VersionBadge.tsx";
import { UploadChanges } from "./UploadChanges.tsx";
import { buildDownloadUrl, type FileDownloadLink } from "./downloadUrl.ts";
import { downloadRowStyles, useReceiptDownload } from "./CurrentModelRow.tsx";

/** By `uploadBatchId`: the server's version number, else the position by upload time. */
export function mapVersionNumbers(uploads: Upload[]): Map<string, number> {
  const oldestFirst = uploads
    .filter(({ uploadBatchId }) => uploadBatchId)
    .toSorted((a, b) => a.uploaded.localeCompare(b.uploaded));
  return new Map(
    oldestFirst.map(({ uploadBatchId, uploadVersion }, index) => [uploadBatchId, uploadVersion ?? index + 1]),
  );
}

interface UploadListProps {
  recordId: string;
  /** Newest first, including archived uploads. */
  uploads: Upload[];
  link: FileDownloadLink | undefined;
}

export function UploadList({ recordId, uploads, link }: UploadListProps) {
  const getReceiptDownload = useReceiptDownload(recordId);
  const [showsArchived, setShowsArchived] = useState(false);
  const versions = useMemo(() => mapVersionNumbers(uploads), [uploads]);
  const archived = uploads.filter((upload) => upload.archived);
  return (
    <Box sx={{ mb: 2.5 }}>
      <Box component="ul" aria-label="Uploads" sx={{ listStyle: "none", p: 0, m: 0 }}>
        {uploads.map(
          (upload, index) =>
            (showsArchived || !upload.archived) && (
              <UploadListItem
                key={upload.path}
                recordId={recordId}
                upload={upload}
                version={versions.get(upload.uploadBatchId)}
                previousUpload={uploads[index + 1]}
                downloadUrl={link && buildDownloadUrl(link, upload.path)}
                onDownloadReceipt={
                  upload.uploadBatchId ? getReceiptDownload(upload.uploadBatchId) : undefined
                }
              />
            ),
        )}
      </Box>
      {archived.length > 0 && (
        <Button size="small" aria-expanded={showsArchived} onClick={() => setShowsArchived(!showsArchived)}>
          {`${showsArchived ? "Hide" : "Show"} ${formatQuantity(archived.length, "archived upload")}`}
        </Button>
      )}
    </Box>
  );
}

interface UploadListItemProps extends Pick<UploadListProps, "recordId"> {
  upload: Upload;
  version: number | undefined;
  previousUpload: Upload | undefined;
  downloadUrl: string | undefined;
  /** Undefined if the upload has no receipt. */
  onDownloadReceipt: (() => void) | undefined;
}

function UploadListItem({
  recordId,
  upload,
  version,
  previousUpload,
  downloadUrl,
  onDownloadReceipt,
}: UploadListItemProps) {
  const { sha256, uploaded, username, archived, correctsVersion } = upload;
  const sizeText = formatSize(upload);
  return (
    <Box component="li" sx={downloadRowStyles}>
      <ArchiveIcon aria-hidden color={archived ? "disabled" : "primary"} sx={{ mt: 0.25 }} />
      <Box sx={{ flex: "1 1 200px", minWidth: 0 }}>
        <Typography sx={{ fontWeight: 600 }}>
          <VersionBadge version={version} /> <bdi>{showInvisibleCharacters(getFileName(upload.path))}</bdi>{" "}
          {correctsVersion && <Pill>correction of {formatVersion(correctsVersion)}</Pill>}{" "}
          {archived && <Pill>archived</Pill>}
        </Typography>
        <Typography variant="body2" color="textSecondary">
          {sizeText && `${sizeText}, `}uploaded on{" "}
          <Timestamp iso={uploaded} formatTime={formatDateTimeWithSeconds} /> by{" "}
          <bdi>{showInvisibleCharacters(username)}</bdi>
        </Typography>
        {sha256 && (
          <Typography variant="caption" color="textSecondary" component="details">
            <summary>SHA-256</summary>
            <code>{sha256}</code>
          </Typography>
        )}
      </Box>
      <UploadDownloads {...{ upload, version, downloadUrl, onDownloadReceipt }} />
      {previousUpload && version !== undefined && (
        <UploadChanges
          recordId={recordId}
          upload={upload}
          version={version}
          previousUpload={previousUpload}
        />
      )}
    </Box>
  );
}

type UploadDownloadsProps = Pick<
  UploadListItemProps,
  "upload" | "version" | "downloadUrl" | "onDownloadReceipt"
>;

function UploadDownloads({ upload, version, downloadUrl, onDownloadReceipt }: UploadDownloadsProps) {
  const name = getFileName(upload.path);
  const displayName = showInvisibleCharacters(name);
  return (
    <Box sx={{ display: "flex", gap: 1, flexWrap: "wrap" }}>
      {downloadUrl && (
        <Button
          href={downloadUrl}
          download={name}
          variant="outlined"
          size="small"
          startIcon={<DownloadIcon />}
          aria-label={[`Download ZIP ${displayName}`, version && formatVersion(version), formatSize(upload)]
            .filter(Boolean)
            .join(", ")}
        >
          Download ZIP
        </Button>
      )}
      {onDownloadReceipt && (
        <Button
          size="small"
          startIcon={<ReceiptIcon />}
          onClick={onDownloadReceipt}
          aria-label={`Download receipt of ${displayName}${version ? `, ${formatVersion(version)}` : ""}`}
        >
          Receipt
        </Button>
      )}
    </Box>
  );
}

const formatSize = ({ size }: Upload): string => (size === undefined ? "" : formatFileSize(size));
