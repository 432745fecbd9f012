import { schemaOf, type JsonObject } from "../../src/contract/schema/fields.ts";
import { CONTACT_IDENTIFIER } from "../../src/contract/schema/product.ts";
import { encode } from "../../src/contract/wire/wire.ts";

/** One contact as the vendor services answer it. */
export const aWireContact = (id: string, contact: JsonObject): JsonObject => ({
  ...encode(schemaOf("contact"), contact, "read"),
  contact_id: id,
  [CONTACT_IDENTIFIER]: id,
});
