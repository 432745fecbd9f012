import LocationCity from "@mui/icons-material/LocationCityOutlined";
import Place from "@mui/icons-material/PlaceOutlined";
import { formatDistanceToNowStrict, isValid, parseISO } from "date-fns";
import { memo, type MouseEvent, type ReactNode } from "react";
import { Link } from "react-router";
import type { JsonObject } from "../../contract/schema/fields.ts";
import { isEditable, statusDateLabel } from "../../contract/status.ts";
import { needsOf, type Need } from "../providers/resources/recordFilters.ts";
import type { RecordRow } from "../providers/resources/recordRow.ts";
import { countyName, entriesWith, recordName, textWith } from "../recordName.ts";
import { openingPath } from "../routes.ts";
import { PHONE, radii } from "../theme.ts";
import { visibleText } from "../ui/format.ts";
import { Moment } from "../ui/Moment.tsx";
import { NameList } from "../ui/NameList.tsx";
import { Mark, StatusBadge, type State } from "../ui/status/StatusBadge.tsx";
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
  const name = recordName(currentMetadata);
  return (
    <li className="card">
      <div className="head">
        <StatusBadge status={status} />
        <RecordMenu record={record} onDelete={onDelete} onCopied={onCopied} />
      </div>
      <h2 dir="auto" title={name}>
        <Link to={openingPath(record)} className="opens">
          {name}
        </Link>
      </h2>
      <Needs record={record} />
      <p dir="auto" className="summary">
        {textWith(currentMetadata, "summary")}
      </p>
      <Places metadata={currentMetadata} />
      <div className="foot">
        <p onClick={followLink}>
          {statusDateLabel(status)} <Moment iso={cardDate(record)} />
        </p>
      </div>
    </li>
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
    <div className="needs">
      {needs.map((need) => (
        <Mark key={need} state={states[need]}>
          <span>{words[need](record)}</span>
        </Mark>
      ))}
    </div>
  );
}

/** Where a model lies: its cities, and its counties by their full name. */
function Places({ metadata }: { metadata: JsonObject }) {
  const cities = entriesWith(metadata, "city");
  const counties = entriesWith(metadata, "county").map(countyName);
  return (
    <div className="places">
      <Line icon={<LocationCity fontSize="inherit" titleAccess="Cities" />} noun="cities" names={cities} />
      <Line icon={<Place fontSize="inherit" titleAccess="Counties" />} noun="counties" names={counties} />
    </div>
  );
}

interface LineProps {
  icon: ReactNode;
  /** What the names are names of. */
  noun: string;
  names: string[];
}

const Line = ({ icon, noun, names }: LineProps) =>
  names.length > 0 && (
    <div>
      <span className="icon">{icon}</span>
      <span>
        <NameList names={names} noun={noun} most={fittingCount(names)} />
      </span>
    </div>
  );

/** About two lines of a card. */
const ROOM = 84;
const SEPARATOR = ", ";

/** How many of the first names fit a card, and one at least. All of them where only a few letters would be saved. */
function fittingCount(names: string[]): number {
  let length = 0;
  const fitting = names.findIndex((name) => (length += name.length + SEPARATOR.length) > ROOM);
  const rest = names.slice(fitting).join(SEPARATOR);
  return fitting < 0 || rest.length <= ROOM / 4 ? names.length : Math.max(1, fitting);
}

/** The time lies over the card's link, so that the pointer finds its zone; a press on it, with whatever key, is the link's. */
const followLink = ({ currentTarget, nativeEvent }: MouseEvent) =>
  currentTarget
    .closest("li")
    ?.querySelector(".opens")
    ?.dispatchEvent(new window.MouseEvent("click", nativeEvent));

const clamped = (lines: number) => ({
  display: "-webkit-box",
  WebkitBoxOrient: "vertical",
  WebkitLineClamp: lines,
  overflow: "hidden",
});

/** The look of a list of cards, said once for all of them: parts that say their own work it out for each card. */
export const cardsLook = {
  display: "grid",
  gridTemplateColumns: "repeat(auto-fill, minmax(min(100%, 360px), 1fr))",
  gap: 2,
  m: 0,
  p: 0,
  listStyle: "none",
  "& > .card": {
    position: "relative",
    display: "flex",
    flexDirection: "column",
    p: 2,
    overflow: "hidden",
    bgcolor: "background.paper",
    border: "1px solid",
    borderColor: "divider",
    borderRadius: `${radii.card}px`,
    transition: "border-color 120ms",
    // In a long list, cards far off screen are laid out only when they come near.
    "&:nth-of-type(n + 41)": { contentVisibility: "auto", containIntrinsicSize: "auto 240px" },
    "&:hover": { borderColor: "primary.main" },
    "&:has(.opens:focus-visible)": { outline: "2px solid", outlineColor: "primary.main", outlineOffset: 2 },
  },
  "& .head": { display: "flex", justifyContent: "space-between", alignItems: "center", mb: 0.5 },
  "& h2": { ...clamped(2), typography: "h3", m: 0 },
  "& .opens": {
    color: "inherit",
    textDecoration: "none",
    "&:hover": { textDecoration: "underline" },
    "&:focus-visible": { outline: "none" },
    "&::after": { content: '""', position: "absolute", inset: 0 },
  },
  "& .needs": { display: "flex", flexWrap: "wrap", gap: 0.5, mt: 0.75, minWidth: 0 },
  "& .needs > * > span": { ...clamped(2), whiteSpace: "normal" },
  "& .summary": {
    ...clamped(3),
    typography: "body2",
    color: "text.secondary",
    m: 0,
    mt: 0.5,
    mb: 1,
    [PHONE]: { WebkitLineClamp: 2 },
  },
  "& .places": { display: "flex", flexDirection: "column", gap: 0.5 },
  "& .places > div": { display: "flex", gap: 1, minWidth: 0, typography: "body2" },
  "& .icon": {
    display: "flex",
    flexDirection: "column",
    fontSize: 18,
    pt: "3px",
    color: "text.secondary",
  },
  "& .foot": { mt: "auto", pt: 1 },
  "& .foot > p": {
    typography: "caption",
    color: "text.secondary",
    m: 0,
    pt: 1,
    borderTop: "1px solid",
    borderColor: "divider",
  },
  "& time": { whiteSpace: "nowrap", position: "relative", zIndex: 1 },
} as const;
