import type { CodecName, RoleName, WidgetName } from "../../../src/contract/generated/vocabulary.ts";
import { sectionTitles, type EntitySchema, type FieldSchema } from "../../../src/contract/schema/fields.ts";
import { schemaNodes, wrongName, wrongValue, type VocabularyFault } from "./vocabularyFault.ts";

/**
 * What a field lacks: a label and an example anywhere; in a schema that a form shows (one with sections), help text
 * and a section besides, unless the field is derived and so never typed; choices for a field that offers some.
 */
export function fieldFaults(schema: EntitySchema): VocabularyFault[] {
  return Object.entries(schema.properties).flatMap(([name, field]) =>
    lacks(field, sectionTitles(schema).length > 0).map((message) =>
      wrongName(["properties", name], `The field "${name}" ${message}`),
    ),
  );
}

function lacks(field: FieldSchema, isInForm: boolean): string[] {
  const isTyped = isInForm && !field["x-derived"];
  const hasChoices = field["x-options"] ?? field.enum ?? field.items?.enum;
  return [
    ...(field.title ? [] : ['has no label: add a "title".']),
    ...(isInForm && !field.description ? ['has no help text: add a "description".'] : []),
    ...(isTyped && !field["x-section"] ? ['stands in no section of the form: add an "x-section".'] : []),
    ...(field.examples === undefined ? ['has no example: add "examples", a list of valid values.'] : []),
    ...(field["x-widget"] === "options" && !hasChoices
      ? ['offers no choices: add "x-options" or an "enum".']
      : []),
  ];
}

/** Roles that code asks for, by schema: without one of them the portal or its services would stop. */
export const NEEDED_ROLES: Record<string, string[]> = {
  metadata: [
    ...["title", "summary", "identifier", "region", "county", "city"],
    ...["extent", "contacts", "originator"],
  ],
  contact: ["firstName", "lastName", "email", "phone", "affiliation"],
};

/** Roles that no field of a schema plays any more, and that code needs. */
export function roleFaults(schema: EntitySchema): VocabularyFault[] {
  const played = Object.values(schema.properties).map((field) => field["x-role"]);
  return (NEEDED_ROLES[schema.$id] ?? [])
    .filter((role) => !played.includes(role))
    .map((role) =>
      wrongName(
        ["properties"],
        `No field has the x-role "${role}", by which code finds it: give it to the field that takes its place.`,
      ),
    );
}

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
  return [wrongValue(path, `${what} "${name}" is for ${kind.words}, which this is not.`)];
}
