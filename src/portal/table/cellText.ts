import type { Bag, FieldSchema } from "../../contract/fields.ts";

/** Readable names of coded values, by the reference list (`x-options.source`) that holds them. */
export type Labels = Partial<Record<string, Map<string, string>>>;

/** A value as a table says it: lists joined by comma and space, periods as "start to end", codes by their names. */
export function cellText(node: FieldSchema, value: unknown, labels: Labels = {}): string {
  if (value === undefined || value === null) return "";
  if (Array.isArray(value)) {
    // The list behind a field with many values is named by the field, not by its entries.
    const list = node["x-options"];
    const entry = { ...node.items, ...(list && { "x-options": list }) };
    return value
      .map((item) => cellText(entry, item, labels))
      .filter(Boolean)
      .join(", ");
  }
  if (typeof value === "boolean") return value ? "Yes" : "No";
  if (typeof value === "object")
    return Object.values(value as Bag)
      .filter(Boolean)
      .join(" to ");
  const text = String(value);
  return labels[node["x-options"]?.source ?? ""]?.get(text) ?? text;
}
