import type { JsonObject, FieldSchema } from "./fields.ts";
import { choicesOf } from "./fieldSchema.ts";

/** Readable names of coded values, by the reference list (`x-options.source`) that holds them. */
export type Labels = Partial<Record<string, Map<string, string>>>;

/** A value as a table says it: lists joined by comma and space, periods as "start to end", codes by their names. */
export function cellText(node: FieldSchema, value: unknown, labels: Labels = {}): string {
  if (value === undefined || value === null) return "";
  if (Array.isArray(value)) {
    // The list behind a field with many values is named by the field, not by its entries.
    const list = node["x-options"];
    const unit = node["x-unit"];
    const entry = {
      ...node.items,
      ...(list && { "x-options": list }),
      ...(unit && { "x-unit": unit }),
    };
    return value
      .map((item) => cellText(entry, item, labels))
      .filter(Boolean)
      .join(", ");
  }
  if (typeof value === "boolean") return value ? "Yes" : "No";
  if (typeof value === "object") return groupText(node, value as JsonObject, labels);
  const text = node["x-role"] === "extent" ? originalName(String(value)) : String(value);
  const own = choicesOf(node).find((choice) => choice.value === value);
  const words = labels[node["x-options"]?.source ?? ""]?.get(text) ?? own?.label ?? text;
  return node["x-unit"] ? `${words} ${node["x-unit"]}` : words;
}

/** A period is told as "start to end"; of any other group each part by its label. */
function groupText({ properties = {} }: FieldSchema, group: JsonObject, labels: Labels): string {
  const names = Object.keys(group);
  const isPeriod = names.length > 0 && names.every((name) => name === "start" || name === "end");
  const parts = names
    .map((name) => ({ name, text: cellText(properties[name] ?? {}, group[name], labels) }))
    .filter(({ text }) => text !== "");
  return isPeriod
    ? parts.map(({ text }) => text).join(" to ")
    : parts.map(({ name, text }) => `${properties[name]?.title ?? name}: ${text}`).join("; ");
}

/** A stored geodatabase by the name its vendor gave it, without the id that keeps it apart from others. */
export const originalName = (name: string): string =>
  name.replace(/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}_/i, "");
