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
  "& caption": {
    position: "absolute",
    width: "1px",
    height: "1px",
    overflow: "hidden",
    clipPath: "inset(50%)",
  },
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
  "& tr > :first-of-type:not(th)": {
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
  "& tr.highlighted td": {
    background: ({ vars }: Theme) =>
      `color-mix(in srgb, ${vars!.palette.success.main} 9%, ${vars!.palette.background.paper})`,
  },
  "& tr.highlighted td:first-of-type": {
    boxShadow: ({ vars }: Theme) => `inset 4px 0 0 ${vars!.palette.success.main}`,
  },
};
