import Box from "@mui/material/Box";

/** A name or a value exactly as it is written in data. */
export const Code = ({ text }: { text: string }) => (
  <Box component="code" sx={look}>
    {text}
  </Box>
);

const look = {
  fontFamily: "ui-monospace, SFMono-Regular, Menlo, Consolas, monospace",
  fontSize: "0.875em",
  overflowWrap: "anywhere",
};
