import type { UiSchema } from "@rjsf/utils";
import type { Bag, EntitySchema, FieldSchema } from "../../contract/fields.ts";
import type { KeptWords } from "./keptFields.ts";
import { SOURCES } from "./optionLists.ts";
import { sectionsOf } from "./sections.ts";
import { speaksOf, widgetNameOf } from "./widgetNames.ts";

/**
 * RJSF's uiSchema, from the x- words. A field that no section holds is hidden.
 *
 * @throws Error when the schema names a widget, a section or a list that does not exist
 */
export function uiSchemaOf(schema: EntitySchema, { omit, locked }: KeptWords = {}): UiSchema<Bag> {
  const shown = sectionsOf(schema).flatMap(({ fields }) => fields);
  return Object.fromEntries(
    Object.entries(schema.properties).map(([name, field]) => {
      if (!shown.includes(name) || speaksOf(omit, name, field)) return [name, { "ui:widget": "hidden" }];
      ensureSource(field);
      return [
        name,
        { "ui:widget": widgetNameOf(field), "ui:disabled": speaksOf(locked, name, field) || undefined },
      ];
    }),
  );
}

function ensureSource({ "x-options": options }: FieldSchema): void {
  if (options && !SOURCES.includes(options.source))
    throw new Error(`Unknown x-options source "${options.source}"`);
}
