import type { JsonObject } from "../../contract/json.ts";
import { getFieldList, getFieldNameByRole, getFieldText, getSchema } from "../../contract/schema/fields.ts";
import { showInvisibleCharacters } from "../../contract/showInvisibleCharacters.ts";

const schema = getSchema("metadata");

export const getRecordText = (metadata: JsonObject, role: string): string =>
  getFieldText(schema, metadata, role);

export const getRecordList = (metadata: JsonObject, role: string): string[] =>
  getFieldList(schema, metadata, role);

const COUNTY_NOUN = schema.properties[getFieldNameByRole(schema, "county")]!["x-options"]?.noun ?? "";

export const formatCountyName = (county: string): string => `${county} ${COUNTY_NOUN}`.trim();

export const formatRecordName = (title: string): string => showInvisibleCharacters(title) || "Unnamed record";

export const getRecordName = (metadata: JsonObject): string =>
  formatRecordName(getRecordText(metadata, "title"));

/** After the name of a copy, until its name or identifier is changed. */
export const COPY_SUFFIX = "(copy)";

export const getFieldTitle = (name: string): string => schema.properties[name]?.title ?? name;
