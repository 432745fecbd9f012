import type { FastifyInstance } from "fastify";
import type { JsonObject } from "../../contract/json.ts";
import { getSchema, type SchemaName } from "../../contract/schema/fields.ts";
import { encode } from "../../contract/wire/wire.ts";
import type { Services } from "../services.ts";
import { loadReferences, type ReferenceList } from "../stores/referenceStore.ts";
import { defineOperation } from "./operation.ts";

const common = { tag: "Contacts and reference lists", isList: true } as const;

const lists = [
  {
    list: "contactRoles",
    schema: "contact-role",
    route: defineOperation("listContactRoles", {
      ...common,
      summary: "List contact roles",
      description: "Returns the roles that a contact can have in a record.",
      response: "ContactRole",
    }),
  },
  {
    list: "agencies",
    schema: "agency",
    route: defineOperation("listAgencies", {
      ...common,
      summary: "List agencies",
      description: "Returns the agencies and companies that contacts and models can belong to.",
      response: "Agency",
    }),
  },
  {
    list: "software",
    schema: "software",
    route: defineOperation("listSoftware", {
      ...common,
      summary: "List software",
      description:
        "Returns the modeling programs that a record can name. Records store the abbreviation of a program.",
      response: "Software",
    }),
  },
  {
    list: "collections",
    schema: "collection",
    route: defineOperation("listCollections", {
      ...common,
      summary: "List collections",
      description: "Returns the collections of the data system, one for each flood planning region.",
      response: "Collection",
    }),
  },
] satisfies { list: ReferenceList; schema: SchemaName; route: unknown }[];

export function referenceRoutes(app: FastifyInstance, { db }: Services): void {
  for (const { list, schema, route } of lists)
    app.route({
      ...route,
      handler: async () => {
        const items = (await loadReferences(db))[list] as unknown as JsonObject[];
        return items.map((item) => encode(getSchema(schema), item, "read"));
      },
    });
}
