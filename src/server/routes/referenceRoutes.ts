import type { FastifyInstance } from "fastify";
import { endpoints, type Endpoint } from "../../contract/endpoints.ts";
import { schemaOf, type Bag, type SchemaName } from "../../contract/fields.ts";
import { encode } from "../../contract/wire.ts";
import type { Services } from "../services.ts";
import { loadReferences, type ReferenceList } from "../stores/referenceStore.ts";

const lists: { endpoint: Endpoint; schema: SchemaName; list: ReferenceList }[] = [
  { endpoint: endpoints.listContactRoles, schema: "contact-role", list: "contactRoles" },
  { endpoint: endpoints.listAgencies, schema: "agency", list: "agencies" },
  { endpoint: endpoints.listSoftware, schema: "software", list: "software" },
  { endpoint: endpoints.listCollections, schema: "collection", list: "collections" },
];

/** The lists a form offers: contact roles, agencies, software, collections. */
export function referenceRoutes(app: FastifyInstance, { db }: Services): void {
  for (const { endpoint, schema, list } of lists) {
    app.route({
      method: endpoint.method,
      url: endpoint.path,
      handler: async () => {
        const items = (await loadReferences(db))[list] as unknown as Bag[];
        return items.map((item) => encode(schemaOf(schema), item, "read"));
      },
    });
  }
}
