import Box from "@mui/material/Box";
import Stack from "@mui/material/Stack";
import Typography from "@mui/material/Typography";
import { useMemo, useState } from "react";
import { messages } from "../../contract/messages.ts";
import { UploadedModelReport } from "../model-report/UploadedModelReport.tsx";
import type { RecordRow } from "../providers/recordsDialect.ts";
import { ErrorState } from "../ui/ErrorState.tsx";
import { FileTree } from "../ui/FileTree.tsx";
import { Loading } from "../ui/Loading.tsx";
import { SteadyPlace } from "../ui/SteadyPlace.tsx";
import { longDate } from "../ui/longDate.ts";
import type { TreeNode } from "../ui/treeRows.ts";
import { DetailCard } from "./DetailCard.tsx";
import { FileViewer } from "./FileViewer.tsx";
import { ZipRow } from "./ZipRow.tsx";
import { downloadAddress } from "./downloadAddress.ts";
import { fileNodes } from "./fileNodes.ts";
import { useReadingLink } from "./useReadingLink.ts";
import { useReceiptDownload } from "./useReceiptDownload.ts";
import { useUploadedFiles } from "./useUploadedFiles.ts";

type Uploaded = NonNullable<ReturnType<typeof useUploadedFiles>["data"]>;

/** What was uploaded: the zips as they came, and the files that were in them. */
export function FilesCard({ record }: { record: RecordRow }) {
  const recordId = record.id;
  const link = useReadingLink(recordId);
  const { data, error, refetch } = useUploadedFiles(recordId);
  const receipt = useReceiptDownload(recordId);
  const nodes = useMemo(() => (data ? nodesOf(data) : []), [data]);
  // Thousands of addresses are not made before they are shown.
  const hrefOf = ({ path }: TreeNode) => link && downloadAddress(link, path);
  const newest = data?.uploads.find(({ uploadBatchId }) => uploadBatchId)?.uploadBatchId;
  const [viewed, setViewed] = useState<TreeNode>();
  return (
    <DetailCard title="Uploaded Files">
      <SteadyPlace of={data} />
      {!data && !error && (
        <Box sx={comingFiles}>
          <Loading label="Loading files" />
        </Box>
      )}
      {!data && error && (
        <ErrorState title="The files could not be loaded" error={error} onRetry={() => void refetch()} />
      )}
      {data && data.uploads.length > 0 && (
        <Stack component="ul" aria-label="Uploads" sx={{ listStyle: "none", p: 0, m: 0, mb: 2.5, gap: 1 }}>
          {data.uploads.map((upload) => (
            <ZipRow
              key={upload.path}
              upload={upload}
              address={link && downloadAddress(link, upload.path)}
              onReceipt={
                upload.uploadBatchId && receipt ? () => void receipt(upload.uploadBatchId) : undefined
              }
            />
          ))}
        </Stack>
      )}
      {data && nodes.length === 0 && <Typography color="textSecondary">{messages.noFiles}</Typography>}
      {newest && <UploadedModelReport record={record} uploadBatchId={newest} />}
      {nodes.length > 0 && (
        <FileTree
          label="Files of the model"
          nodes={nodes}
          openAtFirst={nodes.map(({ path }) => path)}
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
    </DetailCard>
  );
}

/** About as high as what comes, so that the part below does not jump. */
const comingFiles = { minHeight: "60vh" };

function nodesOf({ uploads, files }: Uploaded): TreeNode[] {
  const days = new Map(uploads.map(({ uploadBatchId, uploaded }) => [uploadBatchId, longDate(uploaded)]));
  return fileNodes(files, (batchId) => days.get(batchId));
}
