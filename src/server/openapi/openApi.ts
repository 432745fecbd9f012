import { endpoints, type Endpoint } from "../../contract/endpoints.ts";
import type { Bag } from "../../contract/fields.ts";
import type { CallDescription } from "./callDescription.ts";
import { calls } from "./calls.ts";
import { wireSchema } from "./wireSchema.ts";

const TOKEN = "accessToken";
const json = (schema: Bag) => ({ "application/json": { schema } });

/** The description of every call as OpenAPI 3.1, made from the calls and the schemas. */
export function openApi(apiPath: string): Bag {
  const paths: Record<string, Bag> = {};
  for (const [name, endpoint] of Object.entries(endpoints) as [keyof typeof endpoints, Endpoint][]) {
    const path = endpoint.path.replace(/:(\w+)/g, "{$1}");
    paths[path] = { ...paths[path], [endpoint.method.toLowerCase()]: operation(name, endpoint, calls[name]) };
  }
  return {
    openapi: "3.1.0",
    info: {
      title: "Flood model vendor services",
      version: "1.0.0",
      description:
        "Records of flood models, their uploads and their review. Field names in answers and in saves differ; both are described here. A refusal answers a message and, where fields are at fault, faults.",
    },
    servers: [{ url: apiPath }],
    tags: [...new Set(Object.values(calls).map(({ group }) => group))].map((name) => ({ name })),
    paths,
    components: {
      securitySchemes: { [TOKEN]: { type: "apiKey", in: "header", name: "x-access-token" } },
      schemas: { Refusal: REFUSAL },
    },
    security: [{ [TOKEN]: [] }],
  };
}

const REFUSAL = {
  type: "object",
  required: ["message"],
  properties: {
    message: { type: "string" },
    faults: {
      type: "array",
      items: {
        type: "object",
        properties: {
          path: { type: "array", items: { type: "string" } },
          rule: { type: "string" },
          message: { type: "string" },
        },
      },
    },
  },
};

function operation(name: string, endpoint: Endpoint, call: CallDescription): Bag {
  const body = bodyOf(call);
  return {
    operationId: name,
    tags: [call.group],
    summary: call.summary,
    description: call.description,
    ...(call.isOpen && { security: [] }),
    parameters: [...pathParameters(endpoint.path), ...headerParameters(call.headers)],
    ...(body && { requestBody: { required: true, content: body } }),
    responses: { 200: { description: "Done.", content: json(answerOf(endpoint, call)) }, ...refusals(call) },
  };
}

const pathParameters = (path: string) =>
  [...path.matchAll(/:(\w+)/g)].map(([, name]) => ({
    name,
    in: "path",
    required: true,
    schema: { type: "string" },
  }));

const headerParameters = (headers: Record<string, string> = {}) =>
  Object.entries(headers).map(([name, description]) => ({
    name,
    in: "header",
    description,
    schema: { type: "string" },
  }));

function bodyOf({ body, isChange, also, multipart, bytes }: CallDescription): Bag | undefined {
  if (bytes) return { "application/octet-stream": {} };
  if (multipart) return { "multipart/form-data": { schema: { type: "object", properties: multipart } } };
  if (!body && !also) return undefined;
  const schema = body ? wireSchema(body, "write", isChange) : { type: "object" };
  const properties = { ...(schema["properties"] as Bag | undefined), ...also };
  return json({ ...schema, properties });
}

/** Records are answered with what surrounds them and their metadata as one object. */
function answerOf({ features }: Endpoint, { answer, isList }: CallDescription): Bag {
  const one = Array.isArray(answer)
    ? merged(answer.map((name) => wireSchema(name, "read")))
    : { type: "object", properties: answer ?? {} };
  if (features) return featureCollectionOf(one);
  return isList ? { type: "array", items: one } : one;
}

function merged(schemas: Bag[]): Bag {
  const properties = Object.assign({}, ...schemas.map(({ properties: own }) => own)) as Bag;
  return { type: "object", properties };
}

const featureCollectionOf = (properties: Bag): Bag => ({
  type: "object",
  properties: {
    type: { const: "FeatureCollection" },
    features: {
      type: "array",
      items: {
        type: "object",
        properties: { type: { const: "Feature" }, geometry: { type: "null" }, properties },
      },
    },
  },
});

function refusals({ refusals: own = {}, isOpen }: CallDescription): Bag {
  const all = isOpen ? own : { 401: "The access token is missing, expired or forged.", ...own };
  const content = json({ $ref: "#/components/schemas/Refusal" });
  return Object.fromEntries(
    Object.entries(all).map(([status, description]) => [status, { description, content }]),
  );
}
