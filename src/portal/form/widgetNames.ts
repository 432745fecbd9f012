import type { EntitySchema, FieldSchema } from "../../contract/fields.ts";

/**
 * How a widget stands in its field: under the label (`input`), in place of it (`inline`, for a checkbox that is its
 * own label), or as a named group of inputs (`group`).
 */
export type Layout = "input" | "inline" | "group";

/** Every widget, by the name schemas know it under. */
const LAYOUTS = {
  text: "input",
  longText: "input",
  password: "input",
  number: "input",
  checkbox: "inline",
  options: "input",
  tags: "input",
  date: "input",
  periods: "group",
  geodatabase: "input",
  originatorContact: "inline",
  contacts: "group",
} satisfies Record<string, Layout>;

export type WidgetName = keyof typeof LAYOUTS;

export const layoutOf = (field: FieldSchema): Layout => LAYOUTS[widgetNameOf(field)];

/** @throws Error when no widget has the name, or none suits the type of a field that names none */
export function widgetNameOf(field: FieldSchema): WidgetName {
  const name = field["x-widget"] ?? widgetOfType(field);
  if (name === undefined || !Object.hasOwn(LAYOUTS, name))
    throw new Error(`Unknown x-widget "${name ?? `for the type ${String(field.type)}`}"`);
  return name as WidgetName;
}

function widgetOfType({ type, enum: own, items, format, ...field }: FieldSchema): WidgetName | undefined {
  if (own ?? items?.enum ?? field["x-options"]) return "options";
  if (type === "string") return format === "date" ? "date" : "text";
  if (type === "number" || type === "integer") return "number";
  if (type === "array" && items?.type === "string") return "tags";
  return type === "boolean" ? "checkbox" : undefined;
}

/** Whether a list of names or roles speaks of the field. */
export const speaksOf = (
  list: string[] | undefined,
  name: string,
  field: EntitySchema["properties"][string],
) => (list ?? []).some((word) => word === name || word === field["x-role"]);
