import { examplesOf, schemaOf, type Bag } from "../../src/contract/schema/fields.ts";

/** A valid contact, made of the schema's own examples. */
export const aContact = (overrides: Bag = {}): Bag => ({ ...examplesOf(schemaOf("contact")), ...overrides });
