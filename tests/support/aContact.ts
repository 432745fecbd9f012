import type { JsonObject } from "../../src/contract/json.ts";
import { buildExampleEntity, getSchema } from "../../src/contract/schema/fields.ts";

/** A valid contact, made of the schema's own examples. */
export const aContact = (overrides: JsonObject = {}): JsonObject => ({
  ...buildExampleEntity(getSchema("contact")),
  ...overrides,
});
