import { sectionTitles, type EntitySchema, type FieldSchema } from "../../../src/contract/schema/fields.ts";
import type { VocabularyFault } from "./vocabularyFault.ts";

/**
 * What a field lacks: a label and an example anywhere; in a schema that a form shows (one with sections), help text
 * and a section besides, unless the field is derived and so never typed; choices for a field that offers some.
 */
export function fieldFaults(schema: EntitySchema): VocabularyFault[] {
  return Object.entries(schema.properties).flatMap(([name, field]) =>
    lacks(field, sectionTitles(schema).length > 0).map((message) => ({
      path: ["properties", name],
      at: "name" as const,
      message: `The field "${name}" ${message}`,
    })),
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
