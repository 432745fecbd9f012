import Fastify from "fastify";
import { sql } from "kysely";
import { afterAll, beforeAll, expect, it, vi } from "vitest";
import { messages } from "../../../src/contract/messages.ts";
import { endpoints } from "../../../src/contract/wire/endpoints.ts";
import type { RunningServer } from "../../../src/server/runServer.ts";
import { registerErrorHandler } from "../../../src/server/site/errorHandler.ts";
import { anonymous, signedIn } from "../../support/apiClient.ts";
import { startCluster, type TestPostgres } from "../../../scripts/dev/lib/postgres.ts";
import { startServer } from "../../support/startServer.ts";

let postgres: TestPostgres | undefined;
let server: RunningServer | undefined;
beforeAll(async () => {
  postgres = await startCluster();
  if (postgres?.outage) server = await startServer({ databaseUrl: postgres.url });
});
afterAll(async () => {
  await server?.close();
  await postgres?.stop();
});

it("responds with 503 and Retry-After during a database outage, and recovers", async (context) => {
  const outage = postgres?.outage;
  if (!server || !outage) return context.skip("Needs its own PostgreSQL.");
  const [anonymousClient, vendor] = [anonymous(server), await signedIn(server, "vendor1")];
  await outage.begin();
  for (const call of [() => vendor(endpoints.listAgencies), () => anonymousClient(endpoints.healthReady)]) {
    const { status, headers } = await call();
    expect([status, Number(headers["retry-after"])]).toEqual([503, expect.any(Number)]);
    expect(Number(headers["retry-after"])).toBeGreaterThan(0);
  }
  expect((await anonymousClient(endpoints.healthLive)).status).toBe(200);
  await outage.end();
  await vi.waitFor(async () => expect((await vendor(endpoints.listAgencies)).status).toBe(200), 120_000);
  expect((await anonymousClient(endpoints.healthReady)).status).toBe(200);
});

it("cancels queries after a minute", async (context) => {
  if (!server) return context.skip("PostgreSQL is not installed.");
  const { rows } = await sql<{ statement_timeout: string }>`SHOW statement_timeout`.execute(
    server.services.db,
  );
  expect(rows[0]?.statement_timeout).toBe("1min");
});

it.each([
  ["57P03", messages.starting],
  ["57P01", messages.unavailable],
])("reports a starting database only for SQLSTATE 57P03: %s", async (code, message) => {
  const app = Fastify();
  registerErrorHandler(app);
  app.get("/", () => Promise.reject(new Error("no", { cause: Object.assign(new Error("no"), { code }) })));
  const answer = await app.inject("/");
  expect([answer.statusCode, answer.json().message, answer.headers["retry-after"]]).toEqual([
    503,
    message,
    "5",
  ]);
  await app.close();
});
