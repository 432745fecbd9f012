import { endpoints, type Endpoint } from "../../../contract/wire/endpoints.ts";
import type { JsonObject } from "../../../contract/json.ts";
import { getSchema, type SchemaName } from "../../../contract/schema/fields.ts";
import type { References } from "../../../contract/schema/references.ts";
import { decode } from "../../../contract/wire/wire.ts";
import type { VendorResource, Row } from "./simpleRest.ts";
import type { VendorCall } from "../calls/vendorCall.ts";

const REFERENCE_LISTS: Record<keyof References, [resource: string, Endpoint, SchemaName]> = {
  collections: ["collections", endpoints.listCollections, "collection"],
  agencies: ["agencies", endpoints.listAgencies, "agency"],
  software: ["software", endpoints.listSoftware, "software"],
  contactRoles: ["contact-roles", endpoints.listContactRoles, "contact-role"],
};

/** Fetched once, together. After a failure, the next use fetches again. */
export function createReferences(call: VendorCall) {
  let pendingReferences: Promise<References> | undefined;
  const getReferences = () => {
    pendingReferences ??= loadReferences(call).catch((error: unknown) => {
      pendingReferences = undefined;
      throw error;
    });
    return pendingReferences;
  };
  const resources = Object.fromEntries(
    Object.entries(REFERENCE_LISTS).map(([name, [resource]]): [string, VendorResource] => [
      resource,
      { list: async () => (await getReferences())[name as keyof References] as unknown as Row[] },
    ]),
  );
  return { getReferences, resources };
}

/** Other services may list entries without a name. */
const hasRequiredFields = (schema: SchemaName, entry: JsonObject) =>
  (getSchema(schema).required ?? []).every((field) => entry[field] !== undefined);

async function loadReferences(call: VendorCall): Promise<References> {
  const lists = Object.entries(REFERENCE_LISTS).map(async ([name, [, endpoint, schema]]) => {
    const { rows } = await call(endpoint);
    const entries = rows.map((row) => decode(getSchema(schema), row, "read"));
    return [name, entries.filter((entry) => hasRequiredFields(schema, entry))];
  });
  return Object.fromEntries(await Promise.all(lists)) as References;
}
