import type { FastifySchema } from "fastify";
import { endpoints, type Endpoint } from "../../contract/wire/endpoints.ts";
import type { JsonObject } from "../../contract/json.ts";
import { components } from "../openapi/components.ts";
import { LINK_HEADER, PAGE_QUERY } from "./paging.ts";

const KIB = 1024;
const DEFAULT_BODY_LIMIT_BYTES = 16 * KIB;
/** Fits a record with every text at its maximum length. */
export const RECORD_BODY_LIMIT_BYTES = 1024 * KIB;
/** Fits a message of maximum length with every character escaped. */
export const TEXT_BODY_LIMIT_BYTES = 128 * KIB;

export const ADMINS_ONLY = { 403: "The signed-in user is not an agency admin." };

/** For a call about one record. */
export const ADMINS_ONLY_RECORD = { ...ADMINS_ONLY, 404: "The record does not exist." };

export const RECORD_NOT_FOUND = { 404: "The record does not exist or belongs to another vendor." };

/** Of operations that run through `runIdempotent`. */
export const IDEMPOTENCY_KEY_HEADER = {
  "Idempotency-Key":
    "A unique text chosen by the client. A repeated request with the same key returns the first response and creates nothing new.",
};

interface OperationDescription {
  tag: "Sign-in" | "Records" | "Uploads" | "Contacts and reference lists" | "Mail" | "Review" | "Operation";
  summary: string;
  description: string;
  /** JSON body: the name of a component, or a schema. */
  body?: string | JsonObject;
  bodyLimit?: number;
  multipart?: Record<string, JsonObject>;
  hasBinaryBody?: boolean;
  headers?: Record<string, string>;
  query?: Record<string, JsonObject>;
  /** Response body: the name of a component, or a schema. For a list, the schema of one item. */
  response: string | JsonObject;
  /** Ignored for endpoints that respond with a FeatureCollection. */
  isList?: boolean;
  mediaTypes?: string[];
  /** Takes `limit` and `after`, and responds with a Link header to the next page. */
  isPaged?: boolean;
  isConditional?: boolean;
  supportsRange?: boolean;
  allowsAnonymous?: boolean;
  hasNoRateLimit?: boolean;
  errors?: Record<number, string>;
}

export function defineOperation(name: keyof typeof endpoints, description: OperationDescription) {
  const endpoint: Endpoint = endpoints[name];
  return {
    method: endpoint.method,
    url: endpoint.path,
    bodyLimit: description.bodyLimit ?? DEFAULT_BODY_LIMIT_BYTES,
    config: {
      allowsAnonymous: description.allowsAnonymous === true,
      hasNoRateLimit: description.hasNoRateLimit === true,
    },
    schema: {
      operationId: name,
      tags: [description.tag],
      summary: description.summary,
      description: description.description,
      ...(description.allowsAnonymous && { security: [] }),
      ...buildParameters(endpoint, description),
      ...buildBody(description),
      response: { ...buildResponses(endpoint, description), ...buildErrorResponses(description) },
    } satisfies FastifySchema & JsonObject,
  };
}

function buildParameters(
  { path }: Endpoint,
  { headers = {}, query, isConditional, isPaged }: OperationDescription,
) {
  const names = [...path.matchAll(/:(\w+)/g)].map(([, name]) => String(name));
  const allHeaders = isConditional
    ? {
        ...headers,
        "If-None-Match": "ETag of an earlier response. Returns 304 if nothing has changed since.",
      }
    : headers;
  const headerSchemas = Object.entries(allHeaders).map(([name, description]) => [
    name,
    { type: "string", description },
  ]);
  return {
    ...(names.length > 0 && {
      params: objectSchema(Object.fromEntries(names.map((name) => [name, TEXT_SCHEMA])), names),
    }),
    ...(headerSchemas.length > 0 && {
      headers: objectSchema(Object.fromEntries(headerSchemas) as JsonObject),
    }),
    ...((query || isPaged) && { querystring: objectSchema({ ...(isPaged && PAGE_QUERY), ...query }) }),
  };
}

const TEXT_SCHEMA = { type: "string" };
const objectSchema = (properties: JsonObject, required: string[] = []) => ({
  type: "object",
  properties,
  required,
});

function buildBody({ body, multipart, hasBinaryBody }: OperationDescription) {
  if (hasBinaryBody)
    return { consumes: ["application/octet-stream"], form: { type: "string", format: "binary" } };
  if (multipart) return { consumes: ["multipart/form-data"], form: objectSchema(multipart) };
  return body === undefined ? {} : { body: resolveSchema(body) };
}

function resolveSchema(schema: string | JsonObject): JsonObject {
  if (typeof schema !== "string") return schema;
  if (!components[schema]) throw new Error(`Unknown OpenAPI component "${schema}"`);
  return { $ref: `${schema}#` };
}

function buildResponses(
  { returnsFeatures: features }: Endpoint,
  { response, query, isList, isConditional, isPaged, supportsRange, mediaTypes }: OperationDescription,
) {
  const item = resolveSchema(response);
  const json = isList ? { type: "array", items: item } : item;
  const body = mediaTypes
    ? { content: buildContent(mediaTypes, item) }
    : features
      ? buildFeatureCollectionSchema(item, query?.["limit"] !== undefined)
      : json;
  return {
    200: { description: "Success.", ...(isPaged && { headers: LINK_HEADER }), ...body },
    ...(supportsRange && { 206: { description: "The requested byte range.", ...body } }),
    ...(isConditional && {
      304: { type: "null", description: "Not modified since the response with the ETag in If-None-Match." },
    }),
  };
}

const buildContent = (mediaTypes: string[], schema: JsonObject): JsonObject =>
  Object.fromEntries(
    mediaTypes.map((type) => [type, { schema: type === "text/plain" ? TEXT_SCHEMA : schema }]),
  );

const buildFeatureCollectionSchema = (properties: JsonObject, isLimited: boolean): JsonObject => ({
  type: "object",
  required: ["type", "features"],
  properties: {
    type: { type: "string", const: "FeatureCollection" },
    ...(isLimited && {
      numberMatched: {
        type: "integer",
        description: "Number of records without the limit. Only present with a limit.",
      },
    }),
    features: {
      type: "array",
      items: {
        type: "object",
        required: ["type", "geometry", "properties"],
        properties: { type: { type: "string", const: "Feature" }, geometry: { type: "null" }, properties },
      },
    },
  },
});

function buildErrorResponses({ errors = {}, allowsAnonymous, body }: OperationDescription) {
  const descriptions: Record<string, string> = {
    ...(body !== undefined && {
      400: "The request body is not valid. `faults` lists each error with its path.",
    }),
    ...(!allowsAnonymous && {
      401: "The access token is missing, expired or not valid, or its session has ended.",
    }),
    ...errors,
    default:
      "Any other error; 503 with Retry-After while the service is not available, 429 with Retry-After after too many requests.",
  };
  const responses = Object.entries(descriptions).map(([status, description]) => [
    status,
    { description, content: { "application/json": { schema: { $ref: "ErrorResponse#" } } } },
  ]);
  return Object.fromEntries(responses) as JsonObject;
}
