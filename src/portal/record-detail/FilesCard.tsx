import Button from "@mui/material/Button";
import Skeleton from "@mui/material/Skeleton";
import Typography from "@mui/material/Typography";
import { useMemo, useState } from "react";
import { useLocation } from "react-router";
import { tryOrUndefined } from "../../contract/tryOrUndefined.ts";
import type { StoredFile, Upload } from "../../contract/generated/entities.ts";
import { messages } from "../../contract/messages.ts";
import { getReasonState, type RejectionReason } from "../../contract/review/reasonState.ts";
import { UploadedModelReport } from "../model-report/UploadedModelReport.tsx";
import {
  useDownloadLink,
  useRecordUploads,
  useLatestRejection,
  useCurrentFiles,
} from "../providers/recordQueries.ts";
import type { RecordRow } from "../providers/resources/recordRow.ts";
import { useVendorQuery } from "../providers/useVendorQuery.ts";
import { ErrorState, ErrorAlert, buildRetryProps } from "../ui/states.tsx";
import { buildFileTree, findPathToFile, type TreeFile, type TreeNode } from "../ui/tree/buildFileTree.ts";
import { FileTree } from "../ui/tree/FileTree.tsx";
import { SectionCard } from "../ui/SectionCard.tsx";
import { formatVersion } from "../ui/status/VersionBadge.tsx";
import { usePortalConfig } from "../providers/usePortalConfig.ts";
import { buildDownloadUrl, type FileDownloadLink } from "./downloadUrl.ts";
import { FileViewer } from "./FileViewer.tsx";
import { CurrentModelRow } from "./CurrentModelRow.tsx";
import { mapVersionNumbers, UploadList } from "./UploadList.tsx";

export function FilesCard({ record }: { record: RecordRow }) {
  const recordId = record.id;
  const { link, ...linkQuery } = useFileDownloadLink(recordId);
  const [uploadsQuery, filesQuery] = [useRecordUploads(recordId), useCurrentFiles(recordId)];
  const failedQueries = [uploadsQuery, filesQuery].filter(({ isLoadingError }) => isLoadingError);
  const { data: uploads = [] } = uploadsQuery;
  return (
    <SectionCard title="Uploaded Files">
      {!link && linkQuery.error && (uploads.length > 0 || filesQuery.data?.files.length) && (
        <ErrorAlert
          title="The model files cannot be downloaded right now."
          {...buildRetryProps([linkQuery])}
        />
      )}
      {uploads.length > 0 && <CurrentModelRow recordId={recordId} link={link} />}
      {uploads.length > 0 && <UploadList recordId={recordId} uploads={uploads} link={link} />}
      <UploadedModelReport record={record} />
      {failedQueries.length > 0 ? (
        <ErrorState title="The files could not be loaded" {...buildRetryProps(failedQueries)} />
      ) : uploadsQuery.data && filesQuery.data ? (
        <ModelFiles record={record} uploads={uploads} currentFiles={filesQuery.data.files} link={link} />
      ) : (
        <Skeleton variant="rounded" height={360} role="status" aria-label="Loading files" />
      )}
    </SectionCard>
  );
}

interface ModelFilesProps {
  record: RecordRow;
  uploads: Upload[];
  currentFiles: StoredFile[];
  link: FileDownloadLink | undefined;
}

function ModelFiles({ record, uploads, currentFiles, link }: ModelFilesProps) {
  const [showsArchived, setShowsArchived] = useState(false);
  const allFilesQuery = useAllFiles(record.id, showsArchived);
  const versions = useMemo(() => mapVersionNumbers(uploads), [uploads]);
  const files = (showsArchived && allFilesQuery.data?.files) || currentFiles;
  const rejection = useLatestRejection(record.id);
  const reasons = record.statusInfo.status === "accepted" ? undefined : rejection?.reasons;
  const nodes = useMemo(() => {
    const getVersionName = ({ path, uploadBatchId }: TreeFile) => {
      // A correction refers to unchanged files in the folder of the upload that contained them.
      const version = versions.get(path.split("/")[0] ?? "") ?? versions.get(uploadBatchId);
      return version === undefined || versions.size < 2 ? undefined : formatVersion(version);
    };
    return buildFileTree(files, getVersionName, (path) => formatFileNote(path, reasons));
  }, [files, versions, reasons]);
  // Built when a row is shown: a model may have thousands of files.
  const getFileUrl = ({ path }: TreeNode) => link && buildDownloadUrl(link, path);
  const [viewedNode, setViewedNode] = useState<TreeNode>();
  const viewedUrl = viewedNode && getFileUrl(viewedNode);
  const { targetPath, key } = useTargetFile();
  const openPath = useMemo(
    () => (targetPath === undefined ? [] : findPathToFile(nodes, targetPath)),
    [nodes, targetPath],
  );
  return (
    <>
      {nodes.length === 0 && <Typography color="textSecondary">{messages.noFiles}</Typography>}
      {nodes.length > 0 && (
        <FileTree
          key={key}
          label="Files of the model"
          nodes={nodes}
          initiallyOpenPaths={[...nodes, ...openPath].map(({ path }) => path)}
          initialFocusPath={openPath.at(-1)?.path}
          getHref={getFileUrl}
          onView={setViewedNode}
        />
      )}
      {versions.size > 1 && (
        <Button
          size="small"
          sx={{ mt: 1 }}
          loading={allFilesQuery.isLoading}
          aria-pressed={showsArchived}
          onClick={() => setShowsArchived(!showsArchived)}
        >
          {showsArchived ? "Hide archived files" : "Show archived files"}
        </Button>
      )}
      {viewedUrl && (
        <FileViewer name={viewedNode.name} url={viewedUrl} onClose={() => setViewedNode(undefined)} />
      )}
    </>
  );
}

/** The reasons of the latest rejection that concern the file. */
function formatFileNote(path: string, reasons: RejectionReason[] = []): string | undefined {
  const fileReasons = reasons.filter(
    ({ kind, name }) => kind === "file" && (path === name || path.endsWith(`/${name}`)),
  );
  return fileReasons
    .map((reason) => {
      const state = getReasonState(reason);
      return `The agency asks: ${reason.text}${state === "open" ? "" : ` (${state})`}`;
    })
    .join("; ");
}

/** Current and archived files. */
const useAllFiles = (recordId: string, isEnabled: boolean) =>
  useVendorQuery(
    ["files", recordId, "archived"],
    (dataProvider) => dataProvider.listFiles(recordId, { withArchived: true }),
    { enabled: isEnabled },
  );

/** The file path in the URL hash, undefined if malformed, and a key that changes with each navigation to a file. */
function useTargetFile() {
  const { hash, key } = useLocation();
  const [lastKey, setLastKey] = useState<string>();
  const [, path] = /^#file-(.+)$/.exec(hash) ?? [];
  // Navigating to another hash must not reset the tree.
  if (path !== undefined && key !== lastKey) setLastKey(key);
  return { targetPath: path && tryOrUndefined(() => decodeURIComponent(path)), key: lastKey };
}

/** From the server, else from config.json. */
function useFileDownloadLink(recordId: string) {
  const { downloadPrefix, downloadQuery = "" } = usePortalConfig();
  const { data, error, isFetching, refetch } = useDownloadLink(recordId);
  const fallbackLink =
    downloadPrefix === undefined ? undefined : { prefix: downloadPrefix, query: downloadQuery };
  const link: FileDownloadLink | undefined = data ?? fallbackLink;
  return { link, error, isFetching, refetch };
}
