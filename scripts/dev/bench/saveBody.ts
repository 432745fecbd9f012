import type { JsonObject } from "../../../src/contract/json.ts";
import { buildExampleEntity, getSchema } from "../../../src/contract/schema/fields.ts";
import { encode, fillDerivedFields } from "../../../src/contract/wire/wire.ts";
import { loadReferences, type Vendor } from "../lib/vendor.ts";

/** The schema's example as `save-record` takes it, without a record id. */
export async function buildSaveBody(vendor: Vendor): Promise<JsonObject> {
  const references = await loadReferences(vendor);
  const schema = getSchema("metadata");
  const metadata = fillDerivedFields(schema, buildExampleEntity(schema), references);
  const contacts = [{ contactId: vendor.account.id, roleId: "1" }];
  return encode(schema, { ...metadata, contacts }, "write", references);
}
