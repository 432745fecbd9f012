import DownloadIcon from "@mui/icons-material/Download";
import Button from "@mui/material/Button";
import { metadataFileName } from "../../../contract/model-folder/modelFolder.ts";
import { Step } from "./Step.tsx";
import { useYamlDownload } from "../useYamlDownload.ts";

/** The first step: the record's metadata as a file. */
export function YamlStep({ recordId }: { recordId: string }) {
  const { mutate, isPending } = useYamlDownload(recordId);
  return (
    <Step title="Download the metadata YAML file and place it in the model root folder.">
      <Button variant="outlined" startIcon={<DownloadIcon />} disabled={isPending} onClick={() => mutate()}>
        Download {metadataFileName(recordId)}
      </Button>
    </Step>
  );
}
