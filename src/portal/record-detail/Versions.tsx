import DownloadIcon from "@mui/icons-material/Download";
import ArchiveIcon from "@mui/icons-material/FolderZipOutlined";
import ReceiptIcon from "@mui/icons-material/ReceiptLongOutlined";
import Box from "@mui/material/Box";
import Button from "@mui/material/Button";
import Typography from "@mui/material/Typography";
import { useMemo, useState } from "react";
import type { Upload } from "../../contract/generated/entities.ts";
import { counted, exactDate, fileSize, visibleText } from "../ui/format.ts";
import { Moment } from "../ui/Moment.tsx";
import { Mark } from "../ui/status/StatusBadge.tsx";
import { VersionBadge, versionName } from "../ui/status/VersionBadge.tsx";
import { Changes } from "./ChangedFiles.tsx";
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
