import Alert from "@mui/material/Alert";
import Box from "@mui/material/Box";
import Button from "@mui/material/Button";
import Typography from "@mui/material/Typography";
import { useState, type CSSProperties } from "react";
import { showInvisibleCharacters } from "../../contract/showInvisibleCharacters.ts";
import { Modal } from "../ui/Modal.tsx";

interface FileViewerProps {
  name: string;
  url: string;
  onClose: () => void;
}

/** The frame is sandboxed, except for PDFs: Chromium's PDF viewer does not run in a sandboxed frame. */
export function FileViewer({ name, url, onClose }: FileViewerProps) {
  // Ignore renewed links: a new src would reload the file while it is being read.
  const [source] = useState(url);
  const [imageSize, setImageSize] = useState<ImageSize>();
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
      <Box sx={contentStyles}>
        <Typography>
          <bdi>{displayName}</bdi>
        </Typography>
        {isRasterImage(name) && (
          <Alert severity="info">Browsers cannot show .img files. Download the file to open it.</Alert>
        )}
        <Box sx={groundStyles}>
          {isPng(name) && <ImageMeasure source={source} onMeasured={setImageSize} />}
          <Box
            component="iframe"
            src={source}
            title={displayName}
            {...(!isPdf(name) && { sandbox: "" })}
            referrerPolicy="no-referrer"
            allow=""
            sx={frameStyles}
            style={imageSize}
          />
        </Box>
        <Typography variant="caption" color="textSecondary">
          Escape closes the viewer. If the keyboard focus is inside the file, press Tab first.
        </Typography>
      </Box>
    </Modal>
  );
}

const isPdf = (name: string): boolean => /\.pdf$/i.test(name);

const isRasterImage = (name: string): boolean => /\.img$/i.test(name);

const isPng = (name: string): boolean => /\.png$/i.test(name);

type ImageSize = Pick<CSSProperties, "width" | "height">;

interface ImageMeasureProps {
  source: string;
  onMeasured: (size: ImageSize) => void;
}

/** Loads the image a second time, because the size of a frame's content cannot be read. */
const ImageMeasure = ({ source, onMeasured }: ImageMeasureProps) => (
  <img
    src={source}
    alt=""
    hidden
    onLoad={({ currentTarget: { naturalWidth, naturalHeight } }) =>
      onMeasured({ width: naturalWidth, height: naturalHeight })
    }
  />
);

/** The window without the dialog's margin, title, actions and padding. */
const contentStyles = {
  display: "flex",
  flexDirection: "column",
  gap: 1,
  height: "calc(100dvh - 240px)",
  minHeight: 240,
  maxHeight: 900,
};

const groundStyles = {
  flex: "1 1 0",
  minHeight: 120,
  display: "grid",
  placeItems: "center",
  overflow: "hidden",
  border: 1,
  borderColor: "divider",
  borderRadius: 1,
  bgcolor: "background.default",
};

const frameStyles = {
  width: "100%",
  height: "100%",
  maxWidth: "100%",
  maxHeight: "100%",
  border: 0,
  // Files are designed for white paper, also in dark mode.
  bgcolor: "common.white",
  colorScheme: "light",
} as const;
