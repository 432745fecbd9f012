import { dump, load, SCALAR_STYLE_DOUBLE_QUOTED, visit } from "js-yaml";
import type { JsonObject } from "../json.ts";
import {
  getSchema,
  getSchemaVersion,
  getYamlConstants,
  getYamlKey,
  type EntitySchema,
  type FieldSchema,
} from "../schema/fields.ts";
import { listSources, migrateToCurrentSchema } from "../schema/migrateToCurrentSchema.ts";
import type { RecordContact } from "../schema/originator.ts";
import { RECORD_ID_KEY } from "../schema/product.ts";
import type { References } from "../schema/references.ts";
import { regions } from "../schema/regions.ts";
import { CONTACT_ID_ATTRIBUTES, buildContactAttributes } from "../wire/contactAttributes.ts";
import { decodeParts, encodeParts } from "../wire/partNames.ts";
import { fillDerivedFields } from "../wire/wire.ts";

export const YAML_ROOT_KEY = "global_attributes";
export const SCHEMA_VERSION_KEY = "schema_version";

export interface RecordWithContacts {
  recordId: string;
  metadata: JsonObject;
  references: References;
  contacts: JsonObject[];
}

export function buildMetadataYaml(
  { recordId, metadata, references, contacts }: RecordWithContacts,
  schema: EntitySchema = getSchema("metadata"),
): string {
  const metadataWithDerived = fillDerivedFields(schema, metadata, references);
  const attributes: JsonObject = {
    [RECORD_ID_KEY]: recordId,
    [SCHEMA_VERSION_KEY]: getSchemaVersion(schema),
    ...getYamlConstants(schema),
  };
  for (const [name, field] of Object.entries(schema.properties)) {
    const key = getYamlKey(field);
    if (key === undefined || metadataWithDerived[name] === undefined) continue;
    Object.assign(attributes, getCompanionAttributes(field, metadataWithDerived[name], references));
    attributes[key] = isContactsField(field)
      ? (metadataWithDerived[name] as RecordContact[]).map((entry) =>
          buildContactAttributes(entry, contacts, references),
        )
      : encodeParts(field, metadataWithDerived[name]);
  }
  return toYaml({ [YAML_ROOT_KEY]: attributes });
}

interface ParsedMetadata {
  /** "" if the file names no record. */
  recordId: string;
  /** Schema version of the file. `metadata` is already migrated to the current version. */
  schemaVersion: number;
  metadata: JsonObject;
}

export function parseMetadataYaml(
  text: string,
  references: References,
  schema: EntitySchema = getSchema("metadata"),
): ParsedMetadata {
  const document = load(text) as JsonObject | undefined;
  const attributes = document?.[YAML_ROOT_KEY] as JsonObject | undefined;
  if (typeof attributes !== "object" || attributes === null)
    throw new Error(`The metadata file has no ${YAML_ROOT_KEY} object.`);
  return parseYamlAttributes(attributes, references, schema);
}

export function parseYamlAttributes(
  attributes: JsonObject,
  references: References,
  schema: EntitySchema,
): ParsedMetadata {
  const schemaVersion = Number(attributes[SCHEMA_VERSION_KEY] ?? 1);
  const metadata: JsonObject = {};
  for (const [name, field] of Object.entries(schema.properties)) {
    const key = findYamlKey(field, schemaVersion, attributes);
    const value = key === undefined ? undefined : attributes[key];
    if (value === undefined) continue;
    metadata[findNameInVersion(name, field, schemaVersion)] =
      isContactsField(field) && Array.isArray(value)
        ? (value as JsonObject[]).map(parseContact)
        : decodeParts(field, value);
  }
  for (const [name, value] of listConvertedAttributes(schema, schemaVersion, attributes))
    metadata[name] ??= value;
  return {
    recordId: String(attributes[RECORD_ID_KEY] ?? ""),
    schemaVersion,
    metadata: fillDerivedFields(schema, migrateToCurrentSchema(schema, metadata, schemaVersion), references),
  };
}

/** The field's name in records of the version, which the migration expects. */
function findNameInVersion(name: string, { "x-changes": changes }: FieldSchema, version: number): string {
  const [earliest] = (changes?.renamed ?? [])
    .filter((change) => change.name !== undefined && change.version >= version)
    .toSorted((a, b) => a.version - b.version);
  return earliest?.name ?? name;
}

/** Values of fields that exist only in earlier versions, from which `converted` makes others. */
function listConvertedAttributes(
  { properties }: EntitySchema,
  version: number,
  attributes: JsonObject,
): [name: string, value: unknown][] {
  return Object.entries(properties).flatMap(([name, field]) =>
    (field["x-changes"]?.converted ?? [])
      .filter((conversion) => conversion.version >= version)
      .flatMap((conversion) => {
        const keys = [conversion.yaml ?? []].flat();
        return listSources(name, conversion).flatMap((source, index): [string, unknown][] => {
          const value = attributes[keys[index] ?? ""];
          return value === undefined ? [] : [[source, value]];
        });
      }),
  );
}

/** The field's attribute name in a file of an earlier version, if the file has it, else the current name. */
export function findYamlKey(field: FieldSchema, version: number, attributes: JsonObject): string | undefined {
  const earlier = (field["x-changes"]?.renamed ?? [])
    .filter((change) => change.yaml !== undefined && change.version >= version)
    .toSorted((a, b) => a.version - b.version)
    .find(({ yaml }) => yaml! in attributes);
  return earlier?.yaml ?? getYamlKey(field);
}

const isContactsField = ({ "x-yaml": yaml }: FieldSchema) =>
  typeof yaml === "object" && yaml.form === "contacts";

/** Missing ids stay undefined, so that validation reports them. */
const parseContact = (entry: JsonObject | null): Partial<RecordContact> =>
  Object.fromEntries(
    Object.entries(CONTACT_ID_ATTRIBUTES).flatMap(([part, attribute]) =>
      entry?.[attribute] === undefined ? [] : [[part, String(entry[attribute])]],
    ),
  );

function getCompanionAttributes(field: FieldSchema, value: unknown, references: References): JsonObject {
  const yaml = field["x-yaml"];
  if (typeof yaml !== "object") return {};
  const label = yaml.label && getReferenceLabel(field["x-options"]?.source, String(value), references);
  return { ...yaml.with, ...(yaml.label && label ? { [yaml.label]: label } : {}) };
}

function getReferenceLabel(
  source: string | undefined,
  value: string,
  references: References,
): string | undefined {
  if (source === "regions") return regions.find((region) => region.value === value)?.name;
  if (source === "agencies") return references.agencies.find(({ id }) => id === value)?.name;
  if (source === "software")
    return references.software.find(({ abbreviation }) => abbreviation === value)?.name;
  return undefined;
}

const TEXT_TAG = "tag:yaml.org,2002:str";

/** Quotes every text: YAML readers could read 030000000001 or 4.10 as a number, and `no` as a boolean. */
export function toYaml(document: unknown): string {
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
