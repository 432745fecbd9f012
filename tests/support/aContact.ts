import { schemaOf, type Bag } from "../../src/contract/schema/fields.ts";

/** A valid contact, made of the schema's own examples. */
export function aContact(overrides: Bag = {}): Bag {
  const examples = Object.entries(schemaOf("contact").properties).map(([name, field]) => [
    name,
    field.examples?.[0],
  ]);
  return { ...Object.fromEntries(examples), ...overrides };
}
