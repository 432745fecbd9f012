import type { JsonObject } from "../../../contract/json.ts";
import { getSchema, type SchemaName } from "../../../contract/schema/fields.ts";
import type { References } from "../../../contract/schema/references.ts";
import { referenceEndpoints } from "../../../contract/wire/referenceEndpoints.ts";
import { decode } from "../../../contract/wire/wire.ts";
import type { VendorCall } from "./vendorCall.ts";

export const REFERENCES_KEY = ["references"];

export async function fetchReferences(call: VendorCall): Promise<References> {
  const lists = Object.entries(referenceEndpoints).map(async ([name, [endpoint, schema]]) => {
    const { rows } = await call(endpoint);
    const entries = rows.map((row) => decode(getSchema(schema), row, "read"));
    return [name, entries.filter((entry) => hasRequiredFields(schema, entry))];
  });
  return Object.fromEntries(await Promise.all(lists)) as References;
}

/** Other services may list entries without a name. */
const hasRequiredFields = (schema: SchemaName, entry: JsonObject) =>
  (getSchema(schema).required ?? []).every((field) => entry[field] !== undefined);
