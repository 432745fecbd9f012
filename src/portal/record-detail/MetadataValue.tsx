import Box from "@mui/material/Box";
import Button from "@mui/material/Button";
import visuallyHidden from "@mui/utils/visuallyHidden";
import { useState } from "react";
import { groupBy } from "../../contract/groupBy.ts";
import type { JsonObject } from "../../contract/json.ts";
import type { FieldSchema } from "../../contract/schema/fields.ts";
import { useReferenceOptions, type Option, type OptionLists } from "../form/options/optionLists.ts";
import { LinkedText } from "../ui/LinkedText.tsx";
import { truncateText } from "../ui/format.ts";
import { useIsPrinting } from "../ui/page/useIsPrinting.ts";
import { keepInView } from "../ui/keepInView.ts";
import { formatFieldValue, type DisplayLists } from "../record-parts/formatFieldValue.ts";

const COLLAPSED_ENTRIES = 6;
const COLLAPSED_ENTRY_LENGTH = 240;

interface MetadataValueProps {
  field: FieldSchema;
  value: unknown;
  /** The whole record: a value may be grouped by another field. */
  metadata: JsonObject;
  lists: DisplayLists;
  /** Truncates the value and renders nothing focusable. */
  isCollapsed: boolean;
}

export function MetadataValue({ field, value, metadata, lists, isCollapsed }: MetadataValueProps) {
  const entries = formatFieldValue(field, value, lists);
  const label = field.title ?? "";
  if (entries.length === 0) return <span className="absent">Not given</span>;
  if (isCollapsed) return <bdi>{formatCollapsed(entries)}</bdi>;
  if (field["x-options"]?.groupBy !== undefined)
    return <GroupedList field={field} entries={entries} metadata={metadata} />;
  return <Entries entries={entries} label={label} />;
}

interface EntriesProps {
  entries: string[];
  label: string;
}

export const Entries = ({ entries, label }: EntriesProps) =>
  entries.length > 1 ? (
    <EntryList entries={entries} label={label} />
  ) : (
    <LongText text={entries[0] ?? ""} label={label} />
  );

function formatCollapsed(entries: string[]): string {
  const hiddenCount = entries.length - COLLAPSED_ENTRIES;
  const shown = entries
    .slice(0, COLLAPSED_ENTRIES)
    .map((entry) => truncateText(entry, COLLAPSED_ENTRY_LENGTH));
  return shown.join(", ") + (hiddenCount > 0 ? ` and ${hiddenCount.toLocaleString("en-US")} more` : "");
}

const INITIAL_TEXT_LENGTH = 600;

export function LongText({ text, label }: { text: string; label: string }) {
  const isLong = text.length > INITIAL_TEXT_LENGTH * 1.5;
  const { showsAll, button } = useExpandButton(isLong, label, [
    "Show the whole text",
    "Show less of the text",
  ]);
  return (
    <>
      <bdi>
        <LinkedText text={showsAll ? text : truncateText(text, INITIAL_TEXT_LENGTH)} />
      </bdi>
      {button}
    </>
  );
}

const INITIAL_ENTRIES = 12;

export function EntryList({ entries, label }: EntriesProps) {
  const isLong = entries.length > INITIAL_ENTRIES + 3;
  const all = `Show all ${entries.length.toLocaleString("en-US")}`;
  const { showsAll, button } = useExpandButton(isLong, label, [all, "Show fewer"]);
  return (
    <>
      <Columns entries={showsAll ? entries : entries.slice(0, INITIAL_ENTRIES)} />
      {button}
    </>
  );
}

function useExpandButton(isLong: boolean, label: string, [more, fewer]: [string, string]) {
  const [isOpen, setIsOpen] = useState(false);
  const showsAll = useIsPrinting() || isOpen || !isLong;
  const button = isLong && (
    <Button
      size="small"
      sx={{ display: "block" }}
      aria-expanded={isOpen}
      onClick={({ currentTarget }) => {
        setIsOpen(!isOpen);
        if (isOpen) keepInView(currentTarget);
      }}
    >
      {isOpen ? fewer : more}
      <span style={visuallyHidden}>{`: ${label}`}</span>
    </Button>
  );
  return { showsAll, button };
}

const MAX_COLUMN_ENTRY_LENGTH = 24;

function Columns({ entries }: { entries: string[] }) {
  const isNarrow = entries.length > 4 && entries.every((entry) => entry.length <= MAX_COLUMN_ENTRY_LENGTH);
  return (
    <Box component="ul" sx={{ m: 0, pl: 2.25, whiteSpace: "pre-line", ...(isNarrow && columnStyles) }}>
      {entries.map((entry, index) => (
        <Box component="li" key={index} sx={{ breakInside: "avoid" }}>
          <bdi>
            <LinkedText text={entry} />
          </bdi>
        </Box>
      ))}
    </Box>
  );
}

const MAX_OPEN_ENTRIES = 12;

interface GroupedListProps {
  field: FieldSchema;
  entries: string[];
  metadata: JsonObject;
}

function GroupedList({ field, entries, metadata }: GroupedListProps) {
  const { data: options } = useReferenceOptions();
  if (!options) return <EntryList entries={entries} label={field.title ?? ""} />;
  const groups = groupByRegion(field, entries, metadata, options);
  const regions = groups.length === 1 ? "1 region" : `${groups.length} regions`;
  return (
    <>
      {entries.length > 1 && (
        <Box sx={{ color: "text.secondary" }}>
          {`${entries.length.toLocaleString("en-US")} in ${regions}`}
        </Box>
      )}
      {groups.map(({ title, entries: groupEntries }) => (
        <Box key={title} component="details" open={entries.length <= MAX_OPEN_ENTRIES} sx={{ mt: 0.5 }}>
          <Box component="summary" sx={summaryStyles}>
            {`${title} (${groupEntries.length.toLocaleString("en-US")})`}
          </Box>
          <Columns entries={groupEntries} />
        </Box>
      ))}
    </>
  );
}

interface EntryGroup {
  title: string;
  entries: string[];
}

/**
 * In the order of the regions. A value in several regions' lists belongs to the record's own region if possible, else to
 * the first. Values in no list come last.
 */
export function groupByRegion(
  { "x-options": { source = "", filterBy = "" } = { source: "" } }: FieldSchema,
  values: string[],
  metadata: JsonObject,
  options: OptionLists,
): EntryGroup[] {
  const optionsByValue = new Map((options[source] ?? []).map((option) => [option.value, option]));
  const ownRegion = String(metadata[filterBy] ?? "");
  const groups = groupBy(values, (value) => findRegion(optionsByValue.get(value), ownRegion));
  const regions: Option[] = [
    ...(options.regions ?? []),
    { value: NO_REGION, label: "Not in any region's list" },
  ];
  return regions.flatMap(({ value, label }) => {
    const entries = groups.get(value);
    return entries ? [{ title: label, entries }] : [];
  });
}

const NO_REGION = "";

function findRegion(option: Option | undefined, ownRegion: string): string {
  const regions = [option?.regionId ?? []].flat();
  return regions.includes(ownRegion) ? ownRegion : (regions[0] ?? NO_REGION);
}

const columnStyles = { columnWidth: 150, columnGap: 3 };

const summaryStyles = {
  cursor: "pointer",
  py: 0.25,
  fontWeight: 550,
  width: "fit-content",
  maxWidth: "100%",
};
