import { Ajv2020 } from "ajv/dist/2020.js";
import addFormats from "ajv-formats";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { afterEach, expect, vi } from "vitest";
import type { Bag } from "../../src/contract/schema/fields.ts";
import { components } from "../../src/server/openapi/components.ts";
import type * as site from "../../src/server/site/createServer.ts";
import { takeAllowed } from "./undescribed.ts";

/**
 * Holds every answer of every server test to the description of its route, which is what the API's document is made
 * of: status, names, types and rules.
 */
vi.mock("../../src/server/site/createServer.ts", async (importOriginal) => {
  const original = await importOriginal<typeof site>();
  return {
    ...original,
    createServer: (...given: Parameters<typeof site.createServer>) => held(original.createServer(...given)),
  };
});

const differences: string[] = [];
afterEach(() => {
  const allowed = takeAllowed();
  expect(differences.splice(0).filter((difference) => !allowed?.test(difference))).toEqual([]);
});

const ajv = addFormats.default(new Ajv2020({ strict: false, allErrors: true }));
for (const [name, component] of Object.entries(components)) ajv.addSchema({ $id: name, ...component });
ajv.addFormat("binary", true);

function held(app: FastifyInstance): FastifyInstance {
  app.addHook("onSend", async (request, reply, payload) => {
    const { schema, url } = request.routeOptions;
    if (!schema?.response) return;
    const difference = differenceOf(request, reply, payload);
    if (difference) differences.push(`${request.method} ${url} ${reply.statusCode}: ${difference}`);
  });
  return app;
}

function differenceOf({ routeOptions }: FastifyRequest, reply: FastifyReply, payload: unknown) {
  const { statusCode: status } = reply;
  const answers = routeOptions.schema?.response as Record<string, Bag>;
  const described = answers[status] ?? answers["default"];
  if (!described || (status < 400 && !answers[status])) return "no such answer is described";
  if (status === 304) return undefined;
  if (!String(reply.getHeader("content-type")).includes("json")) return undefined;
  if (typeof payload !== "string") return "the answer is not JSON";
  const content = described["content"] as Record<string, { schema: Bag }> | undefined;
  const schema = content?.["application/json"]?.schema ?? described;
  const validate = ajv.compile(schema);
  return validate(JSON.parse(payload)) ? undefined : ajv.errorsText(validate.errors);
}
