import swagger from "@fastify/swagger";
import swaggerUi from "@fastify/swagger-ui";
import type { FastifyInstance } from "fastify";
import { openApi } from "./openApi.ts";

/** The description of the calls: for people at `docs`, for machines at `docs/json`. Open to anyone. */
export async function docsRoutes(app: FastifyInstance): Promise<void> {
  const document = openApi(app.prefix) as { openapi: string };
  await app.register(swagger, { mode: "static", specification: { document } as never });
  await app.register(swaggerUi, { routePrefix: "/docs", uiConfig: { validatorUrl: null } as never });
}
