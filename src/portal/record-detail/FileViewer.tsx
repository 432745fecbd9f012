import Alert from "@mui/material/Alert";
import Box from "@mui/material/Box";
import Button from "@mui/material/Button";
import Typography from "@mui/material/Typography";
import { useEffect, useRef, useState } from "react";
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
  const frame = useRef<HTMLIFrameElement>(null);
  const isInFrame = useFocusInside(frame);
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
      <Typography sx={{ mb: 1, overflowWrap: "anywhere" }}>
        <bdi>{shown}</bdi>
      </Typography>
      <Box
        component="iframe"
        ref={frame}
        src={source}
        title={shown}
        {...(!isPdf(name) && { sandbox: "" })}
        referrerPolicy="no-referrer"
        allow=""
        sx={frameLook}
      />
      {isInFrame && (
        <Alert severity="info" sx={{ mt: 1 }}>
          The keyboard is in the file. The Tab key leads out of it; then Escape closes the viewer.
        </Alert>
      )}
    </Modal>
  );
}

/** True while the keyboard is inside a frame: its keys never reach the page. */
function useFocusInside(frame: React.RefObject<HTMLIFrameElement | null>): boolean {
  const [isInside, setIsInside] = useState(false);
  useEffect(() => {
    const look = () => setIsInside(frame.current !== null && document.activeElement === frame.current);
    window.addEventListener("blur", look);
    document.addEventListener("focusin", look);
    return () => {
      window.removeEventListener("blur", look);
      document.removeEventListener("focusin", look);
    };
  }, [frame]);
  return isInside;
}

/** Whether a file of this name is shown by the browser's PDF viewer. */
const isPdf = (name: string): boolean => /\.pdf$/i.test(name);

const frameLook = {
  display: "block",
  width: "100%",
  height: "min(70vh, 800px)",
  border: 1,
  borderColor: "divider",
  borderRadius: 1,
  // Files are made to be read on paper, whatever the portal's colours.
  bgcolor: "#fff",
  colorScheme: "light",
} as const;
