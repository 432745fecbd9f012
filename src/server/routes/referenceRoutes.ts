import type { FastifyInstance } from "fastify";
import { schemaOf, type JsonObject, type SchemaName } from "../../contract/schema/fields.ts";
import { encode } from "../../contract/wire/wire.ts";
import type { Services } from "../services.ts";
import { loadReferences, type ReferenceList } from "../stores/referenceStore.ts";
import { operation } from "./operation.ts";

const about = { tag: "Contacts and lists", isList: true } as const;

const lists = [
  {
    list: "contactRoles",
    schema: "contact-role",
    route: operation("listContactRoles", {
      ...about,
      summary: "List contact roles",
      description: "What a contact can do for a record.",
      answer: "ContactRole",
    }),
  },
  {
    list: "agencies",
    schema: "agency",
    route: operation("listAgencies", {
      ...about,
      summary: "List agencies",
      description: "The agencies and companies that contacts and models belong to.",
      answer: "Agency",
    }),
  },
  {
    list: "software",
    schema: "software",
    route: operation("listSoftware", {
      ...about,
      summary: "List software",
      description: "The programs that run flood models. Records keep the abbreviation.",
      answer: "Software",
    }),
  },
  {
    list: "collections",
    schema: "collection",
    route: operation("listCollections", {
      ...about,
      summary: "List collections",
      description: "The data system's collections, one for each flood planning region.",
      answer: "Collection",
    }),
  },
] satisfies { list: ReferenceList; schema: SchemaName; route: unknown }[];

/** The lists a form offers: contact roles, agencies, software, collections. */
export function referenceRoutes(app: FastifyInstance, { db }: Services): void {
  for (const { list, schema, route } of lists)
    app.route({
      ...route,
      handler: async () => {
        const items = (await loadReferences(db))[list] as unknown as JsonObject[];
        return items.map((item) => encode(schemaOf(schema), item, "read"));
      },
    });
}
