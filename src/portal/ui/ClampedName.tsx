import Box from "@mui/material/Box";
import { clampLines } from "../theme.ts";

/** The name of a record within a sentence, cut after two lines. */
export const ClampedName = ({ name }: { name: string }) => (
  <Box component="bdi" dir="auto" title={name} sx={STYLES}>
    {name}
  </Box>
);

/** Inline, so that the sentence continues beside a short name. */
const STYLES = {
  ...clampLines(2),
  display: "-webkit-inline-box",
  verticalAlign: "bottom",
  overflowWrap: "anywhere",
};
