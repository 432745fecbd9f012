import { endpoints, type Endpoint } from "../../../contract/wire/endpoints.ts";
import { schemaOf, type JsonObject, type SchemaName } from "../../../contract/schema/fields.ts";
import type { References } from "../../../contract/schema/references.ts";
import { decode } from "../../../contract/wire/wire.ts";
import type { Dialect, Row } from "./simpleRest.ts";
import type { VendorCall } from "../calls/vendorCall.ts";

const SOURCES: Record<keyof References, [resource: string, Endpoint, SchemaName]> = {
  collections: ["collections", endpoints.listCollections, "collection"],
  agencies: ["agencies", endpoints.listAgencies, "agency"],
  software: ["software", endpoints.listSoftware, "software"],
  contactRoles: ["contact-roles", endpoints.listContactRoles, "contact-role"],
};

/** The lists that come from calls, fetched once, together; a failed fetch is made again at the next use. */
export function referencesOf(call: VendorCall) {
  let loading: Promise<References> | undefined;
  const references = () => {
    loading ??= loadAll(call).catch((error: unknown) => {
      loading = undefined;
      throw error;
    });
    return loading;
  };
  const dialects = Object.fromEntries(
    Object.entries(SOURCES).map(([name, [resource]]): [string, Dialect] => [
      resource,
      { list: async () => (await references())[name as keyof References] as unknown as Row[] },
    ]),
  );
  return { references, dialects };
}

/** A list of somebody else's may hold an entry without a name; nobody could choose it. */
const isWhole = (schema: SchemaName, entry: JsonObject) =>
  (schemaOf(schema).required ?? []).every((field) => entry[field] !== undefined);

async function loadAll(call: VendorCall): Promise<References> {
  const lists = Object.entries(SOURCES).map(async ([name, [, endpoint, schema]]) => {
    const { rows } = await call(endpoint);
    const entries = rows.map((row) => decode(schemaOf(schema), row, "read"));
    return [name, entries.filter((entry) => isWhole(schema, entry))];
  });
  return Object.fromEntries(await Promise.all(lists)) as References;
}
