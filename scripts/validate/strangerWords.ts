import type { Bag } from "../../src/contract/schema/fields.ts";
import { ROOT } from "../../src/contract/yaml/metadataYaml.ts";
import { didYouMean } from "../source/didYouMean.ts";

/** What keeps a value from being a document, in words, and the steps to it. */
interface StrangerWords {
  /** Undefined where nothing more can be said than that no schema knows it. */
  message?: string;
  path: string[];
}

/** Why no schema knows a value that looks as if it was meant to be a metadata file. */
export function strangerWords(value: unknown): StrangerWords {
  if (typeof value !== "object" || value === null || Array.isArray(value)) return { path: [] };
  const bag = value as Bag;
  if (ROOT in bag) return { message: `"${ROOT}" holds no attributes.`, path: [ROOT] };
  const misspelt = Object.keys(bag).find((name) => didYouMean(name, [ROOT]) !== undefined);
  if (misspelt === undefined) return { path: [] };
  return { message: `"${misspelt}" is no known name. Did you mean "${ROOT}"?`, path: [misspelt] };
}
