import fastJsonStringify, { type Options, type Schema } from "fast-json-stringify";
import fastify, { LogController, type FastifyInstance, type FastifyRequest } from "fastify";
import { schemas } from "../../contract/generated/schemas.ts";
import { schemaOf, type JsonObject, type SchemaName } from "../../contract/schema/fields.ts";
import type { Config } from "../config.ts";
import { entityComponents, ownComponents } from "../openapi/components.ts";
import { structureOf, wireComponent, withoutExamples, type Component } from "../openapi/wireComponent.ts";
import { firstReferences } from "../seed/seedReferences.ts";

/** Routes say how much they take; this is for those that say nothing. */
const BODY_LIMIT = 16 * 1024;
/** For a block of an upload on the slowest line; calls end their bodies sooner. */
const SLOWEST_REQUEST = 30 * 60_000;
/** User names and ids stand in paths. */
const LONGEST_PARAMETER = 300;

/** Takes the lines of a log. */
export interface LogTarget {
  write(line: string): void;
}

/** An empty server with the settings that every call shares. Its log goes to the standard output by default. */
export function createServer(config: Config, log?: LogTarget): FastifyInstance {
  const app = fastify({
    logger: { level: "warn", serializers, ...(log && { stream: log }) },
    logController: new LogController({ disableRequestLogging: true }),
    bodyLimit: BODY_LIMIT,
    requestTimeout: SLOWEST_REQUEST,
    // A large data folder may take longer to open than any limit on plugins would allow.
    pluginTimeout: 0,
    trustProxy: (_address, hop) => hop < Number(config.trustProxy),
    routerOptions: { maxParamLength: LONGEST_PARAMETER, ignoreTrailingSlash: false },
    // What a caller sends is taken as it is or refused, never changed into what it might have meant.
    ajv: { customOptions: AS_IT_IS },
    schemaController: { compilersFactory: { buildSerializer } },
  });
  endConnections(app);
  for (const [name, component] of Object.entries(entityComponents))
    app.addSchema({ $id: name, ...structureOf(asChecked(name, component)) });
  for (const [name, component] of Object.entries(ownComponents))
    app.addSchema({ $id: name, ...withoutExamples({ ...component }) });
  return app;
}

/**
 * Answers are written by their schemas. Each distinct answer gets one serializer, which is given the components that
 * it names: by default every route's every answer is given all of them, and checking those takes most of a start.
 */
function buildSerializer(components: unknown, options?: Options) {
  const built = new Map<string, (answer: unknown) => string>();
  return ({ schema }: { schema?: unknown }) => {
    const key = JSON.stringify(schema);
    const needed = () => namedIn(key, components as Record<string, Schema>);
    const serializer =
      built.get(key) ?? fastJsonStringify(schema as Schema, { ...options, schema: needed() });
    built.set(key, serializer);
    return serializer;
  };
}

/** The components that a schema refers to (as `Name#`), and those that they refer to. */
function namedIn(schema: string, components: Record<string, Schema>, found: Record<string, Schema> = {}) {
  for (const [, name = ""] of schema.matchAll(/"\$ref":"([^"#]+)#/g))
    if (!found[name]) namedIn(JSON.stringify((found[name] = components[name]!)), components, found);
  return found;
}

/** Callers keep their connections open for more: while the server ends, each is closed with its answer. */
function endConnections(app: FastifyInstance): void {
  let isEnding = false;
  app.addHook("preClose", async () => {
    isEnding = true;
  });
  app.addHook("onSend", async (_request, reply) => {
    if (isEnding) void reply.header("connection", "close");
  });
}

/** The component that is an entity's body, by the entity's name. */
const bodyNameOf = (name: SchemaName): string => {
  const { title } = schemaOf(name);
  return entityComponents[`New${title}`] ? `New${title}` : title;
};

/** Whose fields each body writes. */
const WRITTEN: Record<string, SchemaName> = {
  ...Object.fromEntries((Object.keys(schemas) as SchemaName[]).map((name) => [bodyNameOf(name), name])),
  RecordChange: "metadata",
  ContactChange: "contact",
  PasswordChange: "change-password",
  NewRecord: "metadata",
};

/** A field that is written is checked whole by its schema, which words what is wrong; here its name alone is. */
function asChecked(name: string, component: Component): JsonObject {
  const entity = WRITTEN[name];
  const written = entity ? wireComponent([entity], "write", firstReferences).properties : {};
  const names = Object.keys(written).map((field) => [field, {}]);
  return { ...component, properties: { ...component.properties, ...Object.fromEntries(names) } };
}

const AS_IT_IS = {
  ...{ coerceTypes: false, removeAdditional: false, useDefaults: false },
  allowUnionTypes: true,
  // Every misspelt name is told at once; bodies are small.
  allErrors: true,
} as const;

/** Addresses carry shared access and headers carry tokens: neither belongs into a log. */
const serializers = {
  req: ({ method, url }: { method: string; url: string }) => ({ method, path: url.split("?")[0] }),
  err: (error: Error) => ({ type: error.name, message: error.message, stack: error.stack ?? "" }),
};

/** Slower than any network that a portal can be used on. */
const BYTES_PER_MILLISECOND = 32;

/**
 * Ends a call whose body has not arrived in time: one that never ends would hold its connection for ever. Larger
 * bodies get longer.
 *
 * @param within milliseconds for the smallest
 */
export function endSlowBodies(app: FastifyInstance, within = 30_000): void {
  const timers = new WeakMap<FastifyRequest, NodeJS.Timeout>();
  const stop = async (request: FastifyRequest) => clearTimeout(timers.get(request));
  app.addHook("preParsing", async (request) => {
    const { bodyLimit = 0 } = request.routeOptions;
    const time = within + bodyLimit / BYTES_PER_MILLISECOND;
    timers.set(request, setTimeout(() => request.raw.destroy(), time).unref());
  });
  app.addHook("preValidation", stop);
  app.addHook("onError", stop);
  app.addHook("onRequestAbort", stop);
}
