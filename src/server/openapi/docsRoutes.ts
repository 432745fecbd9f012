import swagger, { type FastifyDynamicSwaggerOptions } from "@fastify/swagger";
import swaggerUi from "@fastify/swagger-ui";
import type { FastifyInstance, FastifySchema } from "fastify";
import type { JsonObject } from "../../contract/schema/fields.ts";
import { components } from "./components.ts";

const TOKEN = "accessToken";

/** Gathers the description of every call of `app` and below from its routes; before they are registered. */
export async function gatherOperations(app: FastifyInstance, apiPath: string): Promise<void> {
  const options: FastifyDynamicSwaggerOptions = {
    openapi: {
      openapi: "3.1.0",
      info: {
        title: "Flood model vendor services",
        version: "1.0.0",
        description:
          "Records of flood models, their uploads and their review. Field names in answers and in saves differ; both are described here. A refusal answers a message and, where fields are at fault, faults.",
      },
      servers: [{ url: apiPath }],
      components: { securitySchemes: { [TOKEN]: { type: "apiKey", in: "header", name: "x-access-token" } } },
      security: [{ [TOKEN]: [] }],
    },
    hideUntagged: true,
    convertConstToEnum: false,
    refResolver: { buildLocalReference: (json) => String(json.$id) },
    transform: ({ schema, url }) => ({ schema: withForm(schema), url: url.slice(apiPath.length) }),
    // Routes know the names and types of what they take and answer; people are told the rules too.
    transformObject: (gathered) => {
      const { openapiObject } = gathered as { openapiObject: JsonObject };
      const own = openapiObject["components"] as JsonObject;
      return { ...openapiObject, components: { ...own, schemas: components } } as never;
    },
  };
  await app.register(swagger, options);
}

/** A form's parts, and plain bytes, are read as they arrive: the route has no body that could be validated. */
function withForm(schema: FastifySchema & { form?: JsonObject } = {}): FastifySchema {
  const { form, ...rest } = schema;
  return form ? { ...rest, body: form } : rest;
}

/** The description of the calls: for people at `docs`, for machines at `docs/json`. Open to anyone. */
export async function docsRoutes(app: FastifyInstance): Promise<void> {
  // The page's links are relative: they hold only below its own folder.
  app.addHook("onRequest", async (request, reply) => {
    if (request.url === `${app.prefix}/docs`) return reply.redirect(`${app.prefix}/docs/`);
  });
  await app.register(swaggerUi, { routePrefix: "/docs", uiConfig: { validatorUrl: null } as never });
}
