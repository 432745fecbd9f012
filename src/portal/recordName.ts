import { fieldWithRole, listOf, schemaOf, textOf, type JsonObject } from "../contract/schema/fields.ts";
import { visibleText } from "./ui/format.ts";

const schema = schemaOf("metadata");

/** The value of a record's field with a role, as text; empty when it has none. */
export const textWith = (metadata: JsonObject, role: string): string => textOf(schema, metadata, role);

/** The entries of a record's field with a role, as texts. */
export const entriesWith = (metadata: JsonObject, role: string): string[] => listOf(schema, metadata, role);

const COUNTY = schema.properties[fieldWithRole(schema, "county")]!["x-options"]?.noun ?? "";

/** A county by its full name. */
export const countyName = (county: string): string => `${county} ${COUNTY}`.trim();

/** What a record is called: its title with nothing hidden in it, or words for a record that has none yet. */
export const recordName = (metadata: JsonObject): string =>
  visibleText(textWith(metadata, "title")) || "Unnamed record";

/** What a field of a record is called. */
export const fieldTitle = (name: string): string => schema.properties[name]?.title ?? name;

/** The fields by what they are called. */
export const fieldNames: ReadonlyMap<string, string> = new Map(
  Object.keys(schema.properties).map((name) => [fieldTitle(name), name]),
);
