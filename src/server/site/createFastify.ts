import { randomUUID } from "node:crypto";
import type { IncomingHttpHeaders } from "node:http";
import fastJsonStringify, { type Options, type Schema } from "fast-json-stringify";
import fastify, { LogController, type FastifyInstance, type FastifyRequest } from "fastify";
import { schemas } from "../../contract/generated/schemas.ts";
import type { JsonObject } from "../../contract/json.ts";
import { getSchema, type SchemaName } from "../../contract/schema/fields.ts";
import type { Config } from "../config.ts";
import { entityComponents, ownComponents } from "../openapi/components.ts";
import {
  withoutRules,
  buildWireComponent,
  withoutExamples,
  type Component,
} from "../openapi/buildWireComponent.ts";
import { initialReferences } from "../seed/seedReferences.ts";

const DEFAULT_BODY_LIMIT_BYTES = 16 * 1024;
/** Allows a block of an upload over a slow connection; API requests have shorter limits. */
const REQUEST_TIMEOUT_MS = 30 * 60_000;
const MAX_PARAM_LENGTH = 300;

export interface LogTarget {
  write(line: string): void;
}

/** Creates a server without routes. Logs to standard output by default. */
export function createFastify(config: Config, log?: LogTarget): FastifyInstance {
  const app = fastify({
    logger: { level: config.logLevel, serializers: logSerializers, ...(log && { stream: log }) },
    genReqId: (request) => findProxyRequestId(config, request.headers) ?? randomUUID(),
    logController: new LogController({ disableRequestLogging: true }),
    bodyLimit: DEFAULT_BODY_LIMIT_BYTES,
    requestTimeout: REQUEST_TIMEOUT_MS,
    // Opening a large data folder can take longer than any fixed limit.
    pluginTimeout: 0,
    trustProxy: (_address, hop) => hop < Number(config.trustProxy),
    routerOptions: { maxParamLength: MAX_PARAM_LENGTH, ignoreTrailingSlash: false },
    ajv: { customOptions: STRICT_AJV_OPTIONS },
    // The error handler writes the message; Fastify's would join all errors.
    schemaErrorFormatter: () => new Error("The request is not valid."),
    schemaController: { compilersFactory: { buildSerializer } },
  });
  closeConnectionsOnShutdown(app);
  registerRequestLog(app);
  for (const [name, component] of Object.entries(entityComponents))
    app.addSchema({ $id: name, ...withoutRules(withLooseBodyFields(name, component)) });
  for (const [name, component] of Object.entries(ownComponents))
    app.addSchema({ $id: name, ...withoutExamples({ ...component }) });
  return app;
}

/**
 * Builds one serializer per distinct response schema, with only the components it references. By default, every response
 * schema gets all components, and compiling them takes most of the start time.
 */
function buildSerializer(components: unknown, options?: Options) {
  const serializers = new Map<string, (response: unknown) => string>();
  return ({ schema }: { schema?: unknown }) => {
    const key = JSON.stringify(schema);
    const getReferenced = () => collectReferencedComponents(key, components as Record<string, Schema>);
    const serializer =
      serializers.get(key) ?? fastJsonStringify(schema as Schema, { ...options, schema: getReferenced() });
    serializers.set(key, serializer);
    return serializer;
  };
}

function collectReferencedComponents(
  schema: string,
  components: Record<string, Schema>,
  found: Record<string, Schema> = {},
) {
  for (const [, name = ""] of schema.matchAll(/"\$ref":"([^"#]+)#/g))
    if (!found[name])
      collectReferencedComponents(JSON.stringify((found[name] = components[name]!)), components, found);
  return found;
}

/** Only a trusted proxy may name a request. */
function findProxyRequestId({ trustProxy }: Config, headers: IncomingHttpHeaders): string | undefined {
  const id = headers["x-request-id"];
  return trustProxy && typeof id === "string" && REQUEST_ID_PATTERN.test(id) ? id : undefined;
}

const REQUEST_ID_PATTERN = /^[\w.-]{1,64}$/;

/** One line per request, without its query: it can contain a SAS token. */
function registerRequestLog(app: FastifyInstance): void {
  app.addHook("onRequest", async (request, reply) => {
    void reply.header("x-request-id", request.id);
  });
  app.addHook("onResponse", async (request, reply) => {
    const { method, url, ip } = request;
    const ms = Math.round(reply.elapsedTime);
    request.log.info({ method, path: url.split("?")[0], status: reply.statusCode, ms, ip }, "request");
  });
}

/** Keep-alive connections would delay the shutdown: each is closed with its next response. */
function closeConnectionsOnShutdown(app: FastifyInstance): void {
  let isShuttingDown = false;
  app.addHook("preClose", async () => {
    isShuttingDown = true;
  });
  app.addHook("onSend", async (_request, reply) => {
    if (isShuttingDown) void reply.header("connection", "close");
  });
}

const getBodyComponentName = (name: SchemaName): string => {
  const { title } = getSchema(name);
  return entityComponents[`New${title}`] ? `New${title}` : title;
};

const ENTITY_BY_BODY_COMPONENT: Record<string, SchemaName> = {
  ...Object.fromEntries(
    (Object.keys(schemas) as SchemaName[]).map((name) => [getBodyComponentName(name), name]),
  ),
  RecordChange: "metadata",
  ContactChange: "contact",
  PasswordChange: "change-password",
  NewRecord: "metadata",
};

/** Fastify only checks the names of body fields: parseBody validates the values, with the messages of the schemas. */
function withLooseBodyFields(name: string, component: Component): JsonObject {
  const entity = ENTITY_BY_BODY_COMPONENT[name];
  const fields = entity ? buildWireComponent([entity], "write", initialReferences).properties : {};
  const anyValues = Object.keys(fields).map((field) => [field, {}]);
  return { ...component, properties: { ...component.properties, ...Object.fromEntries(anyValues) } };
}

const STRICT_AJV_OPTIONS = {
  ...{ coerceTypes: false, removeAdditional: false, useDefaults: false },
  allowUnionTypes: true,
  // Reports all unknown names at the same time; bodies are small.
  allErrors: true,
} as const;

/** URLs can contain SAS tokens, and headers access tokens: neither is logged. */
const logSerializers = {
  req: ({ method, url }: { method: string; url: string }) => ({ method, path: url.split("?")[0] }),
  err: (error: Error) => ({ type: error.name, message: error.message, stack: error.stack ?? "" }),
};

const MIN_BYTES_PER_MS = 32;

/** Closes the connection if the request body does not arrive in time. The limit grows with the route's body limit. */
export function registerBodyTimeout(app: FastifyInstance, minTimeoutMs = 30_000): void {
  const timers = new WeakMap<FastifyRequest, NodeJS.Timeout>();
  const clearTimer = async (request: FastifyRequest) => clearTimeout(timers.get(request));
  app.addHook("preParsing", async (request) => {
    const { bodyLimit = 0 } = request.routeOptions;
    const timeoutMs = minTimeoutMs + bodyLimit / MIN_BYTES_PER_MS;
    timers.set(request, setTimeout(() => request.raw.destroy(), timeoutMs).unref());
  });
  app.addHook("preValidation", clearTimer);
  app.addHook("onError", clearTimer);
  app.addHook("onRequestAbort", clearTimer);
}
