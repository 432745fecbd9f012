import DownloadIcon from "@mui/icons-material/Download";
import Button from "@mui/material/Button";
import Stack from "@mui/material/Stack";
import Typography from "@mui/material/Typography";
import { useQuery } from "@tanstack/react-query";
import { useDataProvider } from "react-admin";
import type { Upload } from "../../../contract/generated/entities.ts";
import { messages } from "../../../contract/messages.ts";
import type { PortalDataProvider } from "../../providers/dataProvider.ts";
import { ErrorState } from "../../ui/ErrorState.tsx";
import { FileTree } from "../../ui/FileTree.tsx";
import { Loading } from "../../ui/Loading.tsx";
import { fileSize } from "../../ui/fileSize.ts";
import { longDate } from "../../ui/longDate.ts";
import { DetailCard } from "./DetailCard.tsx";
import { downloadAddress } from "./downloadAddress.ts";
import { fileNodes } from "./fileNodes.ts";
import { useReadingLink } from "./useReadingLink.ts";

const EVERY = 30_000;

/** What was uploaded: the zips as they came, and the files that were in them. */
export function FilesCard({ recordId }: { recordId: string }) {
  const dataProvider = useDataProvider<PortalDataProvider>();
  const link = useReadingLink(recordId);
  const { data, error, refetch } = useQuery({
    queryKey: ["files", recordId],
    queryFn: async () => {
      const [uploads, files] = await Promise.all([
        dataProvider.recordUploads(recordId),
        dataProvider.recordFiles(recordId),
      ]);
      return { uploads, files };
    },
    refetchInterval: EVERY,
  });
  const addressOf = (path: string) => link && downloadAddress(link, path);
  const uploadedOn = (batchId: string) => {
    const upload = data?.uploads.find(({ uploadBatchId }) => uploadBatchId === batchId);
    return upload && longDate(upload.uploaded);
  };
  const nodes = fileNodes(data?.files ?? [], { addressOf, uploadedOn });
  return (
    <DetailCard title="Uploaded Files">
      {!data && !error && <Loading label="Loading files" />}
      {!data && error && (
        <ErrorState title="The files could not be loaded" error={error} onRetry={() => void refetch()} />
      )}
      {data && data.uploads.length > 0 && (
        <Stack sx={{ gap: 1.5, mb: 2 }}>
          {data.uploads.map((upload) => (
            <Zip key={upload.path} upload={upload} address={addressOf(upload.path)} />
          ))}
        </Stack>
      )}
      {data && nodes.length === 0 && <Typography color="textSecondary">{messages.noFiles}</Typography>}
      {nodes.length > 0 && (
        <FileTree label="Files of the model" nodes={nodes} openAtFirst={nodes.map(({ path }) => path)} />
      )}
    </DetailCard>
  );
}

function Zip({ upload, address }: { upload: Upload; address: string | undefined }) {
  const name = upload.path.split("/").at(-1) ?? upload.path;
  return (
    <Stack direction="row" sx={{ gap: 1.5, alignItems: "center", flexWrap: "wrap" }}>
      {address ? (
        <Button
          href={address}
          download={name}
          variant="outlined"
          size="small"
          startIcon={<DownloadIcon />}
          aria-label={`Download ZIP ${name}, ${fileSize(upload.size)}`}
        >
          Download ZIP ({fileSize(upload.size)})
        </Button>
      ) : (
        <Typography>
          {name} ({fileSize(upload.size)})
        </Typography>
      )}
      <Typography variant="body2" color="textSecondary">
        Uploaded on {longDate(upload.uploaded)} by {upload.username}
      </Typography>
    </Stack>
  );
}
