import type { EntitySchema, FieldSchema } from "../../../contract/fields.ts";

export interface DetailSection {
  title: string;
  fields: [name: string, field: FieldSchema][];
}

/** The fields that readers see, under the schema's sections in its order; what has no section comes last. */
export function detailSections(schema: EntitySchema): DetailSection[] {
  const shown = Object.entries(schema.properties).filter(([, field]) => field["x-detail"] !== false);
  const sections = schema["x-sections"] ?? [];
  const inSection = (title: string) => shown.filter(([, field]) => field["x-section"] === title);
  const others = shown.filter(([, field]) => !sections.includes(field["x-section"] ?? ""));
  return [
    ...sections.map((title) => ({ title, fields: inSection(title) })),
    { title: "Other", fields: others },
  ].filter(({ fields }) => fields.length > 0);
}
