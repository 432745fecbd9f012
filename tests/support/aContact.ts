import type { JsonObject } from "../../src/contract/json.ts";
import { buildExampleEntity, getSchema } from "../../src/contract/schema/fields.ts";

/** A valid contact, from the examples in the schema. */
export const aContact = (overrides: JsonObject = {}): JsonObject => ({
  ...buildExampleEntity(getSchema("contact")),
  ...overrides,
});
