import CheckIcon from "@mui/icons-material/Check";
import CopyIcon from "@mui/icons-material/ContentCopy";
import Box from "@mui/material/Box";
import Button from "@mui/material/Button";
import Stack from "@mui/material/Stack";
import visuallyHidden from "@mui/utils/visuallyHidden";
import { useEffect, useRef, useState } from "react";
import { MONOSPACE } from "../theme.ts";

const CONFIRMATION_MS = 1000;

interface CopyBoxProps {
  text: string;
  label: string;
  onCopied?: () => void;
}

export function CopyBox({ text, label, onCopied }: CopyBoxProps) {
  const textRef = useRef<HTMLElement>(null);
  const selectAll = () => {
    if (textRef.current) window.getSelection()?.selectAllChildren(textRef.current);
  };
  const { copied, copy } = useCopyToClipboard(text, selectAll, onCopied);
  return (
    <Stack role="group" aria-label={label} direction={{ xs: "column", sm: "row" }} sx={boxStyles}>
      <Box component="code" ref={textRef} tabIndex={0} sx={codeStyles}>
        {text}
      </Box>
      <Button
        size="small"
        variant="outlined"
        onClick={copy}
        startIcon={copied ? <CheckIcon /> : <CopyIcon />}
        aria-label={copied ? "Copied" : `Copy ${label.toLowerCase()}`}
        sx={{ flexShrink: 0, minWidth: 104 }}
      >
        {copied ? "Copied" : "Copy"}
      </Button>
      <span role="status" style={visuallyHidden}>
        {copied ? "Copied" : ""}
      </span>
    </Stack>
  );
}

/** @param onClipboardBlocked called if the browser denies clipboard access, for example without TLS */
export function useCopyToClipboard(text: string, onClipboardBlocked: () => void, onCopied?: () => void) {
  // Counts copies, so that each copy restarts the timer.
  const [copyCount, setCopyCount] = useState(0);
  useEffect(() => {
    if (copyCount === 0) return;
    const timer = setTimeout(() => setCopyCount(0), CONFIRMATION_MS);
    return () => clearTimeout(timer);
  }, [copyCount]);
  const write = async () => {
    await navigator.clipboard.writeText(text);
    setCopyCount((count) => count + 1);
    onCopied?.();
  };
  return { copied: copyCount > 0, copy: () => void write().catch(onClipboardBlocked) };
}

const boxStyles = {
  position: "relative",
  width: "100%",
  alignItems: { sm: "center" },
  gap: 1,
  p: 1,
  pl: { xs: 1.5, sm: 2 },
  border: 1,
  borderColor: "divider",
  borderRadius: 1,
  bgcolor: "action.hover",
};

const codeStyles = {
  flexGrow: 1,
  minWidth: 0,
  py: 0.5,
  fontFamily: MONOSPACE,
  fontSize: "0.875rem",
  whiteSpace: "pre-wrap",
};
