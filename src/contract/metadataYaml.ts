import { load } from "js-yaml";
import { contactAttributes } from "./contactAttributes.ts";
import { schemaOf, versionOf, type Bag, type FieldSchema } from "./fields.ts";
import type { RecordContact } from "./originator.ts";
import { RECORD_IDENTIFIER } from "./product.ts";
import type { References } from "./references.ts";
import { regions } from "./regions.ts";
import { derive } from "./wire.ts";
import { yamlText } from "./yamlText.ts";

const ROOT = "global_attributes";
const VERSION = "schema_version";

export interface MetadataDocument {
  recordId: string;
  metadata: Bag;
  references: References;
  /** The contacts the record names, in our names, each with its id. A contact not among them is written by its ids. */
  contacts: Bag[];
}

/** The metadata YAML of a record: one document with a global_attributes object, as the schema's x-yaml says. */
export function metadataYaml({ recordId, metadata, references, contacts }: MetadataDocument): string {
  const schema = schemaOf("metadata");
  const whole = derive(schema, metadata, references);
  const attributes: Bag = {
    [RECORD_IDENTIFIER]: recordId,
    [VERSION]: versionOf(schema),
    ...schema["x-yaml-constants"],
  };
  for (const [name, field] of Object.entries(schema.properties)) {
    const key = keyOf(field);
    if (key === undefined || whole[name] === undefined) continue;
    Object.assign(attributes, companionsOf(field, whole[name], references));
    attributes[key] = isContacts(field)
      ? (whole[name] as RecordContact[]).map((entry) => contactAttributes(entry, contacts, references))
      : whole[name];
  }
  return yamlText({ [ROOT]: attributes });
}

/**
 * Reads a metadata YAML back.
 *
 * @returns the record it names, the schema version it was written under, and the metadata in our names
 * @throws Error when the text is no YAML or has no global_attributes object
 */
export function readMetadataYaml(text: string, references: References) {
  const document = load(text) as Bag | undefined;
  const attributes = document?.[ROOT] as Bag | undefined;
  if (typeof attributes !== "object" || attributes === null) throw new Error(`There is no ${ROOT} object.`);
  const schema = schemaOf("metadata");
  const metadata: Bag = {};
  for (const [name, field] of Object.entries(schema.properties)) {
    const key = keyOf(field);
    const value = key === undefined ? undefined : attributes[key];
    if (value === undefined) continue;
    metadata[name] = isContacts(field) ? (value as Bag[]).map(contactOf) : value;
  }
  return {
    recordId: String(attributes[RECORD_IDENTIFIER] ?? ""),
    schemaVersion: Number(attributes[VERSION] ?? 1),
    metadata: derive(schema, metadata, references),
  };
}

/** The attribute a field is written as: its x-yaml key, else its write name; undefined for none. */
export function keyOf({ "x-yaml": yaml, "x-wire": wire }: FieldSchema): string | undefined {
  if (yaml === false) return undefined;
  if (typeof yaml === "string") return yaml;
  if (yaml) return yaml.key;
  return Array.isArray(wire?.write) ? wire.write[0] : wire?.write;
}

const isContacts = ({ "x-yaml": yaml }: FieldSchema) => typeof yaml === "object" && yaml.form === "contacts";

const contactOf = (entry: Bag): RecordContact => ({
  contactId: String(entry.contact_id),
  roleId: String(entry.contact_role_id),
});

/** Attributes that stand beside a field: fixed ones, and the readable text of a code. */
function companionsOf(field: FieldSchema, value: unknown, references: References): Bag {
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
