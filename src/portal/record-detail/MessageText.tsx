import Box from "@mui/material/Box";
import Button from "@mui/material/Button";
import { useId, useState } from "react";

/** Beyond this a message would push the others away. */
const LONG = { characters: 1200, lines: 16 };

/** What a message says, its lines as they were written; a long one at first only its beginning. */
export function MessageText({ text }: { text: string }) {
  const [showsAll, setShowsAll] = useState(false);
  const id = useId();
  const isLong = text.length > LONG.characters || text.split("\n").length > LONG.lines;
  return (
    <>
      <Box id={id} component="p" dir="auto" sx={isLong && !showsAll ? { ...words, ...beginning } : words}>
        {text}
      </Box>
      {isLong && (
        <Button
          size="small"
          aria-expanded={showsAll}
          aria-controls={id}
          onClick={() => setShowsAll(!showsAll)}
          sx={{ ml: -2 }}
        >
          {showsAll ? "Show less of this message" : "Show the whole message"}
        </Button>
      )}
    </>
  );
}

const words = { m: 0, whiteSpace: "pre-wrap", overflowWrap: "anywhere", unicodeBidi: "isolate" } as const;

const beginning = {
  maxHeight: 220,
  overflow: "hidden",
  maskImage: "linear-gradient(to bottom, black 70%, transparent)",
};
