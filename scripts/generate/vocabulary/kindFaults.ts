import type { EntitySchema, FieldSchema } from "../../../src/contract/schema/fields.ts";
import type { CodecName, RoleName, WidgetName } from "../../../src/contract/generated/vocabulary.ts";
import { schemaNodes } from "./schemaNodes.ts";
import type { VocabularyFault } from "./vocabularyFault.ts";

/** What a value must be for a word that only suits some, and whether a node's is. */
interface Kind {
  words: string;
  fits(node: FieldSchema): boolean;
}

const typeOf = ({ type }: FieldSchema = {}): string | undefined =>
  [type].flat().find((name) => name !== "null");

const ofType = (type: string, words: string): Kind => ({ words, fits: (node) => typeOf(node) === type });

const listOf = (parts: string[], words: string): Kind => ({
  words,
  fits: ({ items, ...list }) =>
    typeOf(list) === "array" &&
    parts.every((part) => typeOf(items?.properties?.[part]) === "string") &&
    Object.keys(items?.properties ?? {}).length === parts.length,
});

const text = ofType("string", "a text");
const texts: Kind = {
  words: "a list of texts",
  fits: ({ items, ...list }) => typeOf(list) === "array" && typeOf(items) === "string",
};
const list = ofType("array", "a list");
const flag = ofType("boolean", "yes or no");
const periods = listOf(["start", "end"], "a list of groups of start and end, both texts");
const contacts = listOf(["contactId", "roleId"], "a list of groups of contactId and roleId, both texts");
const choice: Kind = {
  words: "a text, a number, or a list of texts",
  fits: (node) => ["string", "number", "integer"].includes(typeOf(node) ?? "") || texts.fits(node),
};

const CODECS: Record<CodecName, Kind> = {
  commaList: texts,
  date: text,
  datePairs: periods,
  contactPairs: contacts,
  region: text,
  agency: text,
  software: text,
};

const WIDGETS: Record<WidgetName, Kind> = {
  options: choice,
  tags: texts,
  shortText: text,
  longText: text,
  date: text,
  periods,
  geodatabase: text,
  originatorContact: flag,
  contacts,
  password: text,
};

const ROLES: Partial<Record<RoleName, Kind>> = { county: list, city: list, contacts, originator: flag };

/** Codecs, widgets and roles that do not suit the kind of value they are given to. */
export function kindFaults(schema: EntitySchema): VocabularyFault[] {
  return schemaNodes(schema).flatMap(({ path, node }) => [
    ...unsuited(node, node["x-widget"], WIDGETS, [...path, "x-widget"], "The widget"),
    ...unsuited(node, node["x-wire"]?.codec, CODECS, [...path, "x-wire", "codec"], "The codec"),
    ...unsuited(node, node["x-role"], ROLES, [...path, "x-role"], "The role", text),
  ]);
}

function unsuited(
  node: FieldSchema,
  name: string | undefined,
  kinds: Partial<Record<string, Kind>>,
  path: string[],
  what: string,
  usual?: Kind,
): VocabularyFault[] {
  const kind = name === undefined ? undefined : (kinds[name] ?? usual);
  if (!kind || kind.fits(node)) return [];
  return [{ path, at: "value", message: `${what} "${name}" is for ${kind.words}, which this is not.` }];
}
