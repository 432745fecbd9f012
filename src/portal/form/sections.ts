import type { EntitySchema } from "../../contract/fields.ts";

export interface Section {
  /** Empty for a schema without sections. */
  title: string;
  fields: string[];
}

/** The groups of a form, in order. A schema without sections is one group of all its fields. */
export function sectionsOf(schema: EntitySchema): Section[] {
  const fields = Object.entries(schema.properties);
  const titles = schema["x-sections"];
  if (!titles) return [{ title: "", fields: fields.map(([name]) => name) }];
  const unknown = fields.find(([, field]) => field["x-section"] && !titles.includes(field["x-section"]));
  if (unknown) throw new Error(`Unknown x-section "${unknown[1]["x-section"]}" of the field "${unknown[0]}"`);
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
