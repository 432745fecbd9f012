import Box from "@mui/material/Box";
import Card from "@mui/material/Card";
import Link from "@mui/material/Link";
import Stack from "@mui/material/Stack";
import Typography from "@mui/material/Typography";
import { formatDistanceToNowStrict, isValid, parseISO } from "date-fns";
import { memo, type MouseEvent } from "react";
import { Link as RouterLink } from "react-router";
import { isEditable, statusDateLabel } from "../../contract/status.ts";
import { needsOf, type Need } from "../providers/resources/recordFilters.ts";
import type { RecordRow } from "../providers/resources/recordRow.ts";
import { recordName, textWith } from "../recordName.ts";
import { openingPath } from "../routes.ts";
import { PHONE } from "../theme.ts";
import { visibleText } from "../ui/format.ts";
import { Moment } from "../ui/Moment.tsx";
import { Mark, StatusBadge, type State } from "../ui/status/StatusBadge.tsx";
import { Places } from "./Places.tsx";
import { RecordMenu } from "./RecordMenu.tsx";

interface RecordCardProps {
  record: RecordRow;
  onDelete: (record: RecordRow) => void;
  /** A copy was made, and is to be opened. */
  onCopied: (copyId: string) => void;
}

/** One record on Home. Its name is the link; the rest of the card follows it. */
export const RecordCard = memo(function RecordCard({ record, onDelete, onCopied }: RecordCardProps) {
  const { currentMetadata, statusInfo } = record;
  const { status } = statusInfo;
  const time = cardDate(record);
  const name = recordName(currentMetadata);
  return (
    <Card component="li" sx={cardLook}>
      <Stack direction="row" sx={{ justifyContent: "space-between", alignItems: "center", mb: 0.5 }}>
        <StatusBadge status={status} />
        <RecordMenu record={record} onDelete={onDelete} onCopied={onCopied} />
      </Stack>
      <Typography variant="h3" component="h2" dir="auto" title={name} sx={clamped(2)}>
        <Link component={RouterLink} to={openingPath(record)} className="opens" color="inherit">
          {name}
        </Link>
      </Typography>
      <Needs record={record} />
      <Typography variant="body2" color="textSecondary" dir="auto" sx={summaryLook}>
        {textWith(currentMetadata, "summary")}
      </Typography>
      <Places metadata={currentMetadata} />
      <Box sx={{ mt: "auto", pt: 1 }}>
        <Typography variant="caption" color="textSecondary" component="p" sx={dateLook} onClick={followLink}>
          {statusDateLabel(status)} <Moment iso={time} />
        </Typography>
      </Box>
    </Card>
  );
});

/** Of a record that was sent, when that was; services that do not say it say when its status changed. */
const cardDate = ({ statusInfo, uploaded }: RecordRow): string =>
  isEditable(statusInfo.status) || !uploaded ? statusInfo.timeOfLastStatusChange : uploaded;

const agoOf = (time: string) => {
  const moment = parseISO(time);
  return isValid(moment) ? formatDistanceToNowStrict(moment, { addSuffix: true }) : time;
};

const states: Record<Need, State> = {
  rejected: "bad",
  refused: "bad",
  conflict: "pending",
  message: "info",
  draft: "info",
};

const words: Record<Need, (record: RecordRow) => string> = {
  rejected: () => "Read why it was rejected",
  refused: ({ uploadRefused = "", uploadFault }) =>
    `Upload refused ${agoOf(uploadRefused)}: ${uploadFault ? visibleText(uploadFault) : "read why"}`,
  conflict: ({ conflicts = [] }) =>
    `${new Set(conflicts.map(({ uploadBatchId }) => uploadBatchId)).size} uploads conflict`,
  message: ({ unreadMessages = 0 }) =>
    unreadMessages === 1 ? "1 unread message" : `${unreadMessages} unread messages`,
  draft: () => "Unsaved changes on this device",
};

/** What the record waits for, whatever was dismissed elsewhere. */
function Needs({ record }: { record: RecordRow }) {
  const needs = needsOf(record);
  if (needs.length === 0) return null;
  return (
    <Stack direction="row" sx={{ flexWrap: "wrap", gap: 0.5, mt: 0.75, minWidth: 0 }}>
      {needs.map((need) => (
        <Mark key={need} state={states[need]}>
          <Box component="span" sx={{ ...clamped(2), whiteSpace: "normal" }}>
            {words[need](record)}
          </Box>
        </Mark>
      ))}
    </Stack>
  );
}

const clamped = (lines: number) => ({
  display: "-webkit-box",
  WebkitBoxOrient: "vertical",
  WebkitLineClamp: lines,
  overflow: "hidden",
});

const summaryLook = { ...clamped(3), mt: 0.5, mb: 1, [PHONE]: { WebkitLineClamp: 2 } };

/** The time lies over the card's link, so that the pointer finds its zone; a press on it, with whatever key, is the link's. */
const followLink = ({ currentTarget, nativeEvent }: MouseEvent) =>
  currentTarget
    .closest("li")
    ?.querySelector(".opens")
    ?.dispatchEvent(new window.MouseEvent("click", nativeEvent));

const dateLook = {
  pt: 1,
  borderTop: "1px solid",
  borderColor: "divider",
  "& time": { whiteSpace: "nowrap", position: "relative", zIndex: 1 },
};

/** In a long list, cards far off screen are laid out only when they come near. */
const cardLook = {
  position: "relative",
  display: "flex",
  flexDirection: "column",
  p: 2,
  "&:nth-of-type(n + 41)": { contentVisibility: "auto", containIntrinsicSize: "auto 240px" },
  transition: "border-color 120ms",
  "&:hover": { borderColor: "primary.main" },
  "& .opens::after": { content: '""', position: "absolute", inset: 0 },
  "& .opens:focus-visible": { outline: "none" },
  "&:has(.opens:focus-visible)": { outline: "2px solid", outlineColor: "primary.main", outlineOffset: 2 },
} as const;
