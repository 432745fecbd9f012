import ArchiveIcon from "@mui/icons-material/FolderZipOutlined";
import DownloadIcon from "@mui/icons-material/Download";
import ReceiptIcon from "@mui/icons-material/ReceiptLongOutlined";
import Box from "@mui/material/Box";
import Button from "@mui/material/Button";
import Skeleton from "@mui/material/Skeleton";
import Typography from "@mui/material/Typography";
import { useQuery } from "@tanstack/react-query";
import { useMemo, useState } from "react";
import { useDataProvider, useNotify } from "react-admin";
import { useLocation } from "react-router";
import type { Upload } from "../../contract/generated/entities.ts";
import { messages } from "../../contract/messages.ts";
import { UploadedModelReport } from "../model-report/UploadedModelReport.tsx";
import type { PortalDataProvider } from "../providers/dataProvider.ts";
import type { RecordRow } from "../providers/recordsDialect.ts";
import { downloadFile } from "../ui/downloadFile.ts";
import { ErrorState, problemWords } from "../ui/ErrorState.tsx";
import { fileSize } from "../ui/fileSize.ts";
import { FileTree } from "../ui/FileTree.tsx";
import { longDate } from "../ui/longDate.ts";
import { SectionCard } from "../ui/SectionCard.tsx";
import { Mark } from "../ui/StatusBadge.tsx";
import type { TreeNode } from "../ui/treeRows.ts";
import { visibleText } from "../ui/visibleText.ts";
import { usePortalConfig } from "../usePortalConfig.ts";
import { downloadAddress, type ReadingLink } from "./downloadAddress.ts";
import { fileNodes } from "./fileNodes.ts";
import { FileViewer } from "./FileViewer.tsx";

const EVERY = 30_000;

/** A record's zips and the files that were in them, without the archived ones; asked for again every half minute. */
export function useUploadedFiles(recordId: string) {
  const dataProvider = useDataProvider<PortalDataProvider>();
  return useQuery({
    queryKey: ["files", recordId],
    queryFn: async () => {
      const [uploads, files] = await Promise.all([
        dataProvider.recordUploads(recordId),
        dataProvider.recordFiles(recordId),
      ]);
      return { uploads, files: files.filter(({ archived }) => !archived) };
    },
    refetchInterval: EVERY,
  });
}

/** What was uploaded: the zips as they came, and the files that were in them. */
export function FilesCard({ record }: { record: RecordRow }) {
  const recordId = record.id;
  const link = useReadingLink(recordId);
  const { data, error, refetch } = useUploadedFiles(recordId);
  const versions = useMemo(() => versionNames(data?.uploads ?? []), [data]);
  const nodes = useMemo(
    () => (data ? fileNodes(data.files, (batchId) => versions.get(batchId)) : []),
    [data, versions],
  );
  // Thousands of addresses are not made before they are shown.
  const hrefOf = ({ path }: TreeNode) => link && downloadAddress(link, path);
  const newest = data?.uploads.find(({ uploadBatchId }) => uploadBatchId)?.uploadBatchId;
  const [viewed, setViewed] = useState<TreeNode>();
  const wanted = useWantedFile();
  return (
    <SectionCard title="Uploaded Files">
      {!data && !error && (
        <Skeleton variant="rounded" height={360} role="status" aria-label="Loading files" />
      )}
      {!data && error && (
        <ErrorState title="The files could not be loaded" error={error} onRetry={() => void refetch()} />
      )}
      {data && <Zips recordId={recordId} uploads={data.uploads} versions={versions} link={link} />}
      {data && nodes.length === 0 && <Typography color="textSecondary">{messages.noFiles}</Typography>}
      {newest && <UploadedModelReport record={record} uploadBatchId={newest} />}
      {nodes.length > 0 && (
        <FileTree
          key={wanted}
          label="Files of the model"
          nodes={nodes}
          openAtFirst={nodes.map(({ path }) => path)}
          searchAtFirst={wanted}
          hrefOf={hrefOf}
          onView={setViewed}
        />
      )}
      {viewed && link && (
        <FileViewer
          name={viewed.name}
          address={downloadAddress(link, viewed.path)}
          onClose={() => setViewed(undefined)}
        />
      )}
    </SectionCard>
  );
}

/** v1 for the upload that came first, and so on, by batch id. */
function versionNames(uploads: Upload[]): Map<string, string> {
  const oldestFirst = uploads.toSorted((a, b) => a.uploaded.localeCompare(b.uploaded));
  return new Map(oldestFirst.map(({ uploadBatchId }, index) => [uploadBatchId, `v${index + 1}`]));
}

/** The name of the file that the address leads to after its `#`. */
function useWantedFile(): string | undefined {
  const [, path] = /^#file-(.+)$/.exec(useLocation().hash) ?? [];
  return path === undefined ? undefined : decodeURIComponent(path).split("/").at(-1);
}

interface ZipsProps {
  recordId: string;
  uploads: Upload[];
  versions: ReadonlyMap<string, string>;
  link: ReadingLink | undefined;
}

/** The uploaded zips, each with its version, its receipt and the way to it. */
function Zips({ recordId, uploads, versions, link }: ZipsProps) {
  const receipt = useReceiptDownload(recordId);
  if (uploads.length === 0) return null;
  return (
    <Box component="ul" aria-label="Uploads" sx={{ listStyle: "none", p: 0, m: 0, mb: 2.5 }}>
      {uploads.map((upload) => (
        <ZipRow
          key={upload.path}
          upload={upload}
          version={versions.size > 1 ? versions.get(upload.uploadBatchId) : undefined}
          address={link && downloadAddress(link, upload.path)}
          onReceipt={upload.uploadBatchId && receipt ? () => void receipt(upload.uploadBatchId) : undefined}
        />
      ))}
    </Box>
  );
}

interface ZipRowProps {
  upload: Upload;
  version: string | undefined;
  address: string | undefined;
  /** Fetches the upload's receipt; undefined where there are none. */
  onReceipt: (() => void) | undefined;
}

function ZipRow({ upload, version, address, onReceipt }: ZipRowProps) {
  const { path, size, sha256, uploaded, username } = upload;
  const name = path.split("/").at(-1) ?? path;
  const shown = visibleText(name);
  const sized = size === undefined ? "" : fileSize(size);
  return (
    <Box component="li" sx={row}>
      <ArchiveIcon aria-hidden color="primary" sx={{ mt: 0.25 }} />
      <Box sx={{ flex: "1 1 200px", minWidth: 0 }}>
        <Typography sx={{ fontWeight: 600, overflowWrap: "anywhere" }}>
          <bdi>{shown}</bdi> {version && <Mark state="info">{version}</Mark>}
        </Typography>
        <Typography variant="body2" color="textSecondary">
          {sized && `${sized}, `}uploaded on {longDate(uploaded)} by {visibleText(username)}
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
            aria-label={[`Download ZIP ${shown}`, sized].filter(Boolean).join(", ")}
          >
            Download ZIP
          </Button>
        )}
        {onReceipt && (
          <Button
            size="small"
            startIcon={<ReceiptIcon />}
            onClick={onReceipt}
            aria-label={`Download receipt of ${shown}`}
          >
            Receipt
          </Button>
        )}
      </Box>
    </Box>
  );
}

/** Well before a link ends, a fresh one. */
const LINK_EVERY = 10 * 60_000;

/** Leave to read a record's files: granted by the services, else the installation's own; undefined when there is none. */
function useReadingLink(recordId: string): ReadingLink | undefined {
  const dataProvider = useDataProvider<PortalDataProvider>();
  const { downloadPrefix, downloadQuery = "" } = usePortalConfig();
  const { data } = useQuery({
    queryKey: ["download-link", recordId],
    queryFn: async () => (await dataProvider.downloadLink(recordId)) ?? null,
    refetchInterval: LINK_EVERY,
  });
  if (data) return data;
  return downloadPrefix === undefined ? undefined : { prefix: downloadPrefix, query: downloadQuery };
}

/**
 * Hands an upload's receipt to the user as a file. Undefined once the services have said that they have none: they
 * are not asked again.
 */
function useReceiptDownload(recordId: string): ((uploadBatchId: string) => Promise<void>) | undefined {
  const dataProvider = useDataProvider<PortalDataProvider>();
  const notify = useNotify();
  const [isMissing, setIsMissing] = useState(false);
  if (isMissing) return undefined;
  return async (uploadBatchId) => {
    try {
      const receipt = await dataProvider.uploadReceipt(recordId, uploadBatchId);
      if (receipt) {
        const text = `${JSON.stringify(receipt, undefined, 2)}\n`;
        return downloadFile(`receipt_${recordId}_${uploadBatchId}.json`, text, "application/json");
      }
      setIsMissing(true);
      notify("There is no receipt of this upload.", { type: "warning" });
    } catch (error) {
      notify(problemWords(error), { type: "error" });
    }
  };
}

const row = {
  display: "flex",
  flexWrap: "wrap",
  columnGap: 1.5,
  rowGap: 1,
  alignItems: "flex-start",
  py: 1.5,
  "&:not(:last-of-type)": { borderBottom: 1, borderColor: "divider" },
};
