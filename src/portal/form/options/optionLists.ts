import { useQuery } from "@tanstack/react-query";
import { useMemo } from "react";
import type { Agency, ContactRole, Software } from "../../../contract/generated/entities.ts";
import { referenceLists } from "../../../contract/generated/referenceLists.ts";
import { originatorRole } from "../../../contract/schema/originator.ts";
import { regions } from "../../../contract/schema/regions.ts";

/** One choice of a reference list. */
export interface Option {
  value: string;
  label: string;
  /** The region or regions that list it, where a list is narrowed by region. */
  regionId?: string | string[];
  /** A second line, found by search too. */
  detail?: string;
  /** Its label as people write it in full, found and taken too. */
  fullName?: string;
  /** Kept where it is stored, and offered no more. */
  isDeprecated?: boolean;
  /** Whatever else a list says of its entries, by which another field may narrow it. */
  [key: string]: unknown;
}

/** Choices by `x-options.source`. A list that is missing is still on its way. */
export type OptionLists = Partial<Record<string, Option[]>>;

/** Every list a form may ask for: those of schemas/reference, and those that come from calls. */
export const SOURCES: readonly string[] = [
  ...Object.keys(referenceLists),
  "hydrologicUnits",
  "software",
  "agencies",
  "contactRoles",
];

/** What a value is called that its list does not hold. */
export const unlistedLabel = (source: string | undefined, value: string): string =>
  source === "software" ? "Unknown/Other" : value;

/** The closed lists, fetched when a form first needs them. */
export async function loadPlaceOptions(): Promise<OptionLists> {
  const [lists, { hydrologicUnits, subbasins }] = await Promise.all([
    loadLists(),
    import("./hydrologicUnits.ts"),
  ]);
  return { ...lists, hydrologicUnits: unitOptions(hydrologicUnits, subbasins) };
}

/** The closed lists whose entries are read as something else than what is stored, for whoever shows stored values. */
const loadCodedLists = () => loadLists(({ isCoded }) => isCoded);

/** The closed lists that name stored codes. Until those of files have come, their codes stand for themselves. */
export function useCodedLists(): OptionLists {
  const { data } = useQuery({ queryKey: ["coded-lists"], queryFn: loadCodedLists, staleTime: Infinity });
  return useMemo(() => ({ regions: regions.map(({ value, label }) => ({ value, label })), ...data }), [data]);
}

/** The closed lists that a form chooses from, which are large. */
export const usePlaceOptions = () =>
  useQuery({ queryKey: ["place-options"], queryFn: loadPlaceOptions, staleTime: Infinity });

interface ListFile {
  isCoded: boolean;
  load(): Promise<{ default: Option[] }>;
}

async function loadLists(isWanted: (list: ListFile) => boolean = () => true): Promise<OptionLists> {
  const files: [string, ListFile][] = Object.entries(referenceLists);
  const wanted = files.filter(([, list]) => isWanted(list));
  const loaded = wanted.map(async ([source, { load }]) => [source, (await load()).default] as const);
  return Object.fromEntries(await Promise.all(loaded));
}

/** Choices from the lists that come from calls; a list not given stays on its way. */
export function listedOptions(lists: {
  software?: Software[] | undefined;
  agencies?: Agency[] | undefined;
  contactRoles?: ContactRole[] | undefined;
}): OptionLists {
  const { software, agencies, contactRoles } = lists;
  return {
    ...(software && { software: software.map(softwareOption) }),
    ...(agencies && { agencies: agencies.map(({ id, name }) => ({ value: id, label: name })) }),
    ...(contactRoles && { contactRoles: ordinaryRoles(contactRoles) }),
  };
}

/**
 * Units by region, as one option for each code: a code that several regions list names them all.
 *
 * @param unitsByRegion the codes of each two-digit region
 * @param subbasins names by the first eight digits of a code: units have none of their own
 */
export function unitOptions(
  unitsByRegion: Record<string, string[]>,
  subbasins: Record<string, string | undefined> = {},
): Option[] {
  const regionsByCode = new Map<string, Set<string>>();
  for (const [region, codes] of Object.entries(unitsByRegion)) {
    for (const code of codes) {
      const known = regionsByCode.get(code);
      if (known) known.add(region);
      else regionsByCode.set(code, new Set([region]));
    }
  }
  const nameOf = (id: string) => regions.find(({ value }) => value === id)?.name ?? id;
  return [...regionsByCode]
    .map(([code, ids]) => ({
      value: code,
      label: `${code} (${[...ids].map(nameOf).join(", ")})`,
      regionId: [...ids],
      ...detailOf(subbasins[code.slice(0, SUBBASIN_DIGITS)]),
    }))
    .toSorted((a, b) => (a.value < b.value ? -1 : 1));
}

const SUBBASIN_DIGITS = 8;

const detailOf = (subbasin: string | undefined) =>
  subbasin === undefined ? {} : { detail: `Subbasin ${subbasin}` };

const softwareOption = ({ name, abbreviation }: Software): Option => ({
  value: abbreviation,
  label: name === abbreviation ? name : `${name} (${abbreviation})`,
});

/** The originator's role is given by the originator's own field alone. */
function ordinaryRoles(roles: ContactRole[]): Option[] {
  const reserved = originatorRole(roles);
  return roles.filter(({ id }) => id !== reserved).map(({ id, name }) => ({ value: id, label: name }));
}
