import { schemaOf, yamlKey, type Bag } from "../../contract/schema/fields.ts";
import { readAttributes, VERSION } from "../../contract/yaml/metadataYaml.ts";
import type { References } from "../../contract/schema/references.ts";

/** A field that a metadata file tells otherwise than its record, each value as text; "" for none. */
interface StaleValue {
  /** As the form calls it. */
  field: string;
  inFile: string;
  inRecord: string;
}

/** A file in which values stand for one another may hold any number of them; no true one holds more. */
const MOST_VALUES = 100_000;

/**
 * The fields in which a delivered metadata file differs from the record as it is now, which happens when the record was
 * edited after the file was downloaded. A file that does not name its schema version was not written whole by the
 * portal: what it leaves out is no difference. Nothing where its values cannot be read at all.
 */
export function staleValues(attributes: Bag, metadata: Bag, references: References): StaleValue[] {
  const schema = schemaOf("metadata");
  const file = valuesOf(attributes, references);
  if (!file) return [];
  const isWhole = VERSION in attributes;
  return Object.entries(schema.properties).flatMap(([name, node]) => {
    if (node["x-derived"] || yamlKey(node) === undefined) return [];
    if (!isWhole && file[name] === undefined) return [];
    const [inFile, inRecord] = [textOf(file[name]), textOf(metadata[name])];
    return inFile === inRecord ? [] : [{ field: `"${node.title ?? name}"`, inFile, inRecord }];
  });
}

/** A file may hold anything under our names: what cannot be read is left to the eyes of the agency. */
function valuesOf(attributes: Bag, references: References): Bag | undefined {
  if (countedDown(attributes, MOST_VALUES) < 0) return undefined;
  try {
    return readAttributes(attributes, references, schemaOf("metadata")).metadata;
  } catch {
    return undefined;
  }
}

/** What is left of a number once each value in a value has taken one off it; below zero, it was not counted to its end. */
function countedDown(value: unknown, left: number): number {
  if (typeof value !== "object" || value === null || left < 0) return left - 1;
  return Object.values(value).reduce(
    (rest: number, part) => (rest < 0 ? rest : countedDown(part, rest)),
    left - 1,
  );
}

/** Two values are the same when they read the same: a code that lost its quotes in an editor is no difference. */
function textOf(value: unknown): string {
  if (value === undefined || value === null) return "";
  if (Array.isArray(value)) return value.map(textOf).join(", ");
  if (typeof value !== "object") return String(value);
  const entries = Object.entries(value).toSorted(([a], [b]) => (a < b ? -1 : 1));
  return entries.map(([, part]) => textOf(part)).join(" - ");
}
