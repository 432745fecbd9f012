import type { FieldError } from "../../src/contract/rules/fieldErrors.ts";
import { isJsonObject, type JsonObject } from "../../src/contract/json.ts";
import { getSchema, type EntitySchema, type FieldSchema } from "../../src/contract/schema/fields.ts";
import { getSchemaNode } from "../../src/contract/schema/fieldSchema.ts";
import { migrateToCurrentSchema } from "../../src/contract/schema/migrateToCurrentSchema.ts";
import type { References } from "../../src/contract/schema/references.ts";
import { CONTACT_ID_ATTRIBUTES } from "../../src/contract/wire/contactAttributes.ts";
import { toSnakeCase } from "../../src/contract/wire/partNames.ts";
import { decode, listReadNames } from "../../src/contract/wire/wire.ts";
import { parseYamlAttributes, findYamlKey } from "../../src/contract/yaml/metadataYaml.ts";
import type { RecognizedDocument } from "./recognizeDocument.ts";

interface DecodedDocument {
  /** With the schema's field names. */
  document: JsonObject;
  /** Values that could not be decoded; they are not in `document`. */
  unreadable: FieldError[];
  /** Converts a path in `document` to the path in the file. */
  sourcePath(path: string[]): string[];
}

/** Decodes and migrates a document as the server and the portal do. */
export function decodeDocument(
  { schema: name, spelling, fields, prefix, version }: RecognizedDocument,
  references: References,
): DecodedDocument {
  const schema = getSchema(name);
  const createSourcePath = (nameOf: (field: string) => string | undefined) => (path: string[]) => {
    const [field = "", ...rest] = path;
    const first = nameOf(field) ?? field;
    const below = convertStepsBelow(schema.properties[field], fields[first], rest);
    return [...prefix, first, ...below];
  };
  if (spelling === "ours") {
    const document = version === undefined ? fields : migrateToCurrentSchema(schema, fields, version);
    return {
      document,
      unreadable: [],
      sourcePath: createSourcePath((field) => findWrittenName(schema, field, fields)),
    };
  }
  if (spelling === "yaml") {
    const { metadata, schemaVersion } = parseYamlAttributes(fields, references, schema);
    const yamlName = (field: string) =>
      schema.properties[field] && findYamlKey(schema.properties[field], schemaVersion, fields);
    return { document: metadata, unreadable: [], sourcePath: createSourcePath(yamlName) };
  }
  const wireName = (field: string) => {
    const node = schema.properties[field];
    const names = node ? listReadNames(node, spelling) : [];
    return names.find((candidate) => fields[candidate] !== undefined) ?? names[0];
  };
  return { ...decodeFields(schema, fields, spelling, references), sourcePath: createSourcePath(wireName) };
}

/** The document may use an earlier name of the field. */
function findWrittenName(schema: EntitySchema, field: string, fields: JsonObject): string {
  if (field in fields) return field;
  const earlier = schema.properties[field]?.["x-changes"]?.renamed ?? [];
  return earlier.find(({ name }) => name !== undefined && name in fields)?.name ?? field;
}

/** Tries each field alone first, so one unreadable value does not hide the other errors. */
function decodeFields(
  schema: EntitySchema,
  fields: JsonObject,
  side: "read" | "write",
  references: References,
) {
  const unreadable: FieldError[] = [];
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

/** Files write pairs as lists, and the contacts in YAML have their own attribute names. */
function convertStepsBelow(field: FieldSchema | undefined, value: unknown, path: string[]): string[] {
  const steps: string[] = [];
  let [node, current] = [field, value];
  for (const step of path) {
    const written = convertStep(current, node, step);
    steps.push(written);
    current = typeof current === "object" && current !== null ? (current as JsonObject)[written] : undefined;
    node = node && getSchemaNode(node, Number.isInteger(Number(step)) ? ["items"] : ["properties", step]);
  }
  return steps;
}

function convertStep(value: unknown, node: FieldSchema | undefined, step: string): string {
  const isPair = Array.isArray(value) && !/^\d+$/.test(step);
  if (isPair) return String(Object.keys(node?.properties ?? {}).indexOf(step));
  const attribute = (CONTACT_ID_ATTRIBUTES as Record<string, string>)[step];
  if (!isJsonObject(value) || step in value) return step;
  const sent = toSnakeCase(step);
  return attribute ?? (sent in value ? sent : step);
}

/** Lists the entries of a list, the features of a collection, or the value itself, each with its path. */
export function listDocuments(value: unknown): { path: string[]; value: unknown }[] {
  if (Array.isArray(value))
    return value.map((entry: unknown, index) => ({ path: [String(index)], value: entry }));
  if (!isJsonObject(value) || !Array.isArray(value["features"])) return [{ path: [], value }];
  return value["features"].map((feature: unknown, index) =>
    isJsonObject(feature) && isJsonObject(feature["properties"])
      ? { path: ["features", String(index), "properties"], value: feature["properties"] }
      : { path: ["features", String(index)], value: feature },
  );
}
