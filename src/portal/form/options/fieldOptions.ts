import { useContext, useMemo } from "react";
import type { FieldSchema } from "../../../contract/schema/fields.ts";
import {
  isInFilter,
  listSchemaOptions as listedChoices,
  REGION_KEY,
} from "../../../contract/schema/fieldSchema.ts";
import { searchOptions, parseExactEntry, type OptionSet } from "../../../contract/schema/parseEntry.ts";
import { OptionsContext, RelatedValuesContext } from "../formContext.ts";
import { getUnlistedLabel, type Option } from "./optionLists.ts";

/** `listed`: all options. `offered`: the options that the user may choose now. */
export interface FieldOptions extends OptionSet<Option> {
  isListed(value: string): boolean;
  /** Returns a made-up option for a value that is not listed. */
  getOption(value: string): Option;
}

/** The options of the schema's enum or of its x-options source, narrowed by the value of the filterBy field. */
export function useFieldOptions(field: FieldSchema, source = field["x-options"]?.source): FieldOptions {
  const sourceOptions = useContext(OptionsContext)[source ?? ""];
  const { filterBy, filterKey, noun } = field["x-options"] ?? {};
  const relatedValues = useContext(RelatedValuesContext);
  const filterValue = filterBy === undefined ? undefined : relatedValues[filterBy];
  const listed = useMemo(() => {
    const all = source === undefined ? listSchemaOptions(field) : sourceOptions;
    return noun === undefined
      ? all
      : all?.map((option) => ({ ...option, fullName: `${option.label} ${noun}` }));
  }, [source, field, sourceOptions, noun]);
  return useMemo(
    () => buildFieldOptions(listed, filterValue, source, filterKey),
    [listed, filterValue, source, filterKey],
  );
}

function listSchemaOptions(field: FieldSchema): Option[] {
  return listedChoices(field).map(({ value, label, isDeprecated }) => ({
    value: String(value),
    label,
    ...(isDeprecated && { isDeprecated }),
  }));
}

/**
 * @param listed undefined while loading
 * @param filterValue one value, several or none
 * @param filterKey the option property that must match the filter value
 */
export function buildFieldOptions(
  listed: Option[] | undefined,
  filterValue?: unknown,
  source?: string,
  filterKey = REGION_KEY,
): FieldOptions {
  const byValue = new Map((listed ?? []).toReversed().map((option) => [option.value, option]));
  const unique = (listed ?? []).filter((option) => byValue.get(option.value) === option);
  const offered = unique.filter(
    (option) => !option.isDeprecated && isInFilter(option, filterKey, filterValue),
  );
  const offeredValues = new Set(offered.map(({ value }) => value));
  return {
    listed: unique,
    offered,
    isLoading: listed === undefined,
    isListed: (value) => byValue.has(value),
    getOption: (value) =>
      byValue.get(value) ?? {
        value,
        label: listed === undefined ? hideCode(value) : getUnlistedLabel(source, value),
      },
    isOffered: (value) => listed === undefined || offeredValues.has(value),
  };
}

/** While a list loads, its names are shown, but not its codes. */
const hideCode = (value: string): string => (/^\d+$/.test(value) ? "Loading…" : value);

/** Longer lists render slowly. */
const MAX_MATCHES = 100;

const MORE_HINT = "more";

/** Options that contain every searchText word; past the limit, a last line with the number of further matches. */
export function findMatches(options: Option[], searchText: string): Option[] {
  const matches = searchOptions(options, searchText);
  const moreCount = matches.length - MAX_MATCHES;
  if (moreCount <= 0) return matches;
  const label = `${moreCount.toLocaleString("en-US")} more match. Type to narrow the list.`;
  return [...matches.slice(0, MAX_MATCHES), { value: MORE_HINT, label, detail: MORE_HINT }];
}

export const isMoreHint = ({ value, detail }: Option): boolean => value === MORE_HINT && detail === MORE_HINT;

export interface FieldEntryContext {
  options: FieldOptions;
  /** The schema of one value. */
  rules: FieldSchema | undefined;
  /** Whether well-formed values outside the list are allowed. */
  isOpen: boolean;
}

/** The choices that searchText words find; behind them the words themselves, where a value may be so that no list has. */
export function suggestOptions(searchText: string, entryContext: FieldEntryContext): Option[] {
  const matches = findMatches(entryContext.options.offered, searchText);
  const value = searchText.trim();
  if (value === "" || entryContext.options.isLoading) return matches;
  const entry = parseExactEntry(value, entryContext);
  const isNew = "value" in entry && !entry.isListed;
  return isNew
    ? [...matches, { value: entry.value, label: entry.value, detail: "Not in the list" }]
    : matches;
}
