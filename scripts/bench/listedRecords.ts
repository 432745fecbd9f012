import { endpoints } from "../../src/contract/wire/endpoints.ts";
import { listOf, schemaOf, textOf, type JsonObject } from "../../src/contract/schema/fields.ts";
import { decode } from "../../src/contract/wire/wire.ts";
import { loadReferences, type Vendor } from "./benchPortal.ts";

/** A vendor's records as flat rows, for the peer's table. */
export async function listedRecords(vendor: Vendor): Promise<JsonObject[]> {
  const references = await loadReferences(vendor);
  const { rows } = await vendor.call(endpoints.listRecords, {
    params: { username: vendor.account.username },
  });
  const schema = schemaOf("metadata");
  return rows.map((row) => {
    const { id, status, timeOfLastStatusChange } = decode(schemaOf("record"), row, "read");
    const metadata = decode(schema, row, "read", references);
    return {
      id,
      title: textOf(schema, metadata, "title"),
      identifier: textOf(schema, metadata, "identifier"),
      summary: textOf(schema, metadata, "summary"),
      cities: listOf(schema, metadata, "city").join(", "),
      counties: listOf(schema, metadata, "county").join(", "),
      status,
      since: timeOfLastStatusChange,
    };
  });
}
