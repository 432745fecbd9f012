import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { referenceLists } from "../contract/generated/referenceLists.ts";
import type { JsonObject } from "../contract/json.ts";
import type { OptionValuesBySource } from "../contract/rules/checkNewValues.ts";
import type { References } from "../contract/schema/references.ts";
import { PROJECT_FOLDER } from "./projectFolder.ts";

const REFERENCE_FOLDER = join(PROJECT_FOLDER, "schemas", "reference");

let fileValues: Promise<OptionValuesBySource> | undefined;

/** The values that new documents may have. */
export async function loadOptionValues({
  agencies,
  software,
  contactRoles,
}: References): Promise<OptionValuesBySource> {
  fileValues ??= readReferenceFiles();
  return {
    ...(await fileValues),
    agencies: new Set(agencies.map(({ id }) => id)),
    software: new Set(software.map(({ abbreviation }) => abbreviation)),
    contactRoles: new Set(contactRoles.map(({ id }) => id)),
  };
}

interface ListEntry extends JsonObject {
  value: string;
}

async function readReferenceFiles(): Promise<OptionValuesBySource> {
  const lists = Object.entries(referenceLists).map(async ([source, { file }]) => {
    const entries = JSON.parse(await readFile(join(REFERENCE_FOLDER, file), "utf8")) as ListEntry[];
    const offered = entries.filter(({ deprecated }) => deprecated !== true);
    return [source, new Map(offered.map((entry) => [entry.value, entry]))] as const;
  });
  return Object.fromEntries(await Promise.all(lists));
}
