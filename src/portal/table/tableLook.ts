import type { SxProps, Theme } from "@mui/material/styles";
import { PHONE } from "../theme.ts";

const COLUMN = 200;
const FIRST_COLUMN = 190;

/** How a table of documents looks: wide columns that scroll sideways under a first one that stays. */
export const tableLook: SxProps<Theme> = {
  position: "relative",
  overflowX: "auto",
  border: "1px solid",
  borderColor: "divider",
  borderRadius: 1,
  bgcolor: "background.paper",
  "&:focus-visible": { outline: "2px solid", outlineColor: "primary.main", outlineOffset: 2 },
  "& table": { borderCollapse: "separate", borderSpacing: 0, fontSize: "0.875rem", lineHeight: 1.45 },
  "& th, & td": {
    minWidth: COLUMN,
    px: 2,
    py: 1.5,
    textAlign: "left",
    verticalAlign: "top",
    borderBottom: "1px solid",
    borderColor: "divider",
  },
  "& tbody tr:last-child td": { borderBottom: 0 },
  "& th": { whiteSpace: "nowrap", fontWeight: 650, color: "text.secondary" },
  "& tr > :first-of-type": {
    minWidth: FIRST_COLUMN,
    position: "sticky",
    left: 0,
    bgcolor: "background.paper",
    borderRight: "1px solid",
    borderRightColor: "divider",
    [PHONE]: { position: "static" },
  },
  "& td small": {
    display: "block",
    mt: 0.75,
    color: "success.main",
    fontSize: "0.8125rem",
    fontWeight: 600,
  },
  // react-admin keeps its table within the page's width; this one scrolls in its own.
  "& .RaDataTable-tableWrapper": { display: "block" },
};
