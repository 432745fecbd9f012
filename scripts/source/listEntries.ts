import { isJsonObject } from "../../src/contract/json.ts";
import type { SourceMistake } from "./parseSource.ts";

/** @param keys each one or more names: an entry needs one of them */
export function findMissingTexts(entries: unknown[], keys: (string | string[])[]): SourceMistake[] {
  return entries.flatMap((entry, index) => {
    if (!isJsonObject(entry)) return [{ path: [String(index)], message: "An entry must be an object." }];
    return keys.flatMap((key) => {
      const names = [key].flat();
      const value = names.map((name) => entry[name]).find((one) => one !== undefined);
      if (value !== undefined && value !== null && String(value).trim() !== "") return [];
      return [{ path: [String(index)], message: `This entry has no "${names[0]}": add it.` }];
    });
  });
}

/** @param key the property with the code that records store, or its possible names */
export function findRepeatedCodes(entries: unknown[], key: string | string[]): SourceMistake[] {
  const seen = new Set<string>();
  return entries.flatMap((entry, index) => {
    const name = [key].flat().find((one) => isJsonObject(entry) && entry[one] !== undefined);
    if (name === undefined || !isJsonObject(entry)) return [];
    const code = JSON.stringify(entry[name]);
    if (!seen.has(code)) {
      seen.add(code);
      return [];
    }
    return [
      {
        path: [String(index), name],
        message: `Another entry already has the "${name}" ${code}: each needs its own.`,
      },
    ];
  });
}
