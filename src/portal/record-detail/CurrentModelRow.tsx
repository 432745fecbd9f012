import DownloadIcon from "@mui/icons-material/Download";
import ArchiveIcon from "@mui/icons-material/FolderZipOutlined";
import ReceiptIcon from "@mui/icons-material/ReceiptLongOutlined";
import Box from "@mui/material/Box";
import Button from "@mui/material/Button";
import Typography from "@mui/material/Typography";
import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import { useNotify } from "react-admin";
import { usePortalDataProvider } from "../providers/useVendorQuery.ts";
import { downloadFile } from "../ui/downloadFile.ts";
import { getUserMessage } from "../ui/states.tsx";
import type { FileDownloadLink } from "./downloadUrl.ts";

interface CurrentModelRowProps {
  recordId: string;
  link: FileDownloadLink | undefined;
}

/** Download of the current files of all versions as one zip, with a receipt. */
export function CurrentModelRow({ recordId, link }: CurrentModelRowProps) {
  const fetchReceipt = useReceiptDownload(recordId)();
  if (!link?.uploads) return null;
  const { modelUrl } = link;
  return (
    <Box sx={{ ...downloadRowStyles, pt: 0 }}>
      <ArchiveIcon aria-hidden color={modelUrl ? "primary" : "disabled"} sx={{ mt: 0.25 }} />
      <Box sx={{ flex: "1 1 200px", minWidth: 0 }}>
        <Typography sx={{ fontWeight: 600 }}>Current model</Typography>
        <Typography variant="body2" color="textSecondary">
          {modelUrl
            ? "All files below in one ZIP."
            : "Resolve the conflict to download the model as one ZIP."}
        </Typography>
      </Box>
      {modelUrl && (
        <Box sx={{ display: "flex", gap: 1, flexWrap: "wrap" }}>
          <Button href={modelUrl} download variant="contained" size="small" startIcon={<DownloadIcon />}>
            Download model
          </Button>
          {fetchReceipt && (
            <Button
              size="small"
              startIcon={<ReceiptIcon />}
              aria-label="Download receipt of the model"
              onClick={fetchReceipt}
            >
              Receipt
            </Button>
          )}
        </Box>
      )}
    </Box>
  );
}

/**
 * Returns a function that returns the download handler for an upload's receipt, or without `batchId` for the current
 * model's. The handler is undefined once the server has answered that there is no receipt.
 */
export function useReceiptDownload(recordId: string) {
  const dataProvider = usePortalDataProvider();
  const notify = useNotify();
  const [batchesWithoutReceipt, setBatchesWithoutReceipt] = useState<ReadonlySet<string | undefined>>(
    new Set(),
  );
  const { mutate } = useMutation({
    mutationFn: (batchId: string | undefined) =>
      batchId === undefined
        ? dataProvider.getModelReceipt(recordId)
        : dataProvider.getUploadReceipt(recordId, batchId),
    onSuccess(receipt, batchId) {
      if (receipt) {
        const name = ["receipt", recordId, batchId].filter(Boolean).join("_");
        const text = `${JSON.stringify(receipt, undefined, 2)}\n`;
        return downloadFile(`${name}.json`, text, "application/json");
      }
      setBatchesWithoutReceipt((before) => new Set(before).add(batchId));
      const subject = batchId === undefined ? "model" : "upload";
      notify(`There is no receipt for this ${subject}.`, { type: "warning" });
    },
    onError: (error) => notify(getUserMessage(error), { type: "error" }),
  });
  return (batchId?: string) => (batchesWithoutReceipt.has(batchId) ? undefined : () => mutate(batchId));
}

export const downloadRowStyles = {
  display: "flex",
  flexWrap: "wrap",
  columnGap: 1.5,
  rowGap: 1,
  alignItems: "flex-start",
  py: 1.5,
  "&:not(:last-of-type)": { borderBottom: 1, borderColor: "divider" },
};
