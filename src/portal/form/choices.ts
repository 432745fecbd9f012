import { useMemo } from "react";
import type { FieldSchema } from "../../contract/fields.ts";
import { useFormState, useSurroundings } from "./formScope.ts";
import { unlistedLabel, type Option } from "./optionLists.ts";

/** The choices of one field as they stand. */
export interface Choices {
  /** The whole list, each value once. */
  listed: Option[];
  /** Those of it offered now. */
  offered: Option[];
  isLoading: boolean;
  /** The choice a value means, whether offered or not. */
  optionOf(value: string): Option;
  /** False for a value that is kept though the list does not offer it. True while the list is on its way. */
  isOffered(value: string): boolean;
}

/** Choices from the schema's own list, or from the list it names, narrowed by the field it names. */
export function useChoices(field: FieldSchema): Choices {
  const { options } = useSurroundings();
  const { source, filterBy } = field["x-options"] ?? {};
  const narrowing = useFormState(({ values }) => (filterBy === undefined ? undefined : values[filterBy]));
  const own = field.enum ?? field.items?.enum;
  const listed = useMemo(
    () =>
      source === undefined
        ? own?.map((value) => ({ value: String(value), label: String(value) }))
        : options[source],
    [source, own, options],
  );
  return useMemo(
    () => choicesOf(listed, typeof narrowing === "string" ? narrowing : "", source),
    [listed, narrowing, source],
  );
}

/**
 * @param listed the whole list; undefined while it is on its way
 * @param region narrows the list to the region's; empty for all of it
 */
export function choicesOf(listed: Option[] | undefined, region = "", source?: string): Choices {
  const all = new Map((listed ?? []).toReversed().map((option) => [option.value, option]));
  const ordered = (listed ?? []).filter((option) => all.get(option.value) === option);
  const offered =
    region === "" ? ordered : ordered.filter(({ regionId }) => [regionId].flat().includes(region));
  const values = new Set(offered.map(({ value }) => value));
  return {
    listed: ordered,
    offered,
    isLoading: listed === undefined,
    optionOf: (value) =>
      all.get(value) ?? { value, label: listed === undefined ? value : unlistedLabel(source, value) },
    isOffered: (value) => listed === undefined || values.has(value),
  };
}
