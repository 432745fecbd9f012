import Box from "@mui/material/Box";
import Button from "@mui/material/Button";
import visuallyHidden from "@mui/utils/visuallyHidden";
import { useState } from "react";
import { groupBy } from "../../contract/groupBy.ts";
import type { JsonObject, FieldSchema } from "../../contract/schema/fields.ts";
import { usePlaceOptions, type Option, type OptionLists } from "../form/options/optionLists.ts";
import { useIsPrinting } from "../ui/printing.ts";
import { scrollBackTo } from "../ui/scrollBackTo.ts";
import { displayValue, type DisplayLists } from "../displayValue.ts";

const BRIEF_ENTRIES = 6;
const BRIEF_LENGTH = 240;

interface MetadataValueProps {
  field: FieldSchema;
  value: unknown;
  /** All of the record's metadata: what else it says decides where a value belongs. */
  metadata: JsonObject;
  lists: DisplayLists;
  /** Only the beginning, with nothing in it that takes the focus. */
  isBrief: boolean;
}

/** One field's value, in the form that suits how much of it there is. */
export function MetadataValue({ field, value, metadata, lists, isBrief }: MetadataValueProps) {
  const entries = displayValue(field, value, lists);
  const label = field.title ?? "";
  if (entries.length === 0) return <span className="absent">Not given</span>;
  if (isBrief) return <bdi>{briefText(entries)}</bdi>;
  if (field["x-options"]?.groupBy !== undefined)
    return <GroupedList field={field} entries={entries} metadata={metadata} />;
  return <Entries entries={entries} label={label} />;
}

interface EntriesProps {
  entries: string[];
  label: string;
}

/** A value's text; of several, a list. */
export const Entries = ({ entries, label }: EntriesProps) =>
  entries.length > 1 ? (
    <EntryList entries={entries} label={label} />
  ) : (
    <LongText text={entries[0] ?? ""} label={label} />
  );

function briefText(entries: string[]): string {
  const rest = entries.length - BRIEF_ENTRIES;
  const shown = entries.slice(0, BRIEF_ENTRIES).map((entry) => beginningOf(entry, BRIEF_LENGTH));
  return shown.join(", ") + (rest > 0 ? ` and ${rest.toLocaleString("en-US")} more` : "");
}

/** A longer text opens with so many of its characters. */
const TEXT_AT_FIRST = 600;

/** A text as it was written; a long one at first with its beginning. */
export function LongText({ text, label }: { text: string; label: string }) {
  const isLong = text.length > TEXT_AT_FIRST * 1.5;
  const { isWhole, button } = useFolded(isLong, label, ["Show the whole text", "Show less of the text"]);
  return (
    <>
      <bdi>{isWhole ? text : beginningOf(text, TEXT_AT_FIRST)}</bdi>
      {button}
    </>
  );
}

/** The first characters of a text, up to the end of a word where one ends near, and a sign that there are more. */
export function beginningOf(text: string, length: number): string {
  if (text.length <= length) return text;
  const cut = Array.from(text.slice(0, length + 1))
    .slice(0, -1)
    .join("");
  const space = cut.search(/\s\S*$/);
  return `${space > length * 0.8 ? cut.slice(0, space) : cut}…`;
}

/** A longer list opens with so many of its entries. */
const ENTRIES_AT_FIRST = 12;

/** A list's entries; a long one at first with its beginning. */
export function EntryList({ entries, label }: EntriesProps) {
  const isLong = entries.length > ENTRIES_AT_FIRST + 3;
  const all = `Show all ${entries.length.toLocaleString("en-US")}`;
  const { isWhole, button } = useFolded(isLong, label, [all, "Show fewer"]);
  return (
    <>
      <Columns entries={isWhole ? entries : entries.slice(0, ENTRIES_AT_FIRST)} />
      {button}
    </>
  );
}

/** Whether all of a value is shown, and the button that unfolds and folds a long one. */
function useFolded(isLong: boolean, about: string, [more, fewer]: [string, string]) {
  const [isOpen, setIsOpen] = useState(false);
  const isWhole = useIsPrinting() || isOpen || !isLong;
  const button = isLong && (
    <Button
      size="small"
      sx={{ display: "block" }}
      aria-expanded={isOpen}
      onClick={({ currentTarget }) => {
        setIsOpen(!isOpen);
        if (isOpen) scrollBackTo(currentTarget);
      }}
    >
      {isOpen ? fewer : more}
      <span style={visuallyHidden}>{`: ${about}`}</span>
    </Button>
  );
  return { isWhole, button };
}

/** Entries no longer than this stand side by side. */
const SHORT = 24;

/** Entries below one another; many short ones in as many columns as there is room for. */
function Columns({ entries }: { entries: string[] }) {
  const isNarrow = entries.length > 4 && entries.every((entry) => entry.length <= SHORT);
  return (
    <Box component="ul" sx={{ m: 0, pl: 2.25, whiteSpace: "pre-line", ...(isNarrow && columns) }}>
      {entries.map((entry, index) => (
        <Box component="li" key={index} sx={{ breakInside: "avoid" }}>
          <bdi>{entry}</bdi>
        </Box>
      ))}
    </Box>
  );
}

/** So many values are seen at a glance, and need not be opened. */
const FEW = 12;

interface GroupedListProps {
  field: FieldSchema;
  entries: string[];
  metadata: JsonObject;
}

/** Values by region, each group with its count, to be opened and closed. */
function GroupedList({ field, entries, metadata }: GroupedListProps) {
  const { data: options } = usePlaceOptions();
  if (!options) return <EntryList entries={entries} label={field.title ?? ""} />;
  const groups = regionGroups(field, entries, metadata, options);
  const regions = groups.length === 1 ? "1 region" : `${groups.length} regions`;
  return (
    <>
      {entries.length > 1 && (
        <Box sx={{ color: "text.secondary" }}>
          {`${entries.length.toLocaleString("en-US")} in ${regions}`}
        </Box>
      )}
      {groups.map(({ title, entries: own }) => (
        <Box key={title} component="details" open={entries.length <= FEW} sx={{ mt: 0.5 }}>
          <Box component="summary" sx={summary}>
            {`${title} (${own.length.toLocaleString("en-US")})`}
          </Box>
          <Columns entries={own} />
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
 * Chosen values under the regions whose lists hold them, in the order of the regions. A value that several regions list
 * stands under the record's own where that is one of them, else under the first. What no region lists comes last.
 */
export function regionGroups(
  { "x-options": { source = "", filterBy = "" } = { source: "" } }: FieldSchema,
  values: string[],
  metadata: JsonObject,
  options: OptionLists,
): EntryGroup[] {
  const listed = new Map((options[source] ?? []).map((option) => [option.value, option]));
  const own = String(metadata[filterBy] ?? "");
  const groups = groupBy(values, (value) => regionOf(listed.get(value), own));
  const regions: Option[] = [...(options.regions ?? []), { value: NONE, label: "Not in any region's list" }];
  return regions.flatMap(({ value, label }) => {
    const entries = groups.get(value);
    return entries ? [{ title: label, entries }] : [];
  });
}

const NONE = "";

function regionOf(option: Option | undefined, own: string): string {
  const regions = [option?.regionId ?? []].flat();
  return regions.includes(own) ? own : (regions[0] ?? NONE);
}

const columns = { columnWidth: 150, columnGap: 3 };

const summary = { cursor: "pointer", py: 0.25, fontWeight: 550, width: "fit-content", maxWidth: "100%" };
