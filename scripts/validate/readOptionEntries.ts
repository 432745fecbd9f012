import { readdir, readFile } from "node:fs/promises";
import { basename, join } from "node:path";
import type { OptionEntries } from "../../src/contract/rules/fieldWarnings.ts";
import { REGION_KEY } from "../../src/contract/schema/fieldSchema.ts";
import { readReferenceLists } from "../generate/referenceLists.ts";

/** The entries of the lists that a field can filter. */
export async function readOptionEntries(folder = "schemas/reference"): Promise<OptionEntries> {
  const lists = await readReferenceLists(folder);
  const entries = lists.map(
    (list) => [list.source, new Map(list.entries.map((entry) => [entry.value, entry]))] as const,
  );
  return {
    ...Object.fromEntries(entries),
    hydrologicUnits: await readUnits(join(folder, "hydrologic-units")),
  };
}

/** One file per region, with its codes. */
async function readUnits(folder: string): Promise<Map<string, { [REGION_KEY]: string[] }>> {
  const units = new Map<string, { [REGION_KEY]: string[] }>();
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
