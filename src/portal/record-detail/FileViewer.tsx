import Alert from "@mui/material/Alert";
import Box from "@mui/material/Box";
import Button from "@mui/material/Button";
import Typography from "@mui/material/Typography";
import { useState } from "react";
import { Modal } from "../ui/Modal.tsx";
import { showInvisibleCharacters } from "../ui/format.ts";

interface FileViewerProps {
  name: string;
  url: string;
  onClose: () => void;
}

/** The frame is sandboxed, except for PDFs: Chromium's PDF viewer does not run in a sandboxed frame. */
export function FileViewer({ name, url, onClose }: FileViewerProps) {
  // Ignore renewed links: a new src would reload the file while it is being read.
  const [source] = useState(url);
  const displayName = showInvisibleCharacters(name);
  return (
    <Modal
      open
      title="File Viewer"
      width="lg"
      onClose={onClose}
      actions={
        <>
          <Button href={source} target="_blank" rel="noopener noreferrer">
            Open in a new tab
          </Button>
          <Button href={source} download={name} variant="contained">
            Download
          </Button>
        </>
      }
    >
      <Typography sx={{ mb: 1 }}>
        <bdi>{displayName}</bdi>
      </Typography>
      {isRasterImage(name) && (
        <Alert severity="info" sx={{ mb: 1 }}>
          Browsers cannot show .img files. Download the file to open it.
        </Alert>
      )}
      <Box
        component="iframe"
        src={source}
        title={displayName}
        {...(!isPdf(name) && { sandbox: "" })}
        referrerPolicy="no-referrer"
        allow=""
        sx={frameStyles}
      />
      <Alert severity="info" sx={{ mt: 1, display: "none", "iframe:focus + &": { display: "flex" } }}>
        The keyboard focus is inside the file. Press Tab to leave it, then Escape to close the viewer.
      </Alert>
    </Modal>
  );
}

const isPdf = (name: string): boolean => /\.pdf$/i.test(name);

const isRasterImage = (name: string): boolean => /\.img$/i.test(name);

const frameStyles = {
  display: "block",
  width: "100%",
  height: "min(70vh, 800px)",
  border: 1,
  borderColor: "divider",
  borderRadius: 1,
  // Files are designed for white paper, also in dark mode.
  bgcolor: "common.white",
  colorScheme: "light",
} as const;
