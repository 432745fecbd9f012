import swagger from "@fastify/swagger";
import swaggerUi from "@fastify/swagger-ui";
import type { FastifyInstance } from "fastify";
import { openApi } from "./openApi.ts";

/** The description of the calls: for people at `docs`, for machines at `docs/json`. Open to anyone. */
export async function docsRoutes(app: FastifyInstance): Promise<void> {
  const document = openApi(app.prefix) as { openapi: string };
  await app.register(swagger, { mode: "static", specification: { document } as never });
  // The page's links are relative: they hold only below its own folder.
  app.addHook("onRequest", async (request, reply) => {
    if (request.url === `${app.prefix}/docs`) return reply.redirect(`${app.prefix}/docs/`);
  });
  await app.register(swaggerUi, { routePrefix: "/docs", uiConfig: { validatorUrl: null } as never });
}
