import { isJsonObject, type JsonObject } from "../../src/contract/json.ts";
import { getSchema, type EntitySchema, type SchemaName } from "../../src/contract/schema/fields.ts";
import { schemas } from "../../src/contract/generated/schemas.ts";
import { validators } from "../../src/contract/generated/validators.ts";
import { YAML_ROOT_KEY } from "../../src/contract/yaml/metadataYaml.ts";
import { CONTACT_ID_KEY, RECORD_ID_KEY } from "../../src/contract/schema/product.ts";

/** Which names a document uses: the schema's, those of responses or requests, or those of the metadata YAML. */
export type Spelling = "ours" | "read" | "write" | "yaml";

export interface RecognizedDocument {
  schema: SchemaName;
  spelling: Spelling;
  /** Path from the document to the object with the fields. */
  prefix: string[];
  fields: JsonObject;
  /** The schema version given in the document. */
  version?: number | undefined;
}

/**
 * Recognizes the schema by the document's frame or by its field names.
 *
 * @param given the schema, if the user named one
 * @returns undefined for an unknown document
 */
export function recognizeDocument(value: unknown, given?: SchemaName): RecognizedDocument | undefined {
  if (!isJsonObject(value)) return undefined;
  const version = readVersion(value);
  if (isJsonObject(value[YAML_ROOT_KEY])) {
    const fields = value[YAML_ROOT_KEY];
    return {
      schema: given ?? "metadata",
      spelling: "yaml",
      prefix: [YAML_ROOT_KEY],
      fields,
      version: readVersion(fields),
    };
  }
  if (isJsonObject(value["currentMetadata"])) {
    const fields = value["currentMetadata"];
    return { schema: given ?? "metadata", spelling: "ours", prefix: ["currentMetadata"], fields, version };
  }
  const found = findBestMatch(Object.keys(value), given);
  if (!found) return undefined;
  // A record's own field of this name is no version of the document.
  const { fields } = listKnownNames(found.schema, found.spelling);
  const isField = ["schema_version", "schemaVersion"].some((name) => fields.has(name));
  return { ...found, prefix: [], fields: value, version: isField ? undefined : version };
}

function readVersion(object: JsonObject): number | undefined {
  const version = object["schema_version"] ?? object["schemaVersion"];
  return version === undefined ? undefined : Number(version);
}

function findBestMatch(names: string[], given?: SchemaName) {
  const candidates = (given ? [given] : (Object.keys(validators) as SchemaName[])).flatMap((schema) =>
    (["ours", "read", "write"] as const).map((spelling) => {
      const known = listKnownNames(schema, spelling);
      const hits = names.filter((name) => known.fields.has(name)).length;
      const unknownCount = names.filter(
        (name) => !known.fields.has(name) && !known.otherNames.has(name),
      ).length;
      return { schema, spelling, hits, score: hits - unknownCount - known.countMissing(names) / 4 };
    }),
  );
  // The sort is stable: at equal scores the schema's own names win.
  const [best] = candidates.toSorted((a, b) => b.score - a.score);
  if (!best || (best.hits === 0 && !given)) return undefined;
  return { schema: best.schema, spelling: best.spelling };
}

export function listKnownNames(schemaName: SchemaName, spelling: Spelling) {
  const schema = getSchema(schemaName);
  const listNames = (field: string): string[] => {
    const wire = schema.properties[field]?.["x-wire"];
    if (spelling === "ours") return [field];
    return spelling === "read" ? toList(wire?.read) : [...toList(wire?.write), ...toList(wire?.accept)];
  };
  const fields = new Set(Object.keys(schema.properties).flatMap(listNames));
  return {
    fields,
    otherNames: spelling === "ours" ? new Set<string>() : listServiceNames(schemaName, schema),
    /** Counts required fields that are not among the names. */
    countMissing: (names: string[]) =>
      (schema.required ?? []).filter((field) => !listNames(field).some((name) => names.includes(name)))
        .length,
  };
}

/** Names that the services send beside the fields: ids, the user, and constants. */
function listServiceNames(name: SchemaName, schema: EntitySchema): Set<string> {
  const recordNames = Object.values(schemas.record.properties).map((field) => field["x-wire"].read);
  const constants = Object.keys(schema["x-wire"]?.constants ?? {});
  const ids = ["id", "userId", "username", "schema_version", RECORD_ID_KEY, ...constants];
  if (name === "contact") return new Set([...ids, "contact_id", CONTACT_ID_KEY, "record_count"]);
  return new Set(name === "metadata" ? [...ids, ...recordNames] : ids);
}

const toList = (names: string | string[] | undefined) => (names === undefined ? [] : [names].flat());
