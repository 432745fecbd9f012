import DownloadIcon from "@mui/icons-material/Download";
import ArchiveIcon from "@mui/icons-material/FolderZipOutlined";
import ReceiptIcon from "@mui/icons-material/ReceiptLongOutlined";
import Box from "@mui/material/Box";
import Button from "@mui/material/Button";
import Typography from "@mui/material/Typography";
import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import { useNotify } from "react-admin";
import { usePortalProvider } from "../providers/useAnswer.ts";
import { downloadFile } from "../ui/downloadFile.ts";
import { problemWords } from "../ui/states.tsx";
import type { ReadingLink } from "./downloadAddress.ts";

/** The model as it stands, out of all versions and the choices between them: one zip, and one receipt for all of it. */
export function StandingModel({ recordId, link }: { recordId: string; link: ReadingLink | undefined }) {
  const fetchReceipt = useReceiptDownload(recordId)();
  if (!link?.uploads) return null;
  const { modelAddress } = link;
  return (
    <Box sx={{ ...downloadRow, pt: 0 }}>
      <ArchiveIcon aria-hidden color={modelAddress ? "primary" : "disabled"} sx={{ mt: 0.25 }} />
      <Box sx={{ flex: "1 1 200px", minWidth: 0 }}>
        <Typography sx={{ fontWeight: 600 }}>The model as it stands</Typography>
        <Typography variant="body2" color="textSecondary">
          {modelAddress
            ? "All files below in one ZIP, whichever version brought them."
            : "Can be had as one ZIP once the uploads no longer conflict."}
        </Typography>
      </Box>
      {modelAddress && (
        <Box sx={{ display: "flex", gap: 1, flexWrap: "wrap" }}>
          <Button href={modelAddress} download variant="contained" size="small" startIcon={<DownloadIcon />}>
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
 * Hands receipts to the user as files. Answers what fetches that of an upload, or without one that of the model as it
 * stands; undefined once the services have said that they have none of it: they are not asked again.
 */
export function useReceiptDownload(recordId: string) {
  const dataProvider = usePortalProvider();
  const notify = useNotify();
  const [missing, setMissing] = useState<ReadonlySet<string | undefined>>(new Set());
  const { mutate } = useMutation({
    mutationFn: (batchId: string | undefined) =>
      batchId === undefined
        ? dataProvider.modelReceipt(recordId)
        : dataProvider.uploadReceipt(recordId, batchId),
    onSuccess(receipt, batchId) {
      if (receipt) {
        const name = ["receipt", recordId, batchId].filter(Boolean).join("_");
        const text = `${JSON.stringify(receipt, undefined, 2)}\n`;
        return downloadFile(`${name}.json`, text, "application/json");
      }
      setMissing((before) => new Set(before).add(batchId));
      notify("There is no receipt of this upload.", { type: "warning" });
    },
    onError: (error) => notify(problemWords(error), { type: "error" }),
  });
  return (batchId?: string) => (missing.has(batchId) ? undefined : () => mutate(batchId));
}

/** How a zip and what can be had of it stand beside one another. */
export const downloadRow = {
  display: "flex",
  flexWrap: "wrap",
  columnGap: 1.5,
  rowGap: 1,
  alignItems: "flex-start",
  py: 1.5,
  "&:not(:last-of-type)": { borderBottom: 1, borderColor: "divider" },
};
