import DownloadIcon from "@mui/icons-material/Download";
import ReceiptIcon from "@mui/icons-material/ReceiptLongOutlined";
import Box from "@mui/material/Box";
import Button from "@mui/material/Button";
import Stack from "@mui/material/Stack";
import Typography from "@mui/material/Typography";
import type { Upload } from "../../contract/generated/entities.ts";
import { fileSize } from "../ui/fileSize.ts";
import { longDate } from "../ui/longDate.ts";
import { visibleText } from "../ui/visibleText.ts";

interface ZipRowProps {
  upload: Upload;
  address: string | undefined;
  /** Fetches the upload's receipt; undefined where there are none. */
  onReceipt: (() => void) | undefined;
}

/** One uploaded zip: its name, size and hash, who sent it when, and the way to it. */
export function ZipRow({ upload, address, onReceipt }: ZipRowProps) {
  const { path, size, sha256, uploaded, username } = upload;
  const name = path.split("/").at(-1) ?? path;
  const shown = visibleText(name);
  const sized = size === undefined ? "" : fileSize(size);
  return (
    <Stack component="li" sx={row}>
      <Box sx={{ flex: "1 1 320px", minWidth: 0 }}>
        <Typography sx={{ fontWeight: 600, overflowWrap: "anywhere" }}>
          <bdi>{shown}</bdi>{" "}
          {sized && (
            <Typography component="span" color="textSecondary" sx={{ whiteSpace: "nowrap" }}>
              ({sized})
            </Typography>
          )}
        </Typography>
        <Typography variant="body2" color="textSecondary">
          Uploaded on {longDate(uploaded)} by {visibleText(username)}
        </Typography>
      </Box>
      <Stack direction="row" sx={{ gap: 1, flexWrap: "wrap" }}>
        {address && (
          <Button
            href={address}
            download={name}
            variant="outlined"
            startIcon={<DownloadIcon />}
            aria-label={[`Download ZIP ${shown}`, sized].filter(Boolean).join(", ")}
          >
            Download ZIP
          </Button>
        )}
        {onReceipt && (
          <Button startIcon={<ReceiptIcon />} onClick={onReceipt} aria-label={`Download receipt of ${shown}`}>
            Receipt
          </Button>
        )}
      </Stack>
      {sha256 && (
        <Typography variant="caption" color="textSecondary" sx={{ flexBasis: "100%" }}>
          SHA-256 <code>{sha256}</code>
        </Typography>
      )}
    </Stack>
  );
}

const row = {
  flexDirection: "row",
  flexWrap: "wrap",
  columnGap: 1.5,
  rowGap: 1,
  alignItems: "center",
  border: 1,
  borderColor: "divider",
  borderRadius: 1,
  px: 2,
  py: 1.5,
} as const;
