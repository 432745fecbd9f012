import { spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { endpoints, fillPath } from "../../../src/contract/wire/endpoints.ts";
import type { JsonObject } from "../../../src/contract/json.ts";
import { buildExampleEntity, getSchema, getSchemaVersion } from "../../../src/contract/schema/fields.ts";
import type { UploadTicket } from "../../../src/contract/generated/entities.ts";
import { RECORD_ID_KEY } from "../../../src/contract/schema/product.ts";
import { decode, fillDerivedFields, encode } from "../../../src/contract/wire/wire.ts";
import { addAccount } from "../../../src/server/accounts.ts";
import { readConfig } from "../../../src/server/config.ts";
import { openServices } from "../../../src/server/openServices.ts";
import { DEMO_PASSWORD } from "../../../src/server/seed/demoData.ts";
import { startAzurite } from "../lib/azurite.ts";
import { startPostgres } from "../lib/postgres.ts";
import { startServerProcess } from "../lib/startProduct.ts";
import { temporaryFolder } from "../lib/temporaryFolder.ts";
import { createBlockSender } from "../load/blockSender.ts";
import { loadReferences, signInVendor, type Vendor } from "./benchPortal.ts";
import { median } from "./median.ts";
import type { Samples } from "./samples.ts";
import type { Table } from "./table.ts";

const VENDORS = [50, 200] as const;
const UPLOADS = 20;
const RECORDS = 10;
/** Milliseconds: of one measurement, between two polls and between two saves of a vendor. */
const [LASTS, POLLS_EVERY, SAVES_EVERY] = [60_000, 4_000, 20_000];
const [BLOCK, BLOCKS] = [256 * 1024, 60];
const RATE_LASTS = 10_000;
const LANES = 20;

/**
 * Two server processes on one PostgreSQL and one store (Azurite): how long calls take while vendors poll and save and
 * some upload, and how many unchanged lists one process answers beside bare Fastify.
 */
export async function loadPart(samples: Samples): Promise<Table[]> {
  const postgres = await startPostgres();
  if (!postgres) throw new Error("The load part needs PostgreSQL's server programs, or TEST_DATABASE_URL.");
  const azurite = await startAzurite();
  const folder = await temporaryFolder("flood-load-");
  const env = {
    ...{ DATABASE_URL: postgres.url, AZURE_STORAGE_CONNECTION_STRING: azurite.connectionString },
    ...{ TOKEN_SECRET: "a secret of the load that is long enough", DATA_DIR: join(folder, "data") },
  };
  try {
    await addVendors(env, Math.max(...VENDORS));
    const servers = await Promise.all([startServerProcess(env), startServerProcess(env)]);
    const urls = servers.map(({ url }) => url);
    for (const count of VENDORS) await underLoad(samples, urls, count);
    await unchangedLists(samples, urls[0]!);
    for (const server of servers) await server.end("SIGTERM");
  } finally {
    await azurite.stop();
    await postgres.stop();
  }
  return [loadTable(samples), rateTable(samples)];
}

const nameOf = (at: number) => `load${at}`;

/** Vendors with some records each, straight into the database: by calls it would take longer than the measurement. */
async function addVendors(env: Record<string, string>, count: number): Promise<void> {
  const { services, close } = await openServices(readConfig(env));
  const now = new Date();
  try {
    for (let at = 0; at < count; at += 1) {
      const username = nameOf(at);
      const contact = { ...buildExampleEntity(getSchema("contact")), email: `${username}@example.com` };
      const id = await addAccount(services, {
        ...{ username, roles: ["ROLE_EDITOR"], password: DEMO_PASSWORD, contact },
      });
      const metadata = {
        ...buildExampleEntity(getSchema("metadata")),
        contacts: [{ contactId: String(id), roleId: "1" }],
      };
      const row = {
        ...{ username, status: "in progress" as const, metadata: JSON.stringify(metadata) },
        ...{ schema_version: getSchemaVersion(getSchema("metadata")), status_changed_at: now },
        ...{ created_at: now, updated_at: now },
      };
      await services.db.insertInto("records").values(Array(RECORDS).fill(row)).execute();
    }
  } finally {
    await close();
  }
}

/** Vendors on both servers poll and save, twenty of them upload, each at its own moments; a call that fails is counted. */
async function underLoad(samples: Samples, urls: string[], count: number): Promise<void> {
  const vendors: Awaited<ReturnType<typeof openHome>>[] = [];
  for (let at = 0; at < count; at += 1) vendors.push(await openHome(urls[at % urls.length]!, nameOf(at)));
  const body = await aSave(vendors[0]!.vendor);
  const start = performance.now();
  const each = async (every: number, work: () => Promise<unknown>) => {
    await delay(Math.random() * every);
    for (; performance.now() < start + LASTS; await delay(every)) await work();
  };
  const timed = async (what: string, call: () => Promise<number>) => {
    const began = performance.now();
    const status = await call().catch(() => 0);
    samples.add(`${count} ${what}`, performance.now() - began);
    if (![200, 201, 304].includes(status)) samples.add(`${count} failed`, status);
  };
  const upload = async (vendor: Vendor, record: JsonObject) => {
    await delay(Math.random() * LASTS);
    const sender = await aSender(vendor, record);
    if (await sender.send()) await sender.commit();
    else samples.add(`${count} failed`, 0);
  };
  await Promise.all(
    vendors.map(({ vendor, poll, record }, at) =>
      Promise.all([
        each(POLLS_EVERY, () => timed("poll", poll)),
        each(SAVES_EVERY, () =>
          timed("save", () => post(vendor, { ...body, model_name: `At ${Date.now()}`, ...record })),
        ),
        at < UPLOADS && upload(vendor, record),
      ]),
    ),
  );
}

/** A vendor who has signed in and has seen the list of records, of which the first is worked on. */
async function openHome(url: string, username: string) {
  const vendor: LoadedVendor = { ...(await signInVendor(url, username)), url };
  const { rows } = await vendor.call(endpoints.listRecords, { params: { username } });
  const poll = unchangedList(vendor);
  await poll();
  return { vendor, poll, record: { [RECORD_ID_KEY]: rows[0]![RECORD_ID_KEY] } };
}

interface LoadedVendor extends Vendor {
  url: string;
}

/** Polls the vendor's list as the portal does: with the version it has. Answers the status. */
function unchangedList({ url, account }: LoadedVendor) {
  const address = `${url}/api${fillPath(endpoints.listRecords.path, account as unknown as Record<string, string>)}`;
  let etag = "";
  return async () => {
    const headers = { "x-access-token": account.accessToken, "if-none-match": etag };
    const answer = await fetch(address, { headers });
    await answer.arrayBuffer();
    etag = answer.headers.get("etag") ?? etag;
    return answer.status;
  };
}

async function post({ url, account }: LoadedVendor, body: JsonObject): Promise<number> {
  const headers = { "content-type": "application/json", "x-access-token": account.accessToken };
  const address = `${url}/api${endpoints.saveRecord.path}`;
  const answer = await fetch(address, { method: "POST", headers, body: JSON.stringify(body) });
  await answer.arrayBuffer();
  return answer.status;
}

/** What a save of an example sends. */
async function aSave(vendor: Vendor): Promise<JsonObject> {
  const references = await loadReferences(vendor);
  const metadata = fillDerivedFields(getSchema("metadata"), buildExampleEntity(getSchema("metadata")), references);
  const contacts = [{ contactId: vendor.account.id, roleId: "1" }];
  return encode(getSchema("metadata"), { ...metadata, contacts }, "write", references);
}

async function aSender(vendor: Vendor, body: JsonObject) {
  const { rows } = await vendor.call(endpoints.requestUpload, { body });
  const ticket = decode(getSchema("upload-ticket"), rows[0]!, "read") as unknown as UploadTicket;
  return createBlockSender(ticket, Buffer.alloc(BLOCK * BLOCKS), BLOCK);
}

/** Unchanged lists one process answers in a second, and what Fastify alone answers to the same call. */
async function unchangedLists(samples: Samples, url: string): Promise<void> {
  const vendor = { ...(await signInVendor(url, nameOf(0))), url };
  const lists = Array.from({ length: LANES }, () => unchangedList(vendor));
  const bare = await startBare();
  try {
    const bareLists = lists.map(() => unchangedList({ ...vendor, url: bare.url }));
    // Once without counting: what is measured is code that has run for a while.
    for (const calls of [lists, bareLists]) await rateOf(calls);
    for (let run = 0; run < 2; run += 1) {
      samples.add("portal rate", await rateOf(lists));
      samples.add("bare rate", await rateOf(bareLists));
    }
  } finally {
    bare.end();
  }
}

async function rateOf(calls: (() => Promise<number>)[]): Promise<number> {
  const start = performance.now();
  let answered = 0;
  await Promise.all(
    calls.map(async (call) => {
      for (; performance.now() - start < RATE_LASTS; answered += 1) await call();
    }),
  );
  return (1000 * answered) / (performance.now() - start);
}

/** A process of nothing but Fastify, which answers every call that it has not changed. */
async function startBare() {
  const code = `require("fastify")()
    .get("*", (_, reply) => reply.header("etag", '"1"').code(304).send())
    .listen({ port: 0 }, (_, address) => console.log(address))`;
  const child = spawn(process.execPath, ["-e", code], { stdio: ["ignore", "pipe", "inherit"] });
  const endWithUs = () => void child.kill();
  process.once("exit", endWithUs);
  const [address] = (await once(child.stdout, "data")) as [Buffer];
  return { url: address.toString().trim().replace("[::1]", "localhost"), end: endWithUs };
}

function loadTable(samples: Samples): Table {
  const all = samples.all();
  const p99 = (name: string) => {
    const sorted = (all[name] ?? []).toSorted((a, b) => a - b);
    return (sorted[Math.floor(0.99 * sorted.length)] ?? NaN).toFixed(0);
  };
  const row = (words: string, cell: (count: number) => string) => [words, ...VENDORS.map(cell)];
  return {
    title: "Two servers on one PostgreSQL, while 20 vendors upload in blocks",
    note: `Each vendor polls every ${POLLS_EVERY / 1000} s and saves every ${SAVES_EVERY / 1000} s for ${LASTS / 1000} s. Servers, database, store and vendors share this machine.`,
    columns: ["", ...VENDORS.map((count) => `${count} vendors`)],
    rows: [
      row("Calls", (count) =>
        String([...(all[`${count} poll`] ?? []), ...(all[`${count} save`] ?? [])].length),
      ),
      row("Failed (0: no answer)", (count) => (all[`${count} failed`] ?? []).join(" ") || "none"),
      row("Poll of the list, ms", (count) => samples.cell(`${count} poll`)),
      row("The same, 99th percentile", (count) => p99(`${count} poll`)),
      row("Save, ms", (count) => samples.cell(`${count} save`)),
      row("The same, 99th percentile", (count) => p99(`${count} save`)),
    ],
  };
}

function rateTable(samples: Samples): Table {
  const of = (name: string) => median(samples.all()[name] ?? []);
  return {
    title: "Unchanged lists in a second, one process",
    columns: ["", "Portal", "Bare Fastify", "Share"],
    rows: [
      [
        `${LANES} callers`,
        ...[samples.cell("portal rate"), samples.cell("bare rate")],
        (of("portal rate") / of("bare rate")).toFixed(2),
      ],
    ],
  };
}
