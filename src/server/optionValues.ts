import { readdir, readFile } from "node:fs/promises";
import { basename, join } from "node:path";
import { referenceLists } from "../contract/generated/referenceLists.ts";
import type { JsonObject } from "../contract/json.ts";
import type { OptionValuesBySource } from "../contract/rules/checkNewValues.ts";
import type { OptionEntries } from "../contract/rules/fieldWarnings.ts";
import { REGION_KEY } from "../contract/schema/fieldSchema.ts";
import type { References } from "../contract/schema/references.ts";
import { PROJECT_FOLDER } from "./projectFolder.ts";

const REFERENCE_FOLDER = join(PROJECT_FOLDER, "schemas", "reference");

let referenceFiles: Promise<[source: string, entries: ListEntry[]][]> | undefined;
let fileValues: Promise<OptionValuesBySource> | undefined;
let optionEntries: Promise<OptionEntries> | undefined;

/** The values that new documents may have. */
export async function loadOptionValues({
  agencies,
  software,
  contactRoles,
}: References): Promise<OptionValuesBySource> {
  fileValues ??= readOfferedValues();
  return {
    ...(await fileValues),
    agencies: new Set(agencies.map(({ id }) => id)),
    software: new Set(software.map(({ abbreviation }) => abbreviation)),
    contactRoles: new Set(contactRoles.map(({ id }) => id)),
  };
}

/** The entries of the lists that a field can filter, deprecated ones included. */
export function loadOptionEntries(): Promise<OptionEntries> {
  optionEntries ??= readOptionEntries();
  return optionEntries;
}

interface ListEntry extends JsonObject {
  value: string;
}

const toMap = (entries: ListEntry[]) => new Map(entries.map((entry) => [entry.value, entry]));

async function readOfferedValues(): Promise<OptionValuesBySource> {
  const lists = await readReferenceFiles();
  const offered = lists.map(
    ([source, entries]) => [source, toMap(entries.filter(({ deprecated }) => deprecated !== true))] as const,
  );
  return Object.fromEntries(offered);
}

async function readOptionEntries(): Promise<OptionEntries> {
  const lists = await readReferenceFiles();
  return {
    ...Object.fromEntries(lists.map(([source, entries]) => [source, toMap(entries)] as const)),
    hydrologicUnits: await readHydrologicUnits(REFERENCE_FOLDER),
  };
}

const readReferenceFiles = () =>
  (referenceFiles ??= Promise.all(
    Object.entries(referenceLists).map(async ([source, { file }]): Promise<[string, ListEntry[]]> => [
      source,
      JSON.parse(await readFile(join(REFERENCE_FOLDER, file), "utf8")) as ListEntry[],
    ]),
  ));

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
