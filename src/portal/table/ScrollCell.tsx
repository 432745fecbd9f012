import Box from "@mui/material/Box";
import { useLayoutEffect, useRef, useState } from "react";

const MAX_WIDTH = 300;
const MAX_HEIGHT = 70;

/** A cell's text, at most 300 by 70 pixels; what is longer scrolls inside it, with the keyboard too. */
export function ScrollCell({ text, label }: { text: string; label: string }) {
  const box = useRef<HTMLDivElement>(null);
  const [overflows, setOverflows] = useState(false);
  useLayoutEffect(() => {
    const { scrollHeight = 0, clientHeight = 0 } = box.current ?? {};
    setOverflows(scrollHeight > clientHeight + 1);
  }, [text]);
  return (
    <Box
      ref={box}
      {...(overflows && { tabIndex: 0, role: "group", "aria-label": label })}
      sx={{ maxWidth: MAX_WIDTH, maxHeight: MAX_HEIGHT, overflow: "auto", overflowWrap: "anywhere" }}
    >
      {text}
    </Box>
  );
}
