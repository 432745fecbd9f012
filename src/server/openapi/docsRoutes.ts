import swagger, { type FastifyDynamicSwaggerOptions } from "@fastify/swagger";
import swaggerUi from "@fastify/swagger-ui";
import type { FastifyInstance, FastifySchema } from "fastify";
import type { JsonObject } from "../../contract/json.ts";
import { components } from "./components.ts";

const TOKEN_SCHEME = "accessToken";

/** Builds the OpenAPI document from the routes of `app`. Must run before they are registered. */
export async function registerOpenApi(app: FastifyInstance, apiPath: string): Promise<void> {
  const options: FastifyDynamicSwaggerOptions = {
    openapi: {
      openapi: "3.1.0",
      info: {
        title: "Flood model vendor services",
        version: "1.0.0",
        description:
          "Records of flood models, their uploads and their review. Responses and saves use different field names; both are described here. An error response contains a message and, for fields that are not valid, `faults`.",
      },
      servers: [{ url: apiPath }],
      components: {
        securitySchemes: { [TOKEN_SCHEME]: { type: "apiKey", in: "header", name: "x-access-token" } },
      },
      security: [{ [TOKEN_SCHEME]: [] }],
    },
    hideUntagged: true,
    convertConstToEnum: false,
    refResolver: { buildLocalReference: (json) => String(json.$id) },
    transform: ({ schema, url }) => ({ schema: withFormBody(schema), url: url.slice(apiPath.length) }),
    // Routes only use names and types; the document shows the complete schemas with their rules.
    transformObject: (document) => {
      const { openapiObject } = document as { openapiObject: JsonObject };
      const otherComponents = openapiObject["components"] as JsonObject;
      return { ...openapiObject, components: { ...otherComponents, schemas: components } } as never;
    },
  };
  await app.register(swagger, options);
}

/** Forms and binary bodies are streamed, so Fastify must not validate them: the body is only documented. */
function withFormBody(schema: FastifySchema & { form?: JsonObject } = {}): FastifySchema {
  const { form, ...rest } = schema;
  return form ? { ...rest, body: form } : rest;
}

export async function docsRoutes(app: FastifyInstance): Promise<void> {
  // The page's links are relative to `docs/`.
  app.addHook("onRequest", async (request, reply) => {
    if (request.url === `${app.prefix}/docs`) return reply.redirect(`${app.prefix}/docs/`);
  });
  await app.register(swaggerUi, { routePrefix: "/docs", uiConfig: { validatorUrl: null } as never });
}
