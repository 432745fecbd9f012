import DownloadIcon from "@mui/icons-material/Download";
import ArchiveIcon from "@mui/icons-material/FolderZipOutlined";
import ReceiptIcon from "@mui/icons-material/ReceiptLongOutlined";
import Box from "@mui/material/Box";
import Button from "@mui/material/Button";
import Typography from "@mui/material/Typography";
import { useState } from "react";
import { useDataProvider, useNotify } from "react-admin";
import type { Bag } from "../../contract/schema/fields.ts";
import type { PortalDataProvider } from "../providers/dataProvider.ts";
import { downloadFile } from "../ui/downloadFile.ts";
import { problemWords } from "../ui/states.tsx";
import type { ReadingLink } from "./downloadAddress.ts";

/** The model as it stands, out of all versions and the choices between them: one zip, and one receipt for all of it. */
export function StandingModel({ recordId, link }: { recordId: string; link: ReadingLink | undefined }) {
  const dataProvider = useDataProvider<PortalDataProvider>();
  const receipt = useReceiptDownload();
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
          {receipt && (
            <Button
              size="small"
              startIcon={<ReceiptIcon />}
              aria-label="Download receipt of the model"
              onClick={() =>
                void receipt(`receipt_${recordId}.json`, () => dataProvider.modelReceipt(recordId))
              }
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
 * Hands a receipt to the user as a file. Undefined once the services have said that they have none: they are not asked
 * again.
 */
export function useReceiptDownload() {
  const notify = useNotify();
  const [isMissing, setIsMissing] = useState(false);
  if (isMissing) return undefined;
  return async (fileName: string, ask: () => Promise<Bag | undefined>): Promise<void> => {
    try {
      const receipt = await ask();
      if (receipt) {
        const text = `${JSON.stringify(receipt, undefined, 2)}\n`;
        return downloadFile(fileName, text, "application/json");
      }
      setIsMissing(true);
      notify("There is no receipt of this upload.", { type: "warning" });
    } catch (error) {
      notify(problemWords(error), { type: "error" });
    }
  };
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
