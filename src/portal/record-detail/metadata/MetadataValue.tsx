import Box from "@mui/material/Box";
import type { Bag, FieldSchema } from "../../../contract/fields.ts";
import { displayValue, type DisplayLists } from "../displayValue.ts";
import { EntryList } from "./EntryList.tsx";
import { GroupedList } from "./GroupedList.tsx";
import { beginningOf, LongText } from "./LongText.tsx";

const BRIEF_ENTRIES = 6;
const BRIEF_LENGTH = 240;

interface MetadataValueProps {
  field: FieldSchema;
  value: unknown;
  /** All of the record's metadata: what else it says decides where a value belongs. */
  metadata: Bag;
  lists: DisplayLists;
  /** Only the beginning, with nothing in it that takes the focus. */
  isBrief: boolean;
}

/** One field's value, in the form that suits how much of it there is. */
export function MetadataValue({ field, value, metadata, lists, isBrief }: MetadataValueProps) {
  const entries = displayValue(field, value, lists);
  const label = field.title ?? "";
  if (entries.length === 0) return <Box sx={{ color: "text.secondary" }}>Not given</Box>;
  if (isBrief) return <bdi>{briefText(entries)}</bdi>;
  if (field["x-options"]?.groupBy !== undefined)
    return <GroupedList field={field} entries={entries} metadata={metadata} />;
  if (entries.length > 1) return <EntryList entries={entries} label={label} />;
  return <LongText text={entries[0] ?? ""} label={label} />;
}

function briefText(entries: string[]): string {
  const rest = entries.length - BRIEF_ENTRIES;
  const shown = entries.slice(0, BRIEF_ENTRIES).map((entry) => beginningOf(entry, BRIEF_LENGTH));
  return shown.join(", ") + (rest > 0 ? ` and ${rest.toLocaleString("en-US")} more` : "");
}
