import { listSchemaOptions } from "./fieldSchema.ts";
import { listSectionTitles, type EntitySchema, type FieldSchema } from "./fields.ts";

export interface SchemaSection {
  /** Empty for a schema without sections. */
  title: string;
  /** Names of the fields. */
  fields: string[];
}

/** The sections of a form, in order. A schema without sections is one section with all its fields. */
export function listFormSections(schema: EntitySchema): SchemaSection[] {
  const fields = Object.entries(schema.properties);
  const titles = listSectionTitles(schema);
  if (titles.length === 0) return [{ title: "", fields: fields.map(([name]) => name) }];
  return titles.map((title) => ({
    title,
    fields: fields.filter(([, field]) => field["x-section"] === title).map(([name]) => name),
  }));
}

/** Two short fields share a row. A list of options without a neighbor takes the whole row: its labels can be long. */
export function isWideField(fields: FieldSchema[], index: number): boolean {
  const field = fields[index] ?? {};
  const previousWide = fields.slice(0, index).findLastIndex((other) => !isShortField(other));
  const next = fields[index + 1];
  const hasNoNeighbor = (index - previousWide) % 2 === 1 && !(next && isShortField(next));
  return !isShortField(field) || (field["x-options"] !== undefined && hasNoNeighbor);
}

function isShortField(field: FieldSchema): boolean {
  if (field.type === "array" || field["x-widget"] === "geodatabase") return false;
  return field["x-widget"] !== undefined
    ? ["shortText", "date", "options"].includes(field["x-widget"])
    : field.format === "date" || listSchemaOptions(field).length > 0;
}
