import { Ajv2020 } from "ajv/dist/2020.js";
import addFormats from "ajv-formats";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { inspect, isDeepStrictEqual } from "node:util";
import { afterAll, afterEach, expect, vi } from "vitest";
import type { JsonObject } from "../../src/contract/json.ts";
import { components } from "../../src/server/openapi/components.ts";
import type * as site from "../../src/server/site/createFastify.ts";
import { takeAllowed } from "./undescribed.ts";

/**
 * Holds every answer of every server test to the description of its route, which is what the API's document is made
 * of: status, names, types and rules.
 */
vi.mock("../../src/server/site/createFastify.ts", async (importOriginal) => {
  const original = await importOriginal<typeof site>();
  return {
    ...original,
    createServer: (...given: Parameters<typeof site.createFastify>) => held(original.createFastify(...given)),
  };
});

const differences: string[] = [];
function expectNone(): void {
  const allowed = takeAllowed();
  expect(differences.splice(0).filter((difference) => !allowed?.test(difference))).toEqual([]);
}
afterEach(expectNone);
// What was answered after the last test.
afterAll(expectNone);

const ajv = addFormats.default(new Ajv2020({ strict: false, allErrors: true }));
for (const [name, component] of Object.entries(components)) ajv.addSchema({ $id: name, ...component });
ajv.addFormat("binary", true);

function held(app: FastifyInstance): FastifyInstance {
  const answered = new WeakMap<FastifyRequest, unknown>();
  app.addHook("preSerialization", async (request, _reply, answer) => {
    answered.set(request, answer);
    return answer;
  });
  app.addHook("onSend", async (request, reply, payload) => {
    const { schema, url } = request.routeOptions;
    if (!schema?.response) return;
    const difference = differenceOf(request, reply, payload) ?? changeOf(answered.get(request), payload);
    if (difference) differences.push(`${request.method} ${url} ${reply.statusCode}: ${difference}`);
  });
  return app;
}

function differenceOf({ routeOptions }: FastifyRequest, reply: FastifyReply, payload: unknown) {
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

/** The description writes an answer too: what it does not name is left out, and what is of another type is changed. */
function changeOf(answer: unknown, payload: unknown): string | undefined {
  if (answer === undefined || typeof payload !== "string") return undefined;
  const [given, sent] = [JSON.parse(JSON.stringify(answer)), JSON.parse(payload)] as unknown[];
  return isDeepStrictEqual(given, sent)
    ? undefined
    : `was to be ${inspect(given, SHORT)} and is ${inspect(sent, SHORT)}`;
}
