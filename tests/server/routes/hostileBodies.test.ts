import { afterAll, beforeAll, expect, it } from "vitest";
import { endpoints } from "../../../src/contract/wire/endpoints.ts";
import type { JsonObject } from "../../../src/contract/json.ts";
import type { RunningServer } from "../../../src/server/runServer.ts";
import { signedIn } from "../../support/apiClient.ts";
import { startServer } from "../../support/startServer.ts";

let server: RunningServer;
beforeAll(async () => {
  server = await startServer();
});
afterAll(() => server.close());

const nested = (depth: number): unknown => JSON.parse("[".repeat(depth) + "]".repeat(depth)) as unknown;

it.each([
  ["an object instead of text", { counties: { a: 1 } }],
  ["lists in lists", { counties: [["x"]] }],
  ["a boolean instead of text", { software_abbreviation: true }],
  ["time periods that are not pairs", { time_periods: "[1,2" }],
  ["values nested 1000 levels deep", { zz: nested(1000) }],
])("responds with 400 to a record with %s", async (_, body) => {
  const vendor = await signedIn(server, "vendor1");
  const { status } = await vendor(endpoints.addRecord, { body });
  expect(status).toBe(400);
});

it.each([
  ["signing in", endpoints.signIn, 16 * 1024],
  ["adding a record", endpoints.addRecord, 200_000],
])(
  "responds to thousands of unknown names when %s with the first 20 errors and the count",
  async (_, endpoint, size) => {
    const names = Array.from({ length: size / 12 }, (_, at) => `x${at}`);
    const body = Object.fromEntries(names.map((name) => [name, 1]));
    const vendor = await signedIn(server, "vendor1");
    const answer = (await vendor(endpoint, { body })).body as JsonObject;
    expect(answer["faults"]).toHaveLength(20);
    expect(answer["fault_count"]).toBeGreaterThanOrEqual(names.length);
    expect(JSON.stringify(answer).length).toBeLessThan(8000);
  },
);

const manyNames = () => Object.fromEntries(Array.from({ length: 30_000 }, (_, at) => [`x${at}`, 1]));

it.each([
  ["more names than any request has", manyNames, "The request has too many values."],
  [
    "more values than any request has",
    () => ({ upload_ids: Array(120_000).fill("1") }),
    "The request has too many values.",
  ],
])("rejects %s before it is checked", async (_, build, message) => {
  const vendor = await signedIn(server, "vendor1");
  const answer = await vendor(endpoints.resolveFileConflicts, { body: build() });
  expect(answer).toMatchObject({ status: 400, message });
});

it("does not count the signs inside texts", async () => {
  const vendor = await signedIn(server, "vendor1");
  const body = { username: "vendor1", password: `"\\${"[{,:".repeat(3000)}` };
  expect((await vendor(endpoints.signIn, { body })).status).not.toBe(400);
});
