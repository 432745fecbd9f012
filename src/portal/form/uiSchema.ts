import { getUiOptions, type UiSchema } from "@rjsf/utils";
import type { AccessRole } from "../../contract/generated/vocabulary.ts";
import { canEditField, canReadField } from "../../contract/schema/access.ts";
import type { JsonObject } from "../../contract/json.ts";
import type { EntitySchema, FieldSchema } from "../../contract/schema/fields.ts";
import { listSchemaOptions } from "../../contract/schema/fieldSchema.ts";
import { listFormSections } from "../../contract/schema/formLayout.ts";
import { isOptionSource } from "./options/optionLists.ts";

const MAX_UNSEARCHED_OPTIONS = 10;

/** By x-widget. */
type UiSchemas = Record<string, UiSchema<JsonObject>>;

const WIDGETS: Record<string, (field: FieldSchema) => UiSchema<JsonObject>> = {
  shortText: () => ({}),
  longText: () => ({ "ui:widget": "textarea" }),
  password: () => ({ "ui:widget": "password" }),
  date: () => ({ "ui:widget": "date" }),
  tags: () => ({ "ui:widget": "tags" }),
  options: (field) => ({ "ui:widget": pickOptionsWidget(field), "ui:options": { label: false } }),
  periods: () => ({ "ui:options": { entry: "time period", card: "Period" } }),
};

/** RJSF's own widgets offer deprecated options too, and checkboxes only for arrays with uniqueItems. */
function pickOptionsWidget(field: FieldSchema): string {
  const options = listSchemaOptions(field);
  const needsSearch =
    options.length === 0 ||
    options.length > MAX_UNSEARCHED_OPTIONS ||
    options.some(({ isDeprecated }) => isDeprecated);
  if (field.type === "array") return needsSearch || !field.uniqueItems ? "multiAutocomplete" : "checkboxes";
  return needsSearch ? "autocomplete" : "select";
}

/** The widget of a field without x-widget; undefined leaves the decision to RJSF. */
function pickDefaultWidget(field: FieldSchema): string | undefined {
  const { type, items } = field;
  if (field["x-options"] || listSchemaOptions(field).length > 0) return "options";
  return type === "array" && items?.type === "string" ? "tags" : undefined;
}

/** An untouched checkbox has no value, so a required boolean offers both answers. */
const YES_OR_NO: UiSchema<JsonObject> = {
  "ui:widget": "radio",
  "ui:options": { inline: true, layout: "group" },
};

/** @throws Error when a schema names a widget or a list that does not exist */
function buildFieldUiSchema(
  field: FieldSchema,
  uiSchemas: UiSchemas,
  isRequired = false,
): UiSchema<JsonObject> {
  const source = field["x-options"]?.source;
  if (source !== undefined && !isOptionSource(source))
    throw new Error(`Unknown x-options source "${source}"`);
  const name = field["x-widget"] ?? pickDefaultWidget(field);
  if (name === undefined)
    return isRequired && field.type === "boolean" && field.const === undefined
      ? YES_OR_NO
      : buildNestedUiSchema(field, uiSchemas);
  const uiSchema = WIDGETS[name]?.(field) ?? uiSchemas[name];
  if (!uiSchema) throw new Error(`Unknown x-widget "${name}". Add it to WIDGETS or to a form extension.`);
  return uiSchema;
}

function buildNestedUiSchema(
  { properties, items, required }: FieldSchema,
  uiSchemas: UiSchemas,
): UiSchema<JsonObject> {
  if (items) return { items: buildFieldUiSchema(items, uiSchemas) };
  return Object.fromEntries(
    Object.entries(properties ?? {}).map(([name, part]) => [
      name,
      buildFieldUiSchema(part, uiSchemas, required?.includes(name)),
    ]),
  );
}

/** An input below its label, an input that includes its label (a checkbox), or a labeled group of inputs. */
export type Layout = "input" | "inline" | "group";

export function getLayout(field: FieldSchema, uiSchema: UiSchema<JsonObject> = {}): Layout {
  const { layout } = getUiOptions(uiSchema);
  if (layout !== undefined) return layout as Layout;
  if (field.type === "boolean") return "inline";
  if (field.type !== "array" && field.type !== "object") return "input";
  const widget = uiSchema["ui:widget"];
  return widget === "tags" || widget === "multiAutocomplete" ? "input" : "group";
}

/** Whether one input holds all entries of a list, so that errors of entries show at the list. */
export const isSingleInputList = ({ schema, uiSchema }: FormSchemas, name: string): boolean =>
  schema.properties[name]?.type === "array" &&
  (uiSchema[name] as UiSchema | undefined)?.["ui:widget"] !== undefined;

export interface FormSchemas {
  schema: EntitySchema;
  uiSchema: UiSchema<JsonObject>;
}

export interface FieldRestrictions {
  /** Not shown; the saved values do not change. */
  hiddenFields?: string[] | undefined;
  readOnlyFields?: string[] | undefined;
}

export function getFieldRestrictions(
  { properties }: EntitySchema,
  accessRoles: AccessRole[],
): FieldRestrictions {
  const fields = Object.entries(properties).filter(([, field]) => field["x-access"]);
  const hidden = fields.filter(([, field]) => !canReadField(field, accessRoles));
  const readOnly = fields.filter(
    ([, field]) => canReadField(field, accessRoles) && !canEditField(field, accessRoles),
  );
  return { hiddenFields: hidden.map(([name]) => name), readOnlyFields: readOnly.map(([name]) => name) };
}

export function buildUiSchema(
  schema: EntitySchema,
  { hiddenFields = [], readOnlyFields = [] }: FieldRestrictions = {},
  uiSchemas: UiSchemas = {},
): UiSchema<JsonObject> {
  const shown = listFormSections(schema).flatMap(({ fields }) => fields);
  return Object.fromEntries(
    Object.entries(schema.properties).map(([name, field]) => {
      if (!shown.includes(name) || hiddenFields.includes(name)) return [name, { "ui:widget": "hidden" }];
      const isReadOnly = readOnlyFields.includes(name);
      const uiSchema = buildFieldUiSchema(field, uiSchemas, schema.required?.includes(name));
      return [name, { ...uiSchema, ...(isReadOnly && { "ui:disabled": true }) }];
    }),
  );
}

export const buildSectionId = (idPrefix: string, title: string): string =>
  `${idPrefix}-${title.toLowerCase().replace(/[^a-z0-9]+/g, "-")}`;

/** True for the only field of a section with the same title: the heading is its label. */
export function isLabeledByHeading(schema: EntitySchema, name: string): boolean {
  const field = schema.properties[name];
  const section = listFormSections(schema).find(
    ({ title }) => title !== "" && title === field?.["x-section"],
  );
  return section?.title === field?.title && section?.fields.length === 1;
}
