import type { UiSchema } from "@rjsf/utils";
import type { PartyName } from "../../contract/generated/vocabulary.ts";
import { mayEdit, mayRead } from "../../contract/schema/access.ts";
import {
  sectionTitles,
  type JsonObject,
  type EntitySchema,
  type FieldSchema,
} from "../../contract/schema/fields.ts";
import { choicesOf } from "../../contract/schema/fieldSchema.ts";
import { SOURCES } from "./options/optionLists.ts";

/** A longer list of fixed choices is searched; up to so many stand open, as RJSF's theme has them. */
const MOST_OPEN_CHOICES = 10;

/** What the schema's words for inputs are to RJSF: one of its widgets, or one of its fields with our options. */
const WIDGETS: Record<string, (field: FieldSchema) => UiSchema<JsonObject>> = {
  shortText: () => ({}),
  longText: () => ({ "ui:widget": "textarea" }),
  password: () => ({ "ui:widget": "password" }),
  date: () => ({ "ui:widget": "date" }),
  tags: () => ({ "ui:widget": "tags" }),
  options: (field) => ({ "ui:widget": choiceWidget(field), "ui:options": { label: false } }),
  geodatabase: () => ({ "ui:widget": "geodatabase" }),
  originatorContact: () => ({ "ui:widget": "originator" }),
  periods: () => ({ "ui:options": { entry: "time period", card: "Period" } }),
  contacts: () => ({
    "ui:options": { entry: "contact", card: "Contact" },
    items: {
      contactId: { "ui:widget": "contact", "ui:options": { layout: "group" } },
      roleId: { "ui:widget": "choice", "ui:options": { source: "contactRoles" } },
    },
  }),
};

/**
 * RJSF's own inputs offer all that the schema allows, and boxes only for a list whose entries are said to be unique; a
 * choice that is offered no more needs one of ours.
 */
function choiceWidget(field: FieldSchema): string {
  const choices = choicesOf(field);
  const isOwn =
    choices.length === 0 || choices.length > MOST_OPEN_CHOICES || choices.some((one) => one.isDeprecated);
  if (field.type === "array") return isOwn || !field.uniqueItems ? "choices" : "checkboxes";
  return isOwn ? "choice" : "select";
}

/** What a field without a word of its own is entered with; undefined where RJSF knows by itself. */
function widgetOfType(field: FieldSchema): string | undefined {
  const { type, items } = field;
  if (field["x-options"] || choicesOf(field).length > 0) return "options";
  return type === "array" && items?.type === "string" ? "tags" : undefined;
}

/** @throws Error when a schema names a widget or a list that does not exist */
function uiSchemaOfField(field: FieldSchema): UiSchema<JsonObject> {
  const source = field["x-options"]?.source;
  if (source !== undefined && !SOURCES.includes(source))
    throw new Error(`Unknown x-options source "${source}"`);
  const name = field["x-widget"] ?? widgetOfType(field);
  if (name === undefined) return uiSchemaOfParts(field);
  if (!Object.hasOwn(WIDGETS, name)) throw new Error(`Unknown x-widget "${name}"`);
  return WIDGETS[name]!(field);
}

function uiSchemaOfParts({ properties, items }: FieldSchema): UiSchema<JsonObject> {
  if (items) return { items: uiSchemaOfField(items) };
  return Object.fromEntries(
    Object.entries(properties ?? {}).map(([name, part]) => [name, uiSchemaOfField(part)]),
  );
}

/** How a field stands: under its label, as its own label (a checkbox), or as a named group of inputs. */
export type Layout = "input" | "inline" | "group";

export function layoutOf(field: FieldSchema): Layout {
  if (field.type === "boolean") return "inline";
  if (field.type !== "array" && field.type !== "object") return "input";
  const widget = uiSchemaOfField(field)["ui:widget"];
  return widget === "tags" || widget === "choices" ? "input" : "group";
}

/** Whether a list is entered as a whole, so that what is wrong with an entry is said at the list. */
export const isEnteredWhole = (field: FieldSchema | undefined): boolean =>
  field?.type === "array" && uiSchemaOfField(field)["ui:widget"] !== undefined;

/** Short values share a line where there is room. A choice that has none to share it with may have a long name. */
export function isWide(fields: FieldSchema[], index: number): boolean {
  const field = fields[index] ?? {};
  const before = fields.slice(0, index).findLastIndex((one) => !isShort(one));
  const next = fields[index + 1];
  const isAlone = (index - before) % 2 === 1 && !(next && isShort(next));
  return !isShort(field) || (field["x-options"] !== undefined && isAlone);
}

function isShort(field: FieldSchema): boolean {
  if (field.type === "array" || field["x-widget"] === "geodatabase") return false;
  return field["x-widget"] !== undefined
    ? ["shortText", "date", "options"].includes(field["x-widget"])
    : field.format === "date" || choicesOf(field).length > 0;
}

export interface KeptWords {
  /** Names of fields not shown; their values are kept. */
  omit?: string[] | undefined;
  /** Names of fields shown but not editable. */
  locked?: string[] | undefined;
}

/** What a form keeps from somebody: the fields that they may not read, and those that they may not edit. */
export function keptFrom({ properties }: EntitySchema, parties: PartyName[]): KeptWords {
  const fields = Object.entries(properties).filter(([, field]) => field["x-access"]);
  const omit = fields.filter(([, field]) => !mayRead(field, parties));
  const locked = fields.filter(([, field]) => mayRead(field, parties) && !mayEdit(field, parties));
  return { omit: omit.map(([name]) => name), locked: locked.map(([name]) => name) };
}

/** RJSF's uiSchema, from the x- words. A field that no section holds is hidden. */
export function uiSchemaOf(
  schema: EntitySchema,
  { omit = [], locked = [] }: KeptWords = {},
): UiSchema<JsonObject> {
  const shown = sectionsOf(schema).flatMap(({ fields }) => fields);
  return Object.fromEntries(
    Object.entries(schema.properties).map(([name, field]) => {
      if (!shown.includes(name) || omit.includes(name)) return [name, { "ui:widget": "hidden" }];
      return [name, { ...uiSchemaOfField(field), ...(locked.includes(name) && { "ui:disabled": true }) }];
    }),
  );
}

export interface Section {
  /** Empty for a schema without sections. */
  title: string;
  fields: string[];
}

/** The groups of a form, in order. A schema without sections is one group of all its fields. */
export function sectionsOf(schema: EntitySchema): Section[] {
  const fields = Object.entries(schema.properties);
  const titles = sectionTitles(schema);
  if (titles.length === 0) return [{ title: "", fields: fields.map(([name]) => name) }];
  return titles.map((title) => ({
    title,
    fields: fields.filter(([, field]) => field["x-section"] === title).map(([name]) => name),
  }));
}

/** The anchor of a section, for links from elsewhere on the page. */
export const sectionId = (idPrefix: string, title: string): string =>
  `${idPrefix}-${title.toLowerCase().replace(/[^a-z0-9]+/g, "-")}`;

/** True for a field alone in a section of the same name: the section's heading is its label. */
export function isNamedByHeading(schema: EntitySchema, name: string): boolean {
  const field = schema.properties[name];
  const section = sectionsOf(schema).find(({ title }) => title !== "" && title === field?.["x-section"]);
  return section?.title === field?.title && section?.fields.length === 1;
}
