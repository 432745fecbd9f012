import { afterAll, beforeAll, expect, it } from "vitest";
import { findFreePort } from "../../../scripts/dev/lib/freePort.ts";
import { createMetrics } from "../../../src/server/metrics/metrics.ts";
import { openDatabase } from "../../../src/server/database/openDatabase.ts";
import type { RunningServer } from "../../../src/server/runServer.ts";
import { UPLOAD_JOB } from "../../../src/server/stores/uploads/uploadStore.ts";
import { startServer } from "../../support/startServer.ts";

let server: RunningServer;
let metricsPort: number;

beforeAll(async () => {
  metricsPort = await findFreePort();
  server = await startServer({ metricsPort });
});
afterAll(() => server.close());

const readMetrics = async () => (await fetch(`http://127.0.0.1:${metricsPort}/metrics`)).text();
const valueOf = (text: string, name: string) =>
  Number(
    text
      .split("\n")
      .find((line) => line.startsWith(`${name} `))
      ?.split(" ")[1],
  );

it("count requests by route and status, not by path", async () => {
  await fetch(`${server.url}/api/health/live`);
  await fetch(`${server.url}/api/metadata/get-messages/1`);
  const text = await readMetrics();
  expect(text).toContain(
    'http_request_duration_seconds_count{method="GET",route="/api/health/live",status="200"} 1',
  );
  expect(text).toContain('route="/api/metadata/get-messages/:recordId",status="401"');
});

it("state the queue and the latency of database and store", async () => {
  const job = { kind: UPLOAD_JOB, payload: "{}", due_at: new Date(Date.now() - 60_000) };
  const leased_until = new Date(Date.now() + 600_000);
  await server.services.db
    .insertInto("jobs")
    .values([
      { ...job, leased_until },
      { ...job, dead_at: new Date() },
    ])
    .execute();
  const text = await readMetrics();
  expect(valueOf(text, "upload_queue_depth")).toBe(1);
  expect(valueOf(text, "upload_queue_oldest_seconds")).toBeGreaterThanOrEqual(60);
  expect(valueOf(text, "dead_jobs")).toBe(1);
  expect(valueOf(text, "database_latency_seconds")).toBeGreaterThan(0);
  expect(valueOf(text, "store_latency_seconds")).toBeGreaterThan(0);
});

it("are NaN for the queue while the database does not answer", async () => {
  const databaseUrl = `postgres://127.0.0.1:${await findFreePort()}/portal`;
  const db = await openDatabase({ databaseUrl, dataDir: "" });
  const text = await createMetrics({ ...server.services, db }).registry.metrics();
  for (const name of ["upload_queue_depth", "upload_queue_oldest_seconds", "dead_jobs"])
    expect(text).toContain(`\n${name} Nan\n`);
});

it("are not served on the port of the portal, and their port serves nothing else", async () => {
  expect((await fetch(`${server.url}/metrics`)).status).toBe(404);
  expect((await fetch(`http://127.0.0.1:${metricsPort}/api/health/live`)).status).toBe(404);
});

it("time the stages of an upload, but not the wait before a claim", async () => {
  const { registry, onStageReached } = createMetrics(server.services);
  for (const stage of ["claimed", "snapshotted", "claimed", "checked"] as const) onStageReached(stage, "one");
  const counts = (await registry.metrics()).match(/^upload_stage_duration_seconds_count.*$/gm);
  expect(counts).toEqual([
    'upload_stage_duration_seconds_count{stage="snapshotted"} 1',
    'upload_stage_duration_seconds_count{stage="checked"} 1',
  ]);
});
