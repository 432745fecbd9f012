import { Ajv2020 } from "ajv/dist/2020.js";
import addFormats from "ajv-formats";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { subscribe } from "node:diagnostics_channel";
import { Readable } from "node:stream";
import { text } from "node:stream/consumers";
import { inspect, isDeepStrictEqual } from "node:util";
import type { JsonObject } from "../../src/contract/json.ts";
import { components } from "../../src/server/openapi/components.ts";

// Fastify publishes each instance that it creates.
subscribe("fastify.initialization", (message) =>
  addAnswerCheck((message as { fastify: FastifyInstance }).fastify),
);

const differences: string[] = [];

/** Returns how answers differed from the OpenAPI description of their routes, since the last call. */
export function takeDifferences(): string[] {
  return differences.splice(0);
}

const ajv = addFormats.default(new Ajv2020({ strict: false, allErrors: true }));
for (const [name, component] of Object.entries(components)) ajv.addSchema({ $id: name, ...component });
ajv.addFormat("binary", true);

function addAnswerCheck(app: FastifyInstance): void {
  const answered = new WeakMap<FastifyRequest, unknown>();
  app.addHook("preSerialization", async (request, _reply, answer) => {
    answered.set(request, answer);
    return answer;
  });
  app.addHook("onSend", async (request, reply, sent) => {
    const { schema, url } = request.routeOptions;
    if (!schema?.response) return undefined;
    // A stored document is streamed.
    const isStreamedJson = sent instanceof Readable && /json/.test(String(reply.getHeader("content-type")));
    const payload = isStreamedJson ? await text(sent) : sent;
    const difference =
      findSchemaDifference(request, reply, payload) ??
      findSerializationDifference(answered.get(request), payload);
    if (difference) differences.push(`${request.method} ${url} ${reply.statusCode}: ${difference}`);
    return payload;
  });
}

function findSchemaDifference({ routeOptions }: FastifyRequest, reply: FastifyReply, payload: unknown) {
  const { statusCode: status } = reply;
  const answers = routeOptions.schema?.response as Record<string, JsonObject>;
  const described = answers[status] ?? answers["default"];
  if (!described || (status < 400 && !answers[status])) return "no such answer is described";
  if (status === 304) return undefined;
  const content = described["content"] ?? { "application/json": { schema: described } };
  const type = String(reply.getHeader("content-type")).split(";")[0]!;
  const { schema } = (content as Record<string, { schema: JsonObject }>)[type] ?? {};
  if (!schema) return `no answer of ${type} is described`;
  if (type !== "application/json") return undefined;
  if (typeof payload !== "string") return "the answer is not JSON";
  const validate = ajv.compile(schema);
  return validate(JSON.parse(payload)) ? undefined : ajv.errorsText(validate.errors);
}

const SHORT = { breakLength: Infinity, maxArrayLength: 2, maxStringLength: 50 };

/** Fastify serializes by the schema: it drops undescribed properties and converts types. */
function findSerializationDifference(answer: unknown, payload: unknown): string | undefined {
  if (answer === undefined || typeof payload !== "string") return undefined;
  const [given, sent] = [JSON.parse(JSON.stringify(answer)), JSON.parse(payload)] as unknown[];
  return isDeepStrictEqual(given, sent)
    ? undefined
    : `should be ${inspect(given, SHORT)} and is ${inspect(sent, SHORT)}`;
}
