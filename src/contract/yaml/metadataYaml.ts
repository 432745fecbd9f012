import { dump, load, SCALAR_STYLE_DOUBLE_QUOTED, visit } from "js-yaml";
import {
  schemaOf,
  versionOf,
  yamlConstants,
  yamlKey,
  type JsonObject,
  type EntitySchema,
  type FieldSchema,
} from "../schema/fields.ts";
import { migrate } from "../schema/migrations.ts";
import type { RecordContact } from "../schema/originator.ts";
import { RECORD_IDENTIFIER } from "../schema/product.ts";
import type { References } from "../schema/references.ts";
import { regions } from "../schema/regions.ts";
import { CONTACT_IDS, contactAttributes } from "../wire/contactAttributes.ts";
import { derive } from "../wire/wire.ts";

/** The object that holds everything. */
export const ROOT = "global_attributes";
/** The attribute that says which version of the schema a file was written under. */
export const VERSION = "schema_version";

export interface MetadataDocument {
  recordId: string;
  metadata: JsonObject;
  references: References;
  /** The contacts the record names, in our names, each with its id. A contact not among them is written by its ids. */
  contacts: JsonObject[];
}

/** The metadata YAML of a record: one document with a global_attributes object, as the schema's x-yaml says. */
export function metadataYaml(
  { recordId, metadata, references, contacts }: MetadataDocument,
  schema: EntitySchema = schemaOf("metadata"),
): string {
  const whole = derive(schema, metadata, references);
  const attributes: JsonObject = {
    [RECORD_IDENTIFIER]: recordId,
    [VERSION]: versionOf(schema),
    ...yamlConstants(schema),
  };
  for (const [name, field] of Object.entries(schema.properties)) {
    const key = yamlKey(field);
    if (key === undefined || whole[name] === undefined) continue;
    Object.assign(attributes, companionsOf(field, whole[name], references));
    attributes[key] = isContacts(field)
      ? (whole[name] as RecordContact[]).map((entry) => contactAttributes(entry, contacts, references))
      : whole[name];
  }
  return yamlText({ [ROOT]: attributes });
}

/** What a metadata YAML says of one record. */
interface ReadMetadata {
  /** The record it names; "" for none. */
  recordId: string;
  /** The version it was written under. The metadata are as today's schema says, whatever the version. */
  schemaVersion: number;
  /** In our names. */
  metadata: JsonObject;
}

/**
 * Reads a metadata YAML back, one written under an earlier version of the schema too.
 *
 * @throws Error when the text is no YAML or has no global_attributes object
 */
export function readMetadataYaml(
  text: string,
  references: References,
  schema: EntitySchema = schemaOf("metadata"),
): ReadMetadata {
  const document = load(text) as JsonObject | undefined;
  const attributes = document?.[ROOT] as JsonObject | undefined;
  if (typeof attributes !== "object" || attributes === null) throw new Error(`There is no ${ROOT} object.`);
  return readAttributes(attributes, references, schema);
}

/** The same from the attributes of a document that is loaded already. */
export function readAttributes(
  attributes: JsonObject,
  references: References,
  schema: EntitySchema,
): ReadMetadata {
  const schemaVersion = Number(attributes[VERSION] ?? 1);
  const metadata: JsonObject = {};
  for (const [name, field] of Object.entries(schema.properties)) {
    const key = yamlKeyAt(field, schemaVersion, attributes);
    const value = key === undefined ? undefined : attributes[key];
    if (value === undefined) continue;
    metadata[name] =
      isContacts(field) && Array.isArray(value) ? (value as JsonObject[]).map(contactOf) : value;
  }
  return {
    recordId: String(attributes[RECORD_IDENTIFIER] ?? ""),
    schemaVersion,
    metadata: derive(schema, migrate(schema, metadata, schemaVersion), references),
  };
}

/** The attribute that holds a field in a file of a version: the name it had then, where the file has it. */
export function yamlKeyAt(field: FieldSchema, version: number, attributes: JsonObject): string | undefined {
  const earlier = (field["x-changes"]?.renamed ?? [])
    .filter((change) => change.yaml !== undefined && change.version >= version)
    .toSorted((a, b) => a.version - b.version)
    .find(({ yaml }) => yaml! in attributes);
  return earlier?.yaml ?? yamlKey(field);
}

const isContacts = ({ "x-yaml": yaml }: FieldSchema) => typeof yaml === "object" && yaml.form === "contacts";

/** What stands for nobody stays out, for the rules to ask for. */
const contactOf = (entry: JsonObject | null): Partial<RecordContact> =>
  Object.fromEntries(
    Object.entries(CONTACT_IDS).flatMap(([part, attribute]) =>
      entry?.[attribute] === undefined ? [] : [[part, String(entry[attribute])]],
    ),
  );

/** Attributes that stand beside a field: fixed ones, and the readable text of a code. */
function companionsOf(field: FieldSchema, value: unknown, references: References): JsonObject {
  const yaml = field["x-yaml"];
  if (typeof yaml !== "object") return {};
  const label = yaml.label && labelOf(field["x-options"]?.source, String(value), references);
  return { ...yaml.with, ...(yaml.label && label ? { [yaml.label]: label } : {}) };
}

function labelOf(source: string | undefined, value: string, references: References): string | undefined {
  if (source === "regions") return regions.find((region) => region.value === value)?.name;
  if (source === "agencies") return references.agencies.find(({ id }) => id === value)?.name;
  if (source === "software")
    return references.software.find(({ abbreviation }) => abbreviation === value)?.name;
  return undefined;
}

const TEXT_TAG = "tag:yaml.org,2002:str";

/**
 * A document as YAML in which every text value is quoted: a code such as 030000000001 or a version such as 4.10
 * would otherwise be read as a number, and `no` as a boolean, by one reader or another.
 */
export function yamlText(document: unknown): string {
  return dump(document, { noRefs: true, lineWidth: -1, transform: quoteValues });
}

type Transform = NonNullable<NonNullable<Parameters<typeof dump>[1]>["transform"]>;

const quoteValues: Transform = (documents) =>
  visit(documents, (node) => {
    const values =
      node.kind === "mapping"
        ? node.items.map(({ value }) => value)
        : node.kind === "sequence"
          ? node.items
          : [];
    for (const value of values) {
      if (value.kind === "scalar" && value.tag === TEXT_TAG) value.style = SCALAR_STYLE_DOUBLE_QUOTED;
    }
  });
