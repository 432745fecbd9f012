import { useContext, useMemo } from "react";
import type { FieldSchema } from "../../../contract/schema/fields.ts";
import { choicesOf as listedChoices } from "../../../contract/schema/fieldSchema.ts";
import { findChoices, readExactly, type ListedChoices } from "../../../contract/schema/readEntry.ts";
import { OptionsContext, RelatedValuesContext } from "../formContext.ts";
import { unlistedLabel, type Option } from "./optionLists.ts";

/** The choices of one field as they stand. */
export interface Choices extends ListedChoices<Option> {
  /** Whether the whole list holds a value, offered now or not. */
  isListed(value: string): boolean;
  /** The choice a value means, whether offered or not. */
  optionOf(value: string): Option;
}

/**
 * Choices from the schema's own list, or from the list it names, narrowed by the field it names.
 *
 * @param source the list where the schema names none
 */
export function useChoices(field: FieldSchema, source = field["x-options"]?.source): Choices {
  const named = useContext(OptionsContext)[source ?? ""];
  const { filterBy, filterKey, noun } = field["x-options"] ?? {};
  const related = useContext(RelatedValuesContext);
  const narrowing = filterBy === undefined ? undefined : related[filterBy];
  const listed = useMemo(() => {
    const all = source === undefined ? ownOptions(field) : named;
    return noun === undefined
      ? all
      : all?.map((option) => ({ ...option, fullName: `${option.label} ${noun}` }));
  }, [source, field, named, noun]);
  return useMemo(
    () => choicesOf(listed, narrowing, source, filterKey),
    [listed, narrowing, source, filterKey],
  );
}

/** The choices that the schema itself lists. */
function ownOptions(field: FieldSchema): Option[] {
  return listedChoices(field).map(({ value, label, isDeprecated }) => ({
    value: String(value),
    label,
    ...(isDeprecated && { isDeprecated }),
  }));
}

/**
 * @param listed the whole list; undefined while it is on its way
 * @param narrowing the value or values that narrow the list; nothing for all of it
 * @param key names those an option belongs to
 */
export function choicesOf(
  listed: Option[] | undefined,
  narrowing?: unknown,
  source?: string,
  key = "regionId",
): Choices {
  const wanted = [narrowing ?? []].flat().filter((value) => value !== "");
  const all = new Map((listed ?? []).toReversed().map((option) => [option.value, option]));
  const ordered = (listed ?? []).filter((option) => all.get(option.value) === option);
  const offered = ordered.filter(
    (option) =>
      !option.isDeprecated &&
      (wanted.length === 0 || [option[key] ?? []].flat().some((value) => wanted.includes(value))),
  );
  const values = new Set(offered.map(({ value }) => value));
  return {
    listed: ordered,
    offered,
    isLoading: listed === undefined,
    isListed: (value) => all.has(value),
    optionOf: (value) =>
      all.get(value) ?? { value, label: listed === undefined ? value : unlistedLabel(source, value) },
    isOffered: (value) => listed === undefined || values.has(value),
  };
}

/** More than these make a browser's list slow, and nobody reads them. */
const MOST_MATCHES = 100;

const MORE = "more";

/**
 * The first hundred choices that hold every typed word, those that begin with the text first; then one line that
 * says how many more there are.
 */
export function matchesOf(options: Option[], typed: string): Option[] {
  const found = findChoices(options, typed);
  const more = found.length - MOST_MATCHES;
  if (more <= 0) return found;
  const label = `${more.toLocaleString("en-US")} more match. Type to narrow the list.`;
  return [...found.slice(0, MOST_MATCHES), { value: MORE, label, detail: MORE }];
}

/** The line that counts what is not shown: it can be read and not chosen. */
export const isMore = ({ value, detail }: Option): boolean => value === MORE && detail === MORE;

export interface Reading {
  choices: Choices;
  /** The rules of one value. */
  rules: FieldSchema | undefined;
  /** Whether well-formed values may be entered that the list does not offer. */
  isOpen: boolean;
}

/** The choices that typed words find; behind them the words themselves, where a value may be so that no list has. */
export function foundOptions(typed: string, reading: Reading): Option[] {
  const found = matchesOf(reading.choices.offered, typed);
  const value = typed.trim();
  if (value === "" || reading.choices.isLoading) return found;
  const read = readExactly(value, reading);
  const isNew = "value" in read && !read.isListed;
  return isNew ? [...found, { value: read.value, label: read.value, detail: "Not in the list" }] : found;
}
