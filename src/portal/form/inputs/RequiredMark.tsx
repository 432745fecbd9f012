import Box from "@mui/material/Box";

/** The asterisk of a required field. Inputs say it to assistive technology themselves. */
export function RequiredMark() {
  return (
    <Box component="span" aria-hidden="true" sx={{ color: "error.main", ml: 0.5 }}>
      *
    </Box>
  );
}
