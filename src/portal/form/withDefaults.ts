import type { Bag, EntitySchema } from "../../contract/fields.ts";

/** Defaults stand for what was never given, once, at the start: what the user empties stays empty. */
export function withDefaults(schema: EntitySchema, initial: Bag): Bag {
  const values = { ...initial };
  for (const [name, field] of Object.entries(schema.properties)) {
    if (values[name] === undefined && field.default !== undefined)
      values[name] = structuredClone(field.default);
  }
  return values;
}
