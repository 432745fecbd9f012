import { randomUUID } from "node:crypto";
import { existsSync, readFileSync } from "node:fs";
import { rm } from "node:fs/promises";
import { setTimeout as pause } from "node:timers/promises";
import { afterAll, beforeAll, expect, it } from "vitest";
import type { Product } from "../../../scripts/dev/lib/startProduct.ts";
import { startServerOnly } from "../../../scripts/dev/lib/startProduct.ts";
import { endpoints, fillPath, parseRows } from "../../../src/contract/wire/endpoints.ts";
import type { JsonObject } from "../../../src/contract/json.ts";
import { RECORD_ID_KEY } from "../../../src/contract/schema/product.ts";
import { DEMO_PASSWORD } from "../../../src/server/seed/demoData.ts";
import { copyPreparedData } from "../../support/copyPreparedData.ts";
import { createTemporaryFolder } from "../storage/embeddedStore.ts";

/**
 * Polls `/health/live` while one request with the largest body of its route runs. A request that blocks the server's
 * event loop delays the poll by the CPU time of the server's main thread. That time is compared, because a busy machine
 * lengthens the wait itself.
 */
const MAX_WAIT_MS = 500;
/** An unlucky garbage collection counts once. */
const ATTEMPTS = 2;
const POLL_INTERVAL_MS = 10;
const VENDOR = "vendor1";

const MIB = 1024 ** 2;
/** The body limits of all routes, largest first: the first one that is not answered 413 is the limit of a route. */
const BODY_BYTES = [32 * MIB, 16 * MIB, 4 * MIB, 2 * MIB, MIB, 128 * 1024, 16 * 1024].map(
  (bytes) => bytes - 200,
);

interface Operation {
  parameters?: { name: string; in: string }[];
  requestBody?: { content: Record<string, { schema: { $ref?: string } & JsonObject }> };
}

interface Route {
  method: string;
  path: string;
  operation: Operation;
  propertyNames: string[];
}

let product: Product;
let headers: Record<string, string>;
let pathValues: Record<string, string>;
let routes: Route[];

const request = (path: string, init: RequestInit = {}) => fetch(`${product.url}/api${path}`, init);

async function postJson(path: string, body: JsonObject, more: Record<string, string> = {}) {
  const json = { "content-type": "application/json", ...more };
  const response = await request(path, { method: "POST", headers: json, body: JSON.stringify(body) });
  expect(response.status).toBe(200);
  return (await response.json()) as JsonObject;
}

beforeAll(async () => {
  const dataDir = await createTemporaryFolder();
  copyPreparedData("DEMO_DATA", dataDir);
  product = await startServerOnly({ DATA_DIR: dataDir, LOG_LEVEL: "error" });
  const { accessToken } = await postJson(endpoints.signIn.path, {
    username: VENDOR,
    password: DEMO_PASSWORD,
  });
  const session = { "x-access-token": String(accessToken) };
  const recordId = await findEditableRecordId(session);
  const ticket = await postJson(endpoints.requestUpload.path, { [RECORD_ID_KEY]: recordId }, session);
  headers = { ...session, "x-upload-token": String(ticket["upload_token"]) };
  pathValues = { username: VENDOR, recordId };
  routes = listRoutes((await (await request("/docs/json")).json()) as Parameters<typeof listRoutes>[0]);
});
afterAll(async () => {
  await product?.stop();
  if (product) await rm(product.dataDir, { recursive: true, force: true });
});

async function findEditableRecordId(session: Record<string, string>): Promise<string> {
  const path = fillPath(endpoints.listRecords.path, { username: VENDOR });
  const rows = parseRows(await (await request(path, { headers: session })).json());
  return String(rows.find(({ status }) => status === "in progress")![RECORD_ID_KEY]);
}

function listRoutes(document: {
  paths: Record<string, Record<string, Operation>>;
  components: { schemas: Record<string, { properties?: JsonObject }> };
}): Route[] {
  return Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => {
      const schema = operation.requestBody?.content["application/json"]?.schema;
      const component = document.components.schemas[String(schema?.$ref).split("/").at(-1)!];
      return {
        method: method.toUpperCase(),
        path: path.replace(/\{(\w+)\}/g, (_, name: string) => pathValues[name] ?? "1"),
        operation,
        propertyNames: Object.keys(component?.properties ?? (schema?.["properties"] as JsonObject) ?? {}),
      };
    }),
  );
}

/** CPU time of the server's main thread in milliseconds, to 10 ms. */
function readMainThreadMs(): number {
  const pid = product.pid();
  const fields = readFileSync(`/proc/${pid}/task/${pid}/stat`, "utf8").split(") ")[1]!.split(" ");
  return (Number(fields[11]) + Number(fields[12])) * MS_PER_TICK;
}

const MS_PER_TICK = 10;

/** CPU times of the server in milliseconds until each health check is answered, polled until `work` ends. */
async function pollWhile(work: Promise<unknown>): Promise<number[]> {
  let isRunning = true;
  const done = work.finally(() => (isRunning = false));
  const waits: number[] = [];
  do {
    const start = readMainThreadMs();
    await (await request(endpoints.healthLive.path)).arrayBuffer();
    waits.push(readMainThreadMs() - start);
    await pause(POLL_INTERVAL_MS);
  } while (isRunning);
  await done;
  return waits;
}

const repeatToLength = (unit: string, bytes: number) =>
  unit.repeat(Math.max(1, Math.floor(bytes / unit.length)));

/** JSON texts of about this many bytes, each costly in another way. */
function buildJsonBodies({ propertyNames }: Route, bytes: number): Record<string, string> {
  const share = bytes / Math.max(1, propertyNames.length);
  const withEach = (value: string) =>
    `{${propertyNames.map((name) => `${JSON.stringify(name)}:${value}`).join()}}`;
  const unknownNames = Array.from({ length: bytes / 14 }, (_, index) => `"x${index}":1`);
  return {
    "unknown names": `{${unknownNames
      .join()
      .slice(0, bytes)
      .replace(/,[^,]*$/, "")}}`,
    "nested lists": repeatToLength("[", bytes / 2) + repeatToLength("]", bytes / 2),
    "long texts": withEach(`"${repeatToLength("<a ", share - 40)}"`),
    "long lists": withEach(`[${repeatToLength('"1",', share - 44)}"1"]`),
    "lists of objects": withEach(`[${repeatToLength('{"a":1},', share - 48)}{}]`),
  };
}

const listBodyTypes = ({ operation }: Route) => Object.keys(operation.requestBody?.content ?? {});
const takesJson = (route: Route) => listBodyTypes(route).includes("application/json");

function buildBodies(route: Route, bytes: number): Record<string, string | FormData | Buffer<ArrayBuffer>> {
  if (takesJson(route)) return buildJsonBodies(route, bytes);
  const zeros = Buffer.alloc(bytes);
  if (listBodyTypes(route).includes("application/octet-stream"))
    return { zeros, text: Buffer.alloc(bytes, "PK\u0001\u0002") };
  const form = new FormData();
  form.set("file", new Blob([zeros]), `${randomUUID()}.gdb.zip`);
  return { zeros: form };
}

async function send(route: Route, body?: string | FormData | Buffer<ArrayBuffer>): Promise<number> {
  const type =
    typeof body === "string"
      ? "application/json"
      : Buffer.isBuffer(body)
        ? "application/octet-stream"
        : undefined;
  // The server closes the connection of a body that is too large while it is sent.
  const response = await request(route.path, {
    method: route.method,
    headers: { ...headers, ...(type && { "content-type": type }) },
    ...(body !== undefined && { body }),
  }).catch(() => undefined);
  await response?.arrayBuffer().catch(() => undefined);
  return response?.status ?? 413;
}

/** The largest body size that the route accepts. */
async function findBodyBytes(route: Route): Promise<number> {
  for (const bytes of BODY_BYTES) {
    const probe = takesJson(route) ? " ".repeat(bytes) : buildBodies(route, bytes)["zeros"];
    if ((await send(route, probe)) !== 413) return bytes;
  }
  throw new Error(`${route.path} accepts no body`);
}

/** The shortest of the longest waits of some attempts. */
async function measureWait(run: () => Promise<unknown>): Promise<number> {
  const longestWaits: number[] = [];
  do longestWaits.push(Math.max(...(await pollWhile(run()))));
  while (longestWaits.at(-1)! > MAX_WAIT_MS && longestWaits.length < ATTEMPTS);
  return Math.min(...longestWaits);
}

const HAS_PROC = existsSync("/proc/self/task");

it.skipIf(!HAS_PROC)(
  "no route delays the health check by more than 500 ms of CPU time (skipped without /proc)",
  async () => {
    const slow: string[] = [];
    const measure = async (name: string, run: () => Promise<unknown>) => {
      const waitMs = await measureWait(run);
      if (waitMs > MAX_WAIT_MS) slow.push(`${name}: ${waitMs} ms`);
    };
    expect(routes.length).toBe(Object.keys(endpoints).length);
    for (const route of routes) {
      const name = `${route.method} ${route.path}`;
      if (!route.operation.requestBody) await measure(name, () => send(route));
      else {
        const bodies = buildBodies(route, await findBodyBytes(route));
        for (const [kind, body] of Object.entries(bodies))
          await measure(`${name} with ${kind}`, () => send(route, body));
      }
    }
    expect(slow).toEqual([]);
  },
);
