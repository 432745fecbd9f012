import { useMemo } from "react";
import type { Option } from "../form/options/optionLists.ts";
import { useCodedLists } from "../form/options/useOptionLists.ts";
import { useReferences } from "../providers/useReferences.ts";
import type { Labels } from "../../contract/schema/cellText.ts";

/** Names of the coded values a record holds. Until the lists are there, codes stand for themselves. */
export function useLabels(): Labels {
  const { data } = useReferences();
  const coded = useCodedLists();
  return useMemo(
    () => ({
      ...Object.fromEntries(Object.entries(coded).map(([source, list]) => [source, namesIn(list)])),
      agencies: new Map(data?.agencies.map(({ id, name }) => [id, name])),
    }),
    [data, coded],
  );
}

const namesIn = (list: Option[] = []) => new Map(list.map(({ value, label }) => [value, label]));
