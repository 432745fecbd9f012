import Alert from "@mui/material/Alert";
import Box from "@mui/material/Box";
import Button from "@mui/material/Button";
import Typography from "@mui/material/Typography";
import { useState } from "react";
import { Modal } from "../ui/Modal.tsx";
import { visibleText } from "../ui/format.ts";

interface FileViewerProps {
  name: string;
  address: string;
  onClose: () => void;
}

/**
 * Shows a file in a frame on its download address. The frame is locked in: nothing in it runs, submits, opens a window
 * or knows the portal. A PDF is shown by the browser's own viewer, which does not run in a locked frame; the store
 * serves it as a PDF and nothing else.
 */
export function FileViewer({ name, address, onClose }: FileViewerProps) {
  // A fresh link is the same file: taking it would begin the reader's file anew.
  const [source] = useState(address);
  const shown = visibleText(name);
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
        <bdi>{shown}</bdi>
      </Typography>
      {isRaster(name) && (
        <Alert severity="info" sx={{ mb: 1 }}>
          Browsers do not show .img files. Download it to look at it.
        </Alert>
      )}
      <Box
        component="iframe"
        src={source}
        title={shown}
        {...(!isPdf(name) && { sandbox: "" })}
        referrerPolicy="no-referrer"
        allow=""
        sx={frameLook}
      />
      <Alert severity="info" sx={{ mt: 1, display: "none", "iframe:focus + &": { display: "flex" } }}>
        The keyboard is in the file. The Tab key leads out of it; then Escape closes the viewer.
      </Alert>
    </Modal>
  );
}

/** Whether a file of this name is shown by the browser's PDF viewer. */
const isPdf = (name: string): boolean => /\.pdf$/i.test(name);

/** Raster data of which no browser makes a picture: the frame would stay empty. */
const isRaster = (name: string): boolean => /\.img$/i.test(name);

const frameLook = {
  display: "block",
  width: "100%",
  height: "min(70vh, 800px)",
  border: 1,
  borderColor: "divider",
  borderRadius: 1,
  // Files are made to be read on paper, whatever the portal's colours.
  bgcolor: "common.white",
  colorScheme: "light",
} as const;
