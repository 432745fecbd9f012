import { endpoints } from "../../../src/contract/wire/endpoints.ts";
import type { JsonObject } from "../../../src/contract/json.ts";
import { getListByRole, getSchema, getTextByRole } from "../../../src/contract/schema/fields.ts";
import { decode } from "../../../src/contract/wire/wire.ts";
import { loadReferences, type Vendor } from "./benchPortal.ts";

/** A vendor's records as flat rows, for the peer's table. */
export async function listedRecords(vendor: Vendor): Promise<JsonObject[]> {
  const references = await loadReferences(vendor);
  const { rows } = await vendor.call(endpoints.listRecords, {
    params: { username: vendor.account.username },
  });
  const schema = getSchema("metadata");
  return rows.map((row) => {
    const { id, status, timeOfLastStatusChange } = decode(getSchema("record"), row, "read");
    const metadata = decode(schema, row, "read", references);
    return {
      id,
      title: getTextByRole(schema, metadata, "title"),
      identifier: getTextByRole(schema, metadata, "identifier"),
      summary: getTextByRole(schema, metadata, "summary"),
      cities: getListByRole(schema, metadata, "city").join(", "),
      counties: getListByRole(schema, metadata, "county").join(", "),
      status,
      since: timeOfLastStatusChange,
    };
  });
}
