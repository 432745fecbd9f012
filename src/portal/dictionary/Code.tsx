import Box from "@mui/material/Box";
import { MONOSPACE } from "../theme.ts";

/** A name or a value exactly as it is written in data. */
export const Code = ({ text }: { text: string }) => (
  <Box component="code" sx={look}>
    {text}
  </Box>
);

const look = {
  fontFamily: MONOSPACE,
  fontSize: "0.875em",
  overflowWrap: "anywhere",
};
