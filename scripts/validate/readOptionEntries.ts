import type { OptionEntries } from "../../src/contract/rules/fieldWarnings.ts";
import { readHydrologicUnits } from "../../src/server/optionValues.ts";
import { readReferenceLists } from "../generate/referenceLists.ts";

/** The entries of the lists that a field can filter. */
export async function readOptionEntries(folder = "schemas/reference"): Promise<OptionEntries> {
  const lists = await readReferenceLists(folder);
  const entries = lists.map(
    (list) => [list.source, new Map(list.entries.map((entry) => [entry.value, entry]))] as const,
  );
  return { ...Object.fromEntries(entries), hydrologicUnits: await readHydrologicUnits(folder) };
}
