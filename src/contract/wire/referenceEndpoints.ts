import type { SchemaName } from "../schema/fields.ts";
import type { References } from "../schema/references.ts";
import { endpoints, type Endpoint } from "./endpoints.ts";

/** The call that returns each reference list of the services, and the schema of its entries. */
export const referenceEndpoints: Record<keyof References, [endpoint: Endpoint, schema: SchemaName]> = {
  collections: [endpoints.listCollections, "collection"],
  agencies: [endpoints.listAgencies, "agency"],
  software: [endpoints.listSoftware, "software"],
  contactRoles: [endpoints.listContactRoles, "contact-role"],
};
