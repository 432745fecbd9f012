import { endpoints, type Endpoint } from "../../contract/endpoints.ts";
import { schemaOf, type Bag, type SchemaName } from "../../contract/fields.ts";
import type { References } from "../../contract/references.ts";
import { decode } from "../../contract/wire.ts";
import type { VendorCall } from "./vendorCall.ts";

const SOURCES: Record<keyof References, [Endpoint, SchemaName]> = {
  collections: [endpoints.listCollections, "collection"],
  agencies: [endpoints.listAgencies, "agency"],
  software: [endpoints.listSoftware, "software"],
  contactRoles: [endpoints.listContactRoles, "contact-role"],
};

/** The lists that come from calls, fetched once. A failed fetch is tried again at the next use. */
export function createReferenceLoader(call: VendorCall): () => Promise<References> {
  let loading: Promise<References> | undefined;
  return () => {
    loading ??= loadAll(call).catch((error: unknown) => {
      loading = undefined;
      throw error;
    });
    return loading;
  };
}

/** A list of somebody else's may hold an entry without a name; nobody could choose it. */
const isWhole = (schema: SchemaName, entry: Bag) =>
  (schemaOf(schema).required ?? []).every((field) => entry[field] !== undefined);

async function loadAll(call: VendorCall): Promise<References> {
  const lists = Object.entries(SOURCES).map(async ([name, [endpoint, schema]]) => {
    const { rows } = await call(endpoint);
    const entries = rows.map((row) => decode(schemaOf(schema), row, "read"));
    return [name, entries.filter((entry) => isWhole(schema, entry))];
  });
  return Object.fromEntries(await Promise.all(lists)) as References;
}
