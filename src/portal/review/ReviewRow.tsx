import Box from "@mui/material/Box";
import Link from "@mui/material/Link";
import Typography from "@mui/material/Typography";
import { memo } from "react";
import { Link as RouterLink } from "react-router";
import { listOf, schemaOf, textOf, type Bag } from "../../contract/fields.ts";
import { statusDateLabel } from "../../contract/status.ts";
import type { RecordRow } from "../providers/recordsDialect.ts";
import { recordName } from "../recordName.ts";
import { recordPath } from "../routes.ts";
import { longDate } from "../ui/longDate.ts";
import { waitingFor } from "./waitingFor.ts";

const schema = schemaOf("metadata");

/** One record that waits: what it is, where it lies, and since when it waits. Its name is the link. */
export const ReviewRow = memo(function ReviewRow({ record }: { record: RecordRow }) {
  const { currentMetadata, statusInfo } = record;
  const metadata = currentMetadata as Bag;
  const counties = listOf(schema, metadata, "county").map((county) => `${county} County`);
  const since = statusInfo.timeOfLastStatusChange;
  return (
    <Box component="li" sx={rowLook}>
      <Box sx={{ flex: "1 1 320px", minWidth: 0 }}>
        <Typography variant="h3" component="h2" sx={{ overflowWrap: "anywhere" }}>
          <Link component={RouterLink} to={recordPath("view", record.id)} className="opens" color="inherit">
            {recordName(currentMetadata)}
          </Link>
        </Typography>
        <Typography variant="body2" color="textSecondary">
          {[record.vendor, textOf(schema, metadata, "identifier"), counties.join(", ")]
            .filter(Boolean)
            .join(" · ")}
        </Typography>
      </Box>
      <Box sx={{ textAlign: { sm: "right" } }}>
        <Typography variant="body2" sx={{ fontWeight: 600 }}>
          {waitingFor(since)}
        </Typography>
        <Typography variant="caption" color="textSecondary" component="p">
          {statusDateLabel(statusInfo.status)} <time dateTime={since}>{longDate(since)}</time>
        </Typography>
      </Box>
    </Box>
  );
});

const rowLook = {
  position: "relative",
  display: "flex",
  flexWrap: "wrap",
  alignItems: "center",
  columnGap: 3,
  rowGap: 0.5,
  px: 2.5,
  py: 2,
  borderTop: "1px solid",
  borderColor: "divider",
  "&:first-of-type": { borderTop: 0 },
  "&:hover": { bgcolor: "action.hover" },
  "& .opens::after": { content: '""', position: "absolute", inset: 0 },
  "& .opens:focus-visible": { outline: "none" },
  "&:has(.opens:focus-visible)": { outline: "2px solid", outlineColor: "primary.main", outlineOffset: -2 },
} as const;
