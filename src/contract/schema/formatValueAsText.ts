import type { JsonObject } from "../json.ts";
import type { FieldSchema } from "./fields.ts";
import { getEntrySchema, listSchemaOptions } from "./fieldSchema.ts";

export type LabelsBySource = Partial<Record<string, Map<string, string>>>;

export function formatValueAsText(node: FieldSchema, value: unknown, labels: LabelsBySource = {}): string {
  if (value === undefined || value === null) return "";
  if (Array.isArray(value)) {
    const entry = getEntrySchema(node);
    return value
      .map((item) => formatValueAsText(entry, item, labels))
      .filter(Boolean)
      .join(", ");
  }
  if (typeof value === "boolean") return value ? "Yes" : "No";
  if (typeof value === "object") return formatGroup(node, value as JsonObject, labels);
  const text = node["x-role"] === "extent" ? getOriginalFileName(String(value)) : String(value);
  const schemaOption = listSchemaOptions(node).find((option) => option.value === value);
  const label = labels[node["x-options"]?.source ?? ""]?.get(text) ?? schemaOption?.label ?? text;
  return node["x-unit"] ? `${label} ${node["x-unit"]}` : label;
}

function formatGroup({ properties = {} }: FieldSchema, group: JsonObject, labels: LabelsBySource): string {
  const names = Object.keys(group);
  const isPeriod = names.length > 0 && names.every((name) => name === "start" || name === "end");
  const parts = names
    .map((name) => ({ name, text: formatValueAsText(properties[name] ?? {}, group[name], labels) }))
    .filter(({ text }) => text !== "");
  return isPeriod
    ? parts.map(({ text }) => text).join(" to ")
    : parts.map(({ name, text }) => `${properties[name]?.title ?? name}: ${text}`).join("; ");
}

/** Removes the UUID prefix that makes the name of a stored geodatabase unique. */
export const getOriginalFileName = (name: string): string =>
  name.replace(/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}_/i, "");
