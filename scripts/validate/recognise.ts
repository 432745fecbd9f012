import {
  schemaOf,
  type JsonObject,
  type EntitySchema,
  type SchemaName,
} from "../../src/contract/schema/fields.ts";
import { schemas } from "../../src/contract/generated/schemas.ts";
import { validators } from "../../src/contract/generated/validators.ts";
import { ROOT } from "../../src/contract/yaml/metadataYaml.ts";
import { CONTACT_IDENTIFIER, RECORD_IDENTIFIER } from "../../src/contract/schema/product.ts";

/** Whose names a document uses: ours, the server's in answers or in saves, or those of the metadata YAML. */
export type Spelling = "ours" | "read" | "write" | "yaml";

export interface Recognised {
  schema: SchemaName;
  spelling: Spelling;
  /** Steps from the document to the object that holds the fields. */
  prefix: string[];
  fields: JsonObject;
  /** The schema version it says it was written under. */
  version?: number | undefined;
}

const isObject = (value: unknown): value is JsonObject =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/**
 * What a document is: by its frame where it has one, else by its names, of which the most must be known.
 *
 * @param given the schema to take, where the user says so; its spelling is still recognised
 * @returns undefined for what is no document of any schema
 */
export function recognise(value: unknown, given?: SchemaName): Recognised | undefined {
  if (!isObject(value)) return undefined;
  const version = versionIn(value);
  if (isObject(value[ROOT])) {
    const fields = value[ROOT];
    return {
      schema: given ?? "metadata",
      spelling: "yaml",
      prefix: [ROOT],
      fields,
      version: versionIn(fields),
    };
  }
  if (isObject(value["currentMetadata"])) {
    const fields = value["currentMetadata"];
    return { schema: given ?? "metadata", spelling: "ours", prefix: ["currentMetadata"], fields, version };
  }
  const found = likeliest(Object.keys(value), given);
  return found && { ...found, prefix: [], fields: value, version };
}

function versionIn(bag: JsonObject): number | undefined {
  const version = bag["schema_version"] ?? bag["schemaVersion"];
  return version === undefined ? undefined : Number(version);
}

function likeliest(names: string[], given?: SchemaName) {
  const candidates = (given ? [given] : (Object.keys(validators) as SchemaName[])).flatMap((schema) =>
    (["ours", "read", "write"] as const).map((spelling) => {
      const known = knownNames(schema, spelling);
      const hits = names.filter((name) => known.fields.has(name)).length;
      const strangers = names.filter((name) => !known.fields.has(name) && !known.frame.has(name)).length;
      return { schema, spelling, hits, score: hits - strangers - known.missing(names) / 4 };
    }),
  );
  // The sort is stable: among equals our own names come first.
  const [best] = candidates.toSorted((a, b) => b.score - a.score);
  if (!best || (best.hits === 0 && !given)) return undefined;
  return { schema: best.schema, spelling: best.spelling };
}

/** The names a document of a schema may hold under a spelling: its fields', and what stands beside them. */
export function knownNames(schemaName: SchemaName, spelling: Spelling) {
  const schema = schemaOf(schemaName);
  const namesFor = (field: string): string[] => {
    const wire = schema.properties[field]?.["x-wire"];
    if (spelling === "ours") return [field];
    return spelling === "read" ? namesOf(wire?.read) : [...namesOf(wire?.write), ...namesOf(wire?.accept)];
  };
  const fields = new Set(Object.keys(schema.properties).flatMap(namesFor));
  return {
    fields,
    frame: spelling === "ours" ? new Set<string>() : frameOf(schemaName, schema),
    /** How many required fields are not among some names. */
    missing: (names: string[]) =>
      (schema.required ?? []).filter((field) => !namesFor(field).some((name) => names.includes(name))).length,
  };
}

/** Names of the services' own that stand beside the fields: ids, who asks, and constants. */
function frameOf(name: SchemaName, schema: EntitySchema): Set<string> {
  const record = Object.values(schemas.record.properties).map((field) => field["x-wire"].read);
  const constants = Object.keys(schema["x-wire"]?.constants ?? {});
  const ids = ["id", "userId", "username", "schema_version", RECORD_IDENTIFIER, ...constants];
  if (name === "contact") return new Set([...ids, "contact_id", CONTACT_IDENTIFIER, "record_count"]);
  return new Set(name === "metadata" ? [...ids, ...record] : ids);
}

const namesOf = (names: string | string[] | undefined) => (names === undefined ? [] : [names].flat());
