import { useQuery } from "@tanstack/react-query";
import { useMemo } from "react";
import type { Agency, Software } from "../../../contract/generated/entities.ts";
import { referenceLists } from "../../../contract/generated/referenceLists.ts";
import { regions } from "../../../contract/schema/regions.ts";

export interface Option {
  value: string;
  label: string;
  regionId?: string | string[];
  /** A second line. Search includes it. */
  detail?: string;
  /** The label with its noun, for example "Comal County". Search includes it. */
  fullName?: string;
  /** Valid in saved records, but no longer offered. */
  isDeprecated?: boolean;
  /** Further properties that a field may filter by. */
  [key: string]: unknown;
}

/** Options by `x-options.source`. A missing list is still loading. */
export type OptionLists = Partial<Record<string, Option[]>>;

const OTHER_SOURCES = ["hydrologicUnits", "software", "agencies"];

/** Whether it is a list in schemas/reference, or one that the server provides. */
export const isOptionSource = (source: string): boolean =>
  source in referenceLists || OTHER_SOURCES.includes(source);

/** Spec: software outside the list is Unknown/Other. Its own name tells it apart. */
export const getUnlistedLabel = (source: string | undefined, value: string): string =>
  source === "software" ? `${value} (Unknown/Other)` : value;

export async function loadReferenceOptions(): Promise<OptionLists> {
  const [lists, { hydrologicUnits, subbasins }] = await Promise.all([
    loadListFiles(),
    import("./hydrologicUnits.ts"),
  ]);
  return { ...lists, hydrologicUnits: buildUnitOptions(hydrologicUnits, subbasins) };
}

const loadCodedOptions = () => loadListFiles(({ isCoded }) => isCoded);

/** Lists whose labels differ from the stored codes. While a list loads, its codes are shown. */
export function useCodedOptions(): OptionLists {
  const { data } = useQuery({ queryKey: ["coded-lists"], queryFn: loadCodedOptions, staleTime: Infinity });
  return useMemo(() => ({ regions: regions.map(({ value, label }) => ({ value, label })), ...data }), [data]);
}

export const useReferenceOptions = () =>
  useQuery({ queryKey: ["reference-options"], queryFn: loadReferenceOptions, staleTime: Infinity });

interface ListFile {
  isCoded: boolean;
  load(): Promise<{ default: Option[] }>;
}

async function loadListFiles(isIncluded: (list: ListFile) => boolean = () => true): Promise<OptionLists> {
  const files: [string, ListFile][] = Object.entries(referenceLists);
  const included = files.filter(([, list]) => isIncluded(list));
  const loaded = included.map(
    async ([source, { load }]) => [source, (await load()).default.map(toListOption)] as const,
  );
  return Object.fromEntries(await Promise.all(loaded));
}

const toListOption = (entry: Option): Option =>
  entry["deprecated"] === true ? { ...entry, isDeprecated: true } : entry;

/** A missing list stays missing, which means it is still loading. */
export function buildServerOptions(lists: {
  software?: Software[] | undefined;
  agencies?: Agency[] | undefined;
}): OptionLists {
  const { software, agencies } = lists;
  return {
    ...(software && { software: software.map(toSoftwareOption) }),
    ...(agencies && { agencies: agencies.map(({ id, name }) => ({ value: id, label: name })) }),
  };
}

/** One option per code, with the names of all its regions and of its subbasin. */
export function buildUnitOptions(
  unitsByRegion: Record<string, string[]>,
  subbasins: Record<string, string | undefined> = {},
): Option[] {
  const regionsByCode = new Map<string, Set<string>>();
  for (const [region, codes] of Object.entries(unitsByRegion)) {
    for (const code of codes) {
      const codeRegions = regionsByCode.get(code);
      if (codeRegions) codeRegions.add(region);
      else regionsByCode.set(code, new Set([region]));
    }
  }
  const getRegionName = (id: string) => regions.find(({ value }) => value === id)?.name ?? id;
  return [...regionsByCode]
    .map(([code, ids]) => ({
      value: code,
      label: `${code} (${[...ids].map(getRegionName).join(", ")})`,
      regionId: [...ids],
      ...buildSubbasinDetail(subbasins[code.slice(0, SUBBASIN_DIGITS)]),
    }))
    .toSorted((a, b) => (a.value < b.value ? -1 : 1));
}

const SUBBASIN_DIGITS = 8;

const buildSubbasinDetail = (subbasin: string | undefined) =>
  subbasin === undefined ? {} : { detail: `Subbasin ${subbasin}` };

const toSoftwareOption = ({ name, abbreviation }: Software): Option => ({
  value: abbreviation,
  label: name === abbreviation ? name : `${name} (${abbreviation})`,
});
