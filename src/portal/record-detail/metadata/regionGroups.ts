import type { Bag, FieldSchema } from "../../../contract/fields.ts";
import type { Option, OptionLists } from "../../form/optionLists.ts";

export interface EntryGroup {
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
  metadata: Bag,
  options: OptionLists,
): EntryGroup[] {
  const listed = new Map((options[source] ?? []).map((option) => [option.value, option]));
  const own = String(metadata[filterBy] ?? "");
  const groups = new Map<string, string[]>();
  for (const value of values) {
    const region = regionOf(listed.get(value), own);
    groups.set(region, [...(groups.get(region) ?? []), value]);
  }
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
