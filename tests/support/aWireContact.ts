import type { JsonObject } from "../../src/contract/json.ts";
import { getSchema } from "../../src/contract/schema/fields.ts";
import { CONTACT_ID_KEY } from "../../src/contract/schema/product.ts";
import { encode } from "../../src/contract/wire/wire.ts";

/** A contact as the vendor services return it. */
export const aWireContact = (id: string, contact: JsonObject): JsonObject => ({
  ...encode(getSchema("contact"), contact, "read"),
  contact_id: id,
  [CONTACT_ID_KEY]: id,
});
