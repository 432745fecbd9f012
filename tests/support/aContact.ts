import { examplesOf, schemaOf, type JsonObject } from "../../src/contract/schema/fields.ts";

/** A valid contact, made of the schema's own examples. */
export const aContact = (overrides: JsonObject = {}): JsonObject => ({
  ...examplesOf(schemaOf("contact")),
  ...overrides,
});
