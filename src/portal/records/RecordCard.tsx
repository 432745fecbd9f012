import Box from "@mui/material/Box";
import Card from "@mui/material/Card";
import Link from "@mui/material/Link";
import Stack from "@mui/material/Stack";
import Typography from "@mui/material/Typography";
import { memo } from "react";
import { Link as RouterLink } from "react-router";
import { schemaOf, textOf } from "../../contract/fields.ts";
import { statusDateLabel } from "../../contract/status.ts";
import type { RecordRow } from "../providers/recordsDialect.ts";
import { openingPath } from "../routes.ts";
import { longDate } from "../ui/longDate.ts";
import { StatusBadge } from "../ui/StatusBadge.tsx";
import { Places } from "./Places.tsx";
import { RecordMenu } from "./RecordMenu.tsx";
import { recordName } from "../recordName.ts";

const schema = schemaOf("metadata");

/** One record on Home. Its name is the link; the rest of the card follows it. */
export const RecordCard = memo(function RecordCard({ record }: { record: RecordRow }) {
  const { currentMetadata, statusInfo } = record;
  const { status, timeOfLastStatusChange } = statusInfo;
  return (
    <Card component="li" sx={cardLook}>
      <Stack direction="row" sx={{ justifyContent: "space-between", alignItems: "center", mb: 1 }}>
        <StatusBadge status={status} />
        <RecordMenu record={record} />
      </Stack>
      <Typography variant="h3" component="h2" sx={{ overflowWrap: "anywhere" }}>
        <Link component={RouterLink} to={openingPath(record)} className="opens" color="inherit">
          {recordName(currentMetadata)}
        </Link>
      </Typography>
      <Typography variant="body2" color="textSecondary" sx={{ ...clamped(3), mt: 0.5, mb: 1.5 }}>
        {textOf(schema, currentMetadata, "summary")}
      </Typography>
      <Places metadata={currentMetadata} />
      <Box sx={{ mt: "auto", pt: 1.5 }}>
        <Typography variant="caption" color="textSecondary" component="p" sx={dateLook}>
          {statusDateLabel(status)}{" "}
          <time dateTime={timeOfLastStatusChange} style={{ whiteSpace: "nowrap" }}>
            {longDate(timeOfLastStatusChange)}
          </time>
        </Typography>
      </Box>
    </Card>
  );
});

const clamped = (lines: number) => ({
  display: "-webkit-box",
  WebkitBoxOrient: "vertical",
  WebkitLineClamp: lines,
  overflow: "hidden",
});

const dateLook = { pt: 1.5, borderTop: "1px solid", borderColor: "divider" };

/** In a long list, cards far off screen are laid out only when they come near. */
const cardLook = {
  position: "relative",
  display: "flex",
  flexDirection: "column",
  p: 2.5,
  "&:nth-of-type(n + 41)": { contentVisibility: "auto", containIntrinsicSize: "auto 240px" },
  transition: "border-color 120ms",
  "&:hover": { borderColor: "primary.main" },
  "& .opens::after": { content: '""', position: "absolute", inset: 0 },
  "& .opens:focus-visible": { outline: "none" },
  "&:has(.opens:focus-visible)": { outline: "2px solid", outlineColor: "primary.main", outlineOffset: 2 },
} as const;
