import { readdir, readFile } from "node:fs/promises";
import { basename, join } from "node:path";
import { cacheSuccess } from "../contract/cacheSuccess.ts";
import { referenceLists } from "../contract/generated/referenceLists.ts";
import type { JsonObject } from "../contract/json.ts";
import type { OptionValuesBySource } from "../contract/rules/checkNewValues.ts";
import type { OptionEntries } from "../contract/rules/fieldWarnings.ts";
import { REGION_KEY } from "../contract/schema/fieldSchema.ts";
import type { References } from "../contract/schema/references.ts";
import { PROJECT_FOLDER } from "./projectFolder.ts";

const REFERENCE_FOLDER = join(PROJECT_FOLDER, "schemas", "reference");

/** The values that new documents may have. */
export async function loadOptionValues({
  agencies,
  software,
  contactRoles,
}: References): Promise<OptionValuesBySource> {
  return {
    ...(await loadFileValues()),
    agencies: new Set(agencies.map(({ id }) => id)),
    software: new Set(software.map(({ abbreviation }) => abbreviation)),
    contactRoles: new Set(contactRoles.map(({ id }) => id)),
  };
}

interface ListEntry extends JsonObject {
  value: string;
}

const toMap = (entries: ListEntry[]) => new Map(entries.map((entry) => [entry.value, entry]));

const loadReferenceFiles = cacheSuccess(() =>
  Promise.all(
    Object.entries(referenceLists).map(async ([source, { file }]): Promise<[string, ListEntry[]]> => [
      source,
      JSON.parse(await readFile(join(REFERENCE_FOLDER, file), "utf8")) as ListEntry[],
    ]),
  ),
);

const loadFileValues = cacheSuccess(async (): Promise<OptionValuesBySource> => {
  const lists = await loadReferenceFiles();
  const offered = lists.map(
    ([source, entries]) => [source, toMap(entries.filter(({ deprecated }) => deprecated !== true))] as const,
  );
  return Object.fromEntries(offered);
});

/** The entries of the lists that a field can filter, deprecated ones included. */
export const loadOptionEntries = cacheSuccess(async (): Promise<OptionEntries> => {
  const lists = await loadReferenceFiles();
  return {
    ...Object.fromEntries(lists.map(([source, entries]) => [source, toMap(entries)] as const)),
    hydrologicUnits: await readHydrologicUnits(REFERENCE_FOLDER),
  };
});

type RegionsOfUnit = { [REGION_KEY]: string[] };

/** By code. One file per region holds its codes. */
export async function readHydrologicUnits(referenceFolder: string): Promise<Map<string, RegionsOfUnit>> {
  const folder = join(referenceFolder, "hydrologic-units");
  const units = new Map<string, RegionsOfUnit>();
  for (const file of await readdir(folder)) {
    const region = basename(file, ".json");
    for (const code of JSON.parse(await readFile(join(folder, file), "utf8")) as string[]) {
      const unit = units.get(code) ?? { [REGION_KEY]: [] };
      unit[REGION_KEY].push(region);
      units.set(code, unit);
    }
  }
  return units;
}
