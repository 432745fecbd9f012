import LocationCity from "@mui/icons-material/LocationCityOutlined";
import Place from "@mui/icons-material/PlaceOutlined";
import { formatDistanceToNowStrict, isValid, parseISO } from "date-fns";
import { memo, type MouseEvent, type ReactNode } from "react";
import { Link } from "react-router";
import type { JsonObject } from "../../contract/json.ts";
import { isEditableStatus, statusDateLabel } from "../../contract/status.ts";
import { showInvisibleCharacters } from "../../contract/showInvisibleCharacters.ts";
import { UnsentTextPill } from "../drafts/UnsentTextPill.tsx";
import { listAttentionReasons, type AttentionReason } from "../providers/resources/recordFilters.ts";
import type { DraftSummary } from "../providers/draft.ts";
import type { RecordRow } from "../providers/resources/recordRow.ts";
import {
  COPY_SUFFIX,
  formatCountyName,
  formatRecordName,
  getRecordList,
  getRecordName,
  getRecordText,
} from "../ui/recordName.ts";
import { getDraftPath, getOpenRecordPath } from "../routes.ts";
import { clampLines, radii } from "../theme.ts";
import { formatQuantity } from "../ui/format.ts";
import { Timestamp } from "../ui/Timestamp.tsx";
import { NameList } from "../ui/NameList.tsx";
import { Pill, StatusBadge, type StatusState } from "../ui/status/StatusBadge.tsx";
import { RecordMenu } from "./RecordMenu.tsx";

interface RecordCardProps {
  record: RecordRow;
  /** True for a copy that still has the name and identifier of another record. */
  isCopy: boolean;
  /** The user's unsaved changes to the record. */
  draft?: DraftSummary | undefined;
  /** How many texts the user typed for the record and did not send. */
  unsentTexts?: number | undefined;
  onDelete: (record: RecordRow) => void;
  onCopied: (copyId: string) => void;
}

export const RecordCard = memo(function RecordCard(props: RecordCardProps) {
  const { record, isCopy, draft, unsentTexts, onDelete, onCopied } = props;
  const { currentMetadata, statusInfo } = record;
  const { status } = statusInfo;
  const name = getRecordName(currentMetadata) + (isCopy ? ` ${COPY_SUFFIX}` : "");
  const identifier = showInvisibleCharacters(getRecordText(currentMetadata, "identifier"));
  return (
    <li className="card">
      <div className="head">
        <StatusBadge status={status} />
        <RecordMenu record={record} onDelete={onDelete} onCopied={onCopied} />
      </div>
      <h2 dir="auto" title={name}>
        <Link to={getOpenRecordPath(record)} className="opens">
          {name}
        </Link>
      </h2>
      {identifier && <p className="identifier">{`Model ${identifier}`}</p>}
      <AttentionPills {...{ record, draft, unsentTexts }} />
      <p dir="auto" className="summary">
        {getRecordText(currentMetadata, "summary")}
      </p>
      <Locations metadata={currentMetadata} />
      <div className="foot">
        <p onClick={followLink}>
          {statusDateLabel(status)} <Timestamp iso={getCardDate(record)} />
        </p>
      </div>
    </li>
  );
});

/** Services without upload times fall back to the time of the status change. */
const getCardDate = ({ statusInfo, uploaded }: RecordRow): string =>
  isEditableStatus(statusInfo.status) || !uploaded ? statusInfo.timeOfLastStatusChange : uploaded;

const formatTimeAgo = (time: string) => {
  const moment = parseISO(time);
  return isValid(moment) ? formatDistanceToNowStrict(moment, { addSuffix: true }) : time;
};

const reasonStates: Record<AttentionReason, StatusState> = {
  rejected: "bad",
  changes: "bad",
  refused: "bad",
  conflict: "pending",
  message: "info",
};

const reasonTexts: Record<AttentionReason, (record: RecordRow) => string> = {
  rejected: () => "Read why the model was rejected",
  changes: () => "Correct what the agency requests",
  refused: ({ uploadRefused = "", uploadError }) =>
    `Upload refused ${formatTimeAgo(uploadRefused)}: ${uploadError ? showInvisibleCharacters(uploadError) : "read why"}`,
  conflict: ({ conflicts = [] }) =>
    `${new Set(conflicts.map(({ uploadBatchId }) => uploadBatchId)).size} uploads conflict`,
  message: ({ unreadMessages = 0 }) =>
    unreadMessages === 1 ? "1 unread message" : `${unreadMessages} unread messages`,
};

/** Also shown after a conflict banner was dismissed. */
function AttentionPills({
  record,
  draft,
  unsentTexts = 0,
}: Pick<RecordCardProps, "record" | "draft" | "unsentTexts">) {
  const reasons = listAttentionReasons(record);
  if (reasons.length === 0 && !draft && unsentTexts === 0) return null;
  return (
    <div className="needs">
      {reasons.map((need) => (
        <Pill key={need} state={reasonStates[need]}>
          <span>{reasonTexts[need](record)}</span>
        </Pill>
      ))}
      {draft && <DraftPill draft={draft} />}
      {unsentTexts > 0 && <UnsentTextPill />}
    </div>
  );
}

const DraftPill = ({ draft: { summary } }: { draft: DraftSummary }) => (
  <Pill state="info">
    <span>
      Draft, not saved yet
      {summary.missing > 0 && `: ${formatQuantity(summary.missing, "field")} missing`}
    </span>
  </Pill>
);

/** A record that was never saved. */
export const DraftCard = memo(function DraftCard({ draft }: { draft: DraftSummary }) {
  const name = formatRecordName(draft.summary.title);
  return (
    <li className="card">
      <div className="head">
        <DraftPill draft={draft} />
      </div>
      <h2 dir="auto" title={name}>
        <Link to={getDraftPath(draft.key)} className="opens">
          {name}
        </Link>
      </h2>
      <div className="foot">
        <p onClick={followLink}>
          Draft saved <Timestamp iso={draft.savedAt} />
        </p>
      </div>
    </li>
  );
});

function Locations({ metadata }: { metadata: JsonObject }) {
  const cities = getRecordList(metadata, "city");
  const counties = getRecordList(metadata, "county").map(formatCountyName);
  return (
    <div className="places">
      <LocationLine
        icon={<LocationCity fontSize="inherit" titleAccess="Cities" />}
        noun="cities"
        names={cities}
      />
      <LocationLine
        icon={<Place fontSize="inherit" titleAccess="Counties" />}
        noun="counties"
        names={counties}
      />
    </div>
  );
}

interface LocationLineProps {
  icon: ReactNode;
  noun: string;
  names: string[];
}

const LocationLine = ({ icon, noun, names }: LocationLineProps) =>
  names.length > 0 && (
    <div>
      <span className="icon">{icon}</span>
      <span>
        <NameList names={names} pluralNoun={noun} maxShown={countFittingNames(names)} />
      </span>
    </div>
  );

/** About two lines of a card. */
const MAX_CHARACTERS = 84;
const SEPARATOR = ", ";

/** At least one. All, if cutting would save only a few letters. */
function countFittingNames(names: string[]): number {
  let length = 0;
  const fitting = names.findIndex((name) => (length += name.length + SEPARATOR.length) > MAX_CHARACTERS);
  const rest = names.slice(fitting).join(SEPARATOR);
  return fitting < 0 || rest.length <= MAX_CHARACTERS / 4 ? names.length : Math.max(1, fitting);
}

/**
 * The time is above the card's link, so that its tooltip works. Clicks on it, with modifier keys, are passed to the
 * link.
 */
const followLink = ({ currentTarget, nativeEvent }: MouseEvent) =>
  currentTarget
    .closest("li")
    ?.querySelector(".opens")
    ?.dispatchEvent(new window.MouseEvent("click", nativeEvent));

/** One style object for the list: styles per card would be computed for each card. */
export const cardListStyles = {
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
    // In a long list, off-screen cards are laid out only when they come near.
    "&:nth-of-type(n + 41)": { contentVisibility: "auto", containIntrinsicSize: "auto 240px" },
    "&:hover": { borderColor: "primary.main" },
    "&:has(.opens:focus-visible)": { outline: "2px solid", outlineColor: "primary.main", outlineOffset: 2 },
  },
  "& .head": { display: "flex", justifyContent: "space-between", alignItems: "center", mb: 0.5 },
  "& h2": { ...clampLines(2), typography: "h3", m: 0 },
  "& .opens": {
    color: "inherit",
    textDecoration: "none",
    "&:hover": { textDecoration: "underline" },
    "&:focus-visible": { outline: "none" },
    "&::after": { content: '""', position: "absolute", inset: 0 },
  },
  "& .identifier": { ...clampLines(1), typography: "caption", color: "text.secondary", m: 0 },
  "& .needs": { display: "flex", flexWrap: "wrap", gap: 0.5, mt: 0.75, minWidth: 0 },
  "& .needs > * > span": { ...clampLines(2), whiteSpace: "normal" },
  "& .summary": {
    ...clampLines(3),
    typography: "body2",
    color: "text.secondary",
    m: 0,
    mt: 0.5,
    mb: 1,
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
