import { endpoints } from "../../src/contract/wire/endpoints.ts";
import type { JsonObject } from "../../src/contract/json.ts";
import { getSchema, type SchemaName } from "../../src/contract/schema/fields.ts";
import { encode } from "../../src/contract/wire/wire.ts";
import { someReferences } from "./references.ts";

const onTheWire = (schema: SchemaName, rows: object[]) =>
  rows.map((row) => encode(getSchema(schema), row as JsonObject, "read"));

/** The answers of the four calls that return reference lists, by path. */
export function wireReferences(): Record<string, JsonObject[]> {
  const { collections, agencies, software, contactRoles } = someReferences();
  return {
    [endpoints.listCollections.path]: onTheWire("collection", collections),
    [endpoints.listAgencies.path]: onTheWire("agency", agencies),
    [endpoints.listSoftware.path]: onTheWire("software", software),
    [endpoints.listContactRoles.path]: onTheWire("contact-role", contactRoles),
  };
}
