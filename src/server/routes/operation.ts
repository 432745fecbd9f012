import type { FastifySchema } from "fastify";
import { endpoints, type Endpoint } from "../../contract/wire/endpoints.ts";
import type { JsonObject } from "../../contract/schema/fields.ts";
import { components } from "../openapi/components.ts";

const KIB = 1024;
/** Enough for whatever names an entity; those that carry texts say more. */
const USUAL_BODY = 16 * KIB;
/** A record with every text at its longest. */
export const RECORD_BODY = 1024 * KIB;
/** One text of a message, every character of it escaped; or the few texts of a contact. */
export const TEXT_BODY = 128 * KIB;

/** The refusal of every call about one record. */
export const NO_RECORD = { 404: "There is no such record, or it is another vendor's." };

/** What a route says of itself beside its method and path: its schemas are made of it, and its documentation. */
interface Operation {
  tag: "Sign-in" | "Records" | "Uploads" | "Contacts and lists" | "Review" | "Operation";
  summary: string;
  description: string;
  /** The JSON body: the name of a component, or a schema of the call's own. */
  body?: string | JsonObject;
  /** Bytes of the body; 16 KiB unless said. */
  bodyLimit?: number;
  /** The body, where it is not JSON. */
  multipart?: Record<string, JsonObject>;
  /** The body is plain bytes. */
  bytes?: boolean;
  headers?: Record<string, string>;
  query?: Record<string, JsonObject>;
  /** What is answered: the name of a component, or a schema; of one row where the call answers a list. */
  answer: string | JsonObject;
  /** Answers an array of it; a FeatureCollection where the call is one, whatever is said here. */
  isList?: boolean;
  /** What else than JSON is answered: the bytes of a file, or, to whoever asks for it, lines of text in JSON's place. */
  mediaTypes?: string[];
  /** Answers 304 to an If-None-Match that is still right. */
  isCached?: boolean;
  /** Answers 206 with the one range of bytes that was asked for. */
  isRanged?: boolean;
  /** Works without an access token. */
  isOpen?: boolean;
  /** Refusals, by status. */
  refusals?: Record<number, string>;
}

/** A route's method, path and schemas; the route adds its handler. */
export function operation(name: keyof typeof endpoints, about: Operation) {
  const endpoint: Endpoint = endpoints[name];
  return {
    method: endpoint.method,
    url: endpoint.path,
    bodyLimit: about.bodyLimit ?? USUAL_BODY,
    config: { open: about.isOpen === true },
    schema: {
      operationId: name,
      tags: [about.tag],
      summary: about.summary,
      description: about.description,
      ...(about.isOpen && { security: [] }),
      ...parametersOf(endpoint, about),
      ...bodyOf(about),
      response: { ...answersOf(endpoint, about), ...refusalsOf(about) },
    } satisfies FastifySchema & JsonObject,
  };
}

function parametersOf({ path }: Endpoint, { headers = {}, query, isCached }: Operation) {
  const names = [...path.matchAll(/:(\w+)/g)].map(([, name]) => String(name));
  const all = isCached ? { ...headers, "If-None-Match": "The ETag of an earlier answer." } : headers;
  const header = Object.entries(all).map(([name, description]) => [name, { type: "string", description }]);
  return {
    ...(names.length > 0 && { params: object(Object.fromEntries(names.map((name) => [name, TEXT])), names) }),
    ...(header.length > 0 && { headers: object(Object.fromEntries(header) as JsonObject) }),
    ...(query && { querystring: object(query) }),
  };
}

const TEXT = { type: "string" };
const object = (properties: JsonObject, required: string[] = []) => ({
  type: "object",
  properties,
  required,
});

function bodyOf({ body, multipart, bytes }: Operation) {
  if (bytes) return { consumes: ["application/octet-stream"], form: { type: "string", format: "binary" } };
  if (multipart) return { consumes: ["multipart/form-data"], form: object(multipart) };
  return body === undefined ? {} : { body: referred(body) };
}

/** The schema of a component's name. A name that there is not is a fault of the route. */
function referred(schema: string | JsonObject): JsonObject {
  if (typeof schema !== "string") return schema;
  if (!components[schema]) throw new Error(`No component is named "${schema}"`);
  return { $ref: `${schema}#` };
}

function answersOf(
  { features }: Endpoint,
  { answer, query, isList, isCached, isRanged, mediaTypes }: Operation,
) {
  const row = referred(answer);
  const list = isList ? { type: "array", items: row } : row;
  const whole = mediaTypes
    ? { content: contentOf(mediaTypes, row) }
    : features
      ? featureCollectionOf(row, query?.["limit"] !== undefined)
      : list;
  return {
    200: { description: "Done.", ...whole },
    ...(isRanged && { 206: { description: "The range of bytes that was asked for.", ...whole } }),
    ...(isCached && { 304: { type: "null", description: "The answer is still the one of that ETag." } }),
  };
}

const contentOf = (mediaTypes: string[], answer: JsonObject): JsonObject =>
  Object.fromEntries(mediaTypes.map((type) => [type, { schema: type === "text/plain" ? TEXT : answer }]));

const featureCollectionOf = (properties: JsonObject, isLimited: boolean): JsonObject => ({
  type: "object",
  required: ["type", "features"],
  properties: {
    type: { type: "string", const: "FeatureCollection" },
    ...(isLimited && {
      numberMatched: { type: "integer", description: "Told with a limit: how many there are." },
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

function refusalsOf({ refusals = {}, isOpen, body }: Operation) {
  const all: Record<string, string> = {
    ...(body !== undefined && { 400: "The body is not what the call takes; faults names each place." }),
    ...(!isOpen && { 401: "The access token is missing, expired or forged, or its session has ended." }),
    ...refusals,
    default: "Any other refusal; 503 with Retry-After while the service cannot answer.",
  };
  const described = Object.entries(all).map(([status, description]) => [
    status,
    { description, content: { "application/json": { schema: { $ref: "Refusal#" } } } },
  ]);
  return Object.fromEntries(described) as JsonObject;
}
