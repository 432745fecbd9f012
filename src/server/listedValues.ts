import { readFile } from "node:fs/promises";
import { referenceLists } from "../contract/generated/referenceLists.ts";
import type { ListedValues } from "../contract/rules/newValues.ts";
import type { References } from "../contract/schema/references.ts";

const FOLDER = new URL("../../schemas/reference/", import.meta.url);

let files: Promise<ListedValues> | undefined;

/** The values of every list of choices: those of schemas/reference, which are read once, and those that calls answer. */
export async function listedValues({ agencies, software, contactRoles }: References): Promise<ListedValues> {
  files ??= readLists();
  return {
    ...(await files),
    agencies: new Set(agencies.map(({ id }) => id)),
    software: new Set(software.map(({ abbreviation }) => abbreviation)),
    contactRoles: new Set(contactRoles.map(({ id }) => id)),
  };
}

async function readLists(): Promise<ListedValues> {
  const lists = Object.entries(referenceLists).map(async ([source, { file }]) => {
    const entries = JSON.parse(await readFile(new URL(file, FOLDER), "utf8")) as { value: string }[];
    return [source, new Set(entries.map(({ value }) => value))] as const;
  });
  return Object.fromEntries(await Promise.all(lists));
}
