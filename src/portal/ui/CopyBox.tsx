import CheckIcon from "@mui/icons-material/Check";
import CopyIcon from "@mui/icons-material/ContentCopy";
import Box from "@mui/material/Box";
import Button from "@mui/material/Button";
import Stack from "@mui/material/Stack";
import visuallyHidden from "@mui/utils/visuallyHidden";
import { useEffect, useRef, useState } from "react";
import { MONOSPACE } from "../theme.ts";

const CONFIRMATION = 1000;

interface CopyBoxProps {
  text: string;
  label: string;
  onCopied?: () => void;
}

/** A text to be taken along: shown as it is, and copied whole by one click. Says Copied for a second. */
export function CopyBox({ text, label, onCopied }: CopyBoxProps) {
  const textRef = useRef<HTMLElement>(null);
  const selectAll = () => {
    if (textRef.current) window.getSelection()?.selectAllChildren(textRef.current);
  };
  const { copied, copy } = useCopy(text, selectAll, onCopied);
  return (
    <Stack role="group" aria-label={label} direction={{ xs: "column", sm: "row" }} sx={box}>
      <Box component="code" ref={textRef} tabIndex={0} sx={code}>
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

/**
 * Puts a text on the clipboard, and tells so for a second.
 *
 * @param onRefused called where the browser keeps the clipboard to itself, as without TLS
 */
export function useCopy(text: string, onRefused: () => void, onCopied?: () => void) {
  // Of the last second: each begins it anew.
  const [copies, setCopies] = useState(0);
  useEffect(() => {
    if (copies === 0) return;
    const timer = setTimeout(() => setCopies(0), CONFIRMATION);
    return () => clearTimeout(timer);
  }, [copies]);
  const write = async () => {
    await navigator.clipboard.writeText(text);
    setCopies((count) => count + 1);
    onCopied?.();
  };
  return { copied: copies > 0, copy: () => void write().catch(onRefused) };
}

const box = {
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

const code = {
  flexGrow: 1,
  minWidth: 0,
  py: 0.5,
  fontFamily: MONOSPACE,
  fontSize: "0.875rem",
  whiteSpace: "pre-wrap",
};
