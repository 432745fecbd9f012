import type { Fault } from "../../src/contract/rules/faults.ts";
import {
  schemaOf,
  type JsonObject,
  type EntitySchema,
  type FieldSchema,
} from "../../src/contract/schema/fields.ts";
import { nodeAt } from "../../src/contract/schema/fieldSchema.ts";
import { migrate } from "../../src/contract/schema/migrations.ts";
import type { References } from "../../src/contract/schema/references.ts";
import { CONTACT_IDS } from "../../src/contract/wire/contactAttributes.ts";
import { decode, namesRead } from "../../src/contract/wire/wire.ts";
import { readAttributes, yamlKeyAt } from "../../src/contract/yaml/metadataYaml.ts";
import type { Recognised } from "./recognise.ts";

/** A document in our names, and the way back from a fault to the place it was written at. */
interface ReadDocument {
  document: JsonObject;
  /** Values that cannot be read at all, and so are not in the document. */
  unreadable: Fault[];
  /** Steps within the text to what a path of ours is about. */
  sourcePath(path: string[]): string[];
}

/** Reads a recognised document as server and portal would, one of an earlier schema version included. */
export function readDocument(
  { schema: name, spelling, fields, prefix, version }: Recognised,
  references: References,
): ReadDocument {
  const schema = schemaOf(name);
  const locate = (nameOf: (field: string) => string | undefined) => (path: string[]) => {
    const [field = "", ...rest] = path;
    const first = nameOf(field) ?? field;
    const below = stepsBelow(schema.properties[field], fields[first], rest);
    return [...prefix, first, ...below];
  };
  if (spelling === "ours") {
    const document = version === undefined ? fields : migrate(schema, fields, version);
    return { document, unreadable: [], sourcePath: locate((field) => nameBefore(schema, field, fields)) };
  }
  if (spelling === "yaml") {
    const { metadata, schemaVersion } = readAttributes(fields, references, schema);
    const keyOf = (field: string) =>
      schema.properties[field] && yamlKeyAt(schema.properties[field], schemaVersion, fields);
    return { document: metadata, unreadable: [], sourcePath: locate(keyOf) };
  }
  const wireNames = (field: string) => {
    const node = schema.properties[field];
    const names = node ? namesRead(node, spelling) : [];
    return names.find((candidate) => fields[candidate] !== undefined) ?? names[0];
  };
  return { ...decoded(schema, fields, spelling, references), sourcePath: locate(wireNames) };
}

/** The name a field has in a document of ours: today's, or an earlier one. */
function nameBefore(schema: EntitySchema, field: string, fields: JsonObject): string {
  if (field in fields) return field;
  const earlier = schema.properties[field]?.["x-changes"]?.renamed ?? [];
  return earlier.find(({ name }) => name !== undefined && name in fields)?.name ?? field;
}

/** Decodes field by field first, so that a value nobody can read is one fault and not the end. */
function decoded(schema: EntitySchema, fields: JsonObject, side: "read" | "write", references: References) {
  const unreadable: Fault[] = [];
  const readable: Record<string, FieldSchema> = {};
  for (const [name, field] of Object.entries(schema.properties)) {
    try {
      decode({ ...schema, properties: { [name]: field } }, fields, side, references);
      readable[name] = field;
    } catch (error) {
      const message = `The value cannot be read: ${(error as Error).message}`;
      unreadable.push({ path: [name], rule: "x-wire", message });
    }
  }
  return { document: decode({ ...schema, properties: readable }, fields, side, references), unreadable };
}

/** Steps below a field as the text has them: pairs are lists there, and a YAML contact has names of its own. */
function stepsBelow(field: FieldSchema | undefined, value: unknown, path: string[]): string[] {
  const steps: string[] = [];
  let [node, at] = [field, value];
  for (const step of path) {
    const written = stepIn(at, node, step);
    steps.push(written);
    at = typeof at === "object" && at !== null ? (at as JsonObject)[written] : undefined;
    node = node && nodeAt(node, Number.isInteger(Number(step)) ? ["items"] : ["properties", step]);
  }
  return steps;
}

function stepIn(value: unknown, node: FieldSchema | undefined, step: string): string {
  const isPair = Array.isArray(value) && !/^\d+$/.test(step);
  if (isPair) return String(Object.keys(node?.properties ?? {}).indexOf(step));
  const attribute = (CONTACT_IDS as Record<string, string>)[step];
  const isAttribute = typeof value === "object" && value !== null && attribute && !(step in value);
  return isAttribute ? attribute : step;
}

const isObject = (value: unknown): value is JsonObject =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/** The documents a value holds, each with the steps to it: a list's entries, a collection's features, or itself. */
export function documentsIn(value: unknown): { path: string[]; value: unknown }[] {
  if (Array.isArray(value))
    return value.map((entry: unknown, index) => ({ path: [String(index)], value: entry }));
  if (!isObject(value) || !Array.isArray(value["features"])) return [{ path: [], value }];
  return value["features"].map((feature: unknown, index) =>
    isObject(feature) && isObject(feature["properties"])
      ? { path: ["features", String(index), "properties"], value: feature["properties"] }
      : { path: ["features", String(index)], value: feature },
  );
}
