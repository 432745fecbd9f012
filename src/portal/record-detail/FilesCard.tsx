import Button from "@mui/material/Button";
import Skeleton from "@mui/material/Skeleton";
import Typography from "@mui/material/Typography";
import { useMemo, useState } from "react";
import { useLocation } from "react-router";
import { attempt } from "../../contract/attempt.ts";
import type { StoredFile, Upload } from "../../contract/generated/entities.ts";
import { messages } from "../../contract/messages.ts";
import { UploadedModelReport } from "../model-report/UploadedModelReport.tsx";
import {
  useDownloadLink,
  useRecordUploads,
  useRejection,
  useStandingFiles,
  type Reason,
} from "../providers/recordQueries.ts";
import type { RecordRow } from "../providers/resources/recordRow.ts";
import { useAnswer } from "../providers/useAnswer.ts";
import { ErrorState, FailureNote, retryAll } from "../ui/states.tsx";
import { fileNodes, wayTo, type TreeFile, type TreeNode } from "../ui/tree/fileNodes.ts";
import { FileTree } from "../ui/tree/FileTree.tsx";
import { SectionCard } from "../ui/SectionCard.tsx";
import { versionName } from "../ui/status/VersionBadge.tsx";
import { usePortalConfig } from "../usePortalConfig.ts";
import { downloadAddress, type ReadingLink } from "./downloadAddress.ts";
import { FileViewer } from "./FileViewer.tsx";
import { StandingModel } from "./StandingModel.tsx";
import { versionNumbers, Versions } from "./Versions.tsx";

/** The versions of the model, and the tree of its files; any of them can be downloaded, and some looked at. */
export function FilesCard({ record }: { record: RecordRow }) {
  const recordId = record.id;
  const { link, ...asked } = useReadingLink(recordId);
  const [listed, standing] = [useRecordUploads(recordId), useStandingFiles(recordId)];
  const failed = [listed, standing].filter(({ isLoadingError }) => isLoadingError);
  const { data: uploads = [] } = listed;
  return (
    <SectionCard title="Uploaded Files">
      {!link && asked.error && (uploads.length > 0 || standing.data?.files.length) && (
        <FailureNote title="The files cannot be downloaded just now." {...retryAll([asked])} />
      )}
      {uploads.length > 0 && <StandingModel recordId={recordId} link={link} />}
      {uploads.length > 0 && <Versions recordId={recordId} uploads={uploads} link={link} />}
      <UploadedModelReport record={record} />
      {failed.length > 0 ? (
        <ErrorState title="The files could not be loaded" {...retryAll(failed)} />
      ) : listed.data && standing.data ? (
        <ModelFiles record={record} uploads={uploads} standing={standing.data.files} link={link} />
      ) : (
        <Skeleton variant="rounded" height={360} role="status" aria-label="Loading files" />
      )}
    </SectionCard>
  );
}

interface ModelFilesProps {
  record: RecordRow;
  uploads: Upload[];
  standing: StoredFile[];
  link: ReadingLink | undefined;
}

/** The files that stand as a tree, each with its version where there are several; those put aside once asked for. */
function ModelFiles({ record, uploads, standing, link }: ModelFilesProps) {
  const [showsArchived, setShowsArchived] = useState(false);
  const all = useArchivedFiles(record.id, showsArchived);
  const versions = useMemo(() => versionNumbers(uploads), [uploads]);
  const files = (showsArchived && all.data?.files) || standing;
  const rejection = useRejection(record.id);
  const reasons = record.statusInfo.status === "accepted" ? undefined : rejection?.reasons;
  const nodes = useMemo(() => {
    const versionOf = ({ path, uploadBatchId }: TreeFile) => {
      // What a correction took over lies where the upload that brought it is kept.
      const version = versions.get(path.split("/")[0] ?? "") ?? versions.get(uploadBatchId);
      return version === undefined || versions.size < 2 ? undefined : versionName(version);
    };
    return fileNodes(files, versionOf, (path) => wordsAbout(path, reasons));
  }, [files, versions, reasons]);
  // Thousands of addresses are not made before they are shown.
  const hrefOf = ({ path }: TreeNode) => link && downloadAddress(link, path);
  const [viewed, setViewed] = useState<TreeNode>();
  const address = viewed && hrefOf(viewed);
  const { wanted, key } = useWantedFile();
  const way = useMemo(() => (wanted === undefined ? [] : wayTo(nodes, wanted)), [nodes, wanted]);
  return (
    <>
      {nodes.length === 0 && <Typography color="textSecondary">{messages.noFiles}</Typography>}
      {nodes.length > 0 && (
        <FileTree
          key={key}
          label="Files of the model"
          nodes={nodes}
          openAtFirst={[...nodes, ...way].map(({ path }) => path)}
          startAt={way.at(-1)?.path}
          hrefOf={hrefOf}
          onView={setViewed}
        />
      )}
      {versions.size > 1 && (
        <Button
          size="small"
          sx={{ mt: 1 }}
          loading={all.isLoading}
          aria-pressed={showsArchived}
          onClick={() => setShowsArchived(!showsArchived)}
        >
          {showsArchived ? "Hide files put aside" : "Show files put aside"}
        </Button>
      )}
      {address && <FileViewer name={viewed.name} address={address} onClose={() => setViewed(undefined)} />}
    </>
  );
}

/** What the last rejection says of a file, and whether that was answered. */
function wordsAbout(path: string, reasons: Reason[] = []): string | undefined {
  const about = reasons.filter(
    ({ kind, name }) => kind !== "field" && (path === name || path.endsWith(`/${name}`)),
  );
  return about
    .map(({ text, answered }) => `The agency asks: ${text}${answered ? " (answered)" : ""}`)
    .join("; ");
}

/** Every file of every version, whatever became of it; asked for once it is wanted. */
const useArchivedFiles = (recordId: string, isWanted: boolean) =>
  useAnswer(
    ["files", recordId, "archived"],
    (dataProvider) => dataProvider.recordFiles(recordId, { withArchived: true }),
    { enabled: isWanted },
  );

/** What the address calls a file after its `#`, where it is not cut off within that, and the key of coming to the last. */
function useWantedFile() {
  const { hash, key } = useLocation();
  const [lastKey, setLastKey] = useState<string>();
  const [, path] = /^#file-(.+)$/.exec(hash) ?? [];
  // Coming to anything else leaves the tree as it is.
  if (path !== undefined && key !== lastKey) setLastKey(key);
  return { wanted: path && attempt(() => decodeURIComponent(path)), key: lastKey };
}

/** Leave to read a record's files: granted by the services, else the installation's own; undefined when there is none. */
function useReadingLink(recordId: string) {
  const { downloadPrefix, downloadQuery = "" } = usePortalConfig();
  const { data, error, isFetching, refetch } = useDownloadLink(recordId);
  const own = downloadPrefix === undefined ? undefined : { prefix: downloadPrefix, query: downloadQuery };
  const link: ReadingLink | undefined = data ?? own;
  return { link, error, isFetching, refetch };
}
