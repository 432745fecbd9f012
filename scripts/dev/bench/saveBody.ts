import type { JsonObject } from "../../../src/contract/json.ts";
import { buildExampleEntity, getSchema } from "../../../src/contract/schema/fields.ts";
import { encode, fillDerivedFields } from "../../../src/contract/wire/wire.ts";
import { fetchReferences } from "../../../src/portal/providers/calls/referenceCalls.ts";
import type { Vendor } from "../lib/vendor.ts";

/** The schema's example as `save-record` takes it, without a record id. */
export async function buildSaveBody(vendor: Vendor): Promise<JsonObject> {
  const references = await fetchReferences(vendor.call);
  const schema = getSchema("metadata");
  const metadata = fillDerivedFields(schema, buildExampleEntity(schema), references);
  const contacts = [{ contactId: vendor.account.id, roleId: "1" }];
  return encode(schema, { ...metadata, contacts }, "write", references);
}
