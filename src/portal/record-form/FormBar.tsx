import Box from "@mui/material/Box";
import Button from "@mui/material/Button";
import type { ReactNode } from "react";
import { Link } from "react-router";
import { routes } from "../routes.ts";
import { useRoomBelow } from "../ui/useRoomBelow.ts";

/** What the user wants besides saving; the value of the button that says so. */
export type SaveIntent = "save" | "proceed";

interface FormBarProps {
  isSaving: boolean;
  /** What went wrong with the last save, said right above the buttons. */
  children?: ReactNode;
}

/** The form's buttons, always in sight at its bottom. */
export function FormBar({ isSaving, children }: FormBarProps) {
  const bar = useRoomBelow<HTMLDivElement>();
  return (
    <Box ref={bar} sx={BAR}>
      <Box sx={NOTES}>{children}</Box>
      <Box sx={{ display: "flex", flexWrap: "wrap", gap: 1 }}>
        <Button component={Link} to={routes.home} sx={{ mr: "auto" }}>
          Back
        </Button>
        <Button type="submit" name="intent" value="save" variant="outlined" disabled={isSaving}>
          {isSaving ? "Saving…" : "Save"}
        </Button>
        <Button type="submit" name="intent" value="proceed" variant="contained" disabled={isSaving}>
          Proceed to Upload
        </Button>
      </Box>
    </Box>
  );
}

/** In a low window a long note scrolls, or nothing of the form could be seen above it. */
const NOTES = { maxHeight: "40vh", overflowY: "auto" };

const BAR = {
  position: "sticky",
  bottom: 0,
  zIndex: 2,
  mt: 4,
  mx: { xs: -2, md: 0 },
  px: { xs: 2, md: 0 },
  py: 1.5,
  bgcolor: "background.default",
  borderTop: 1,
  borderColor: "divider",
};
