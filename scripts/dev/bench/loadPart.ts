import { setTimeout as delay } from "node:timers/promises";
import type { JsonObject } from "../../../src/contract/json.ts";
import { RECORD_ID_KEY } from "../../../src/contract/schema/product.ts";
import { endpoints } from "../../../src/contract/wire/endpoints.ts";
import { startAzurite } from "../lib/azurite.ts";
import { requirePostgres } from "../lib/postgres.ts";
import { startServerOnly } from "../lib/startProduct.ts";
import { createTemporaryFolder } from "../lib/temporaryFolder.ts";
import { signIn, type Vendor } from "../lib/vendor.ts";
import { createBlockUpload } from "../uploads/blockUpload.ts";
import { requestUpload } from "../uploads/vendorUploads.ts";
import { insertVendors, writeBenchData } from "./benchData.ts";
import type { BenchOptions } from "./options.ts";
import { createPoll, POLL_INTERVAL_MS, repeatCall } from "./polling.ts";
import { buildTable, type Samples, type Table } from "./results.ts";
import { buildSaveBody } from "./saveBody.ts";

const VENDOR_COUNTS = [50, 200];
const UPLOADING_VENDORS = 20;
const RECORDS_PER_VENDOR = 10;
const [DURATION_MS, SAVE_INTERVAL_MS] = [60_000, 20_000];
const [BLOCK_BYTES, BLOCK_COUNT] = [256 * 1024, 60];

const loadVendorName = (index: number) => `load${index}`;

/** Measures two servers on one PostgreSQL and one store (Azurite) while vendors poll, save and upload. */
export async function measureLoad(_: BenchOptions, samples: Samples): Promise<Table[]> {
  const postgres = await requirePostgres();
  const azurite = await startAzurite();
  const environment = {
    DATABASE_URL: postgres.url,
    AZURE_STORAGE_CONNECTION_STRING: azurite.connectionString,
    TOKEN_SECRET: "a secret of the load that is long enough",
    DATA_DIR: await createTemporaryFolder("flood-load-"),
  };
  try {
    const names = Array.from({ length: Math.max(...VENDOR_COUNTS) }, (_, index) => loadVendorName(index));
    await writeBenchData(environment, (services) => insertVendors(services, names, RECORDS_PER_VENDOR));
    const servers = [await startServerOnly(environment), await startServerOnly(environment)];
    const urls = servers.map(({ url }) => url);
    for (const count of VENDOR_COUNTS) await measureVendors(samples, urls, count);
    for (const server of servers) await server.stop();
  } finally {
    await azurite.stop();
    await postgres.stop();
  }
  return [buildLoadTable(samples)];
}

function buildLoadTable(samples: Samples): Table {
  const columns = Object.fromEntries(VENDOR_COUNTS.map((count) => [`${count} vendors`, String(count)]));
  const table = buildTable(samples, columns, {
    title: `Two servers on one PostgreSQL, while ${UPLOADING_VENDORS} vendors upload`,
    note: `Each vendor polls every ${POLL_INTERVAL_MS / 1000} s and saves every ${SAVE_INTERVAL_MS / 1000} s for ${DURATION_MS / 1000} s. Servers, database, store and vendors run on this machine.`,
    rows: [
      { label: "Poll of the list, median, ms", key: "poll" },
      { label: "Poll of the list, 99th percentile, ms", key: "poll", percent: 99 },
      { label: "Save, median, ms", key: "save" },
      { label: "Save, 99th percentile, ms", key: "save", percent: 99 },
    ],
  });
  const countCalls = (keys: string[]) =>
    VENDOR_COUNTS.map((count) => String(keys.flatMap((key) => samples.get(`${count} ${key}`)).length));
  const counts = [
    ["Calls", ...countCalls(["poll", "save"])],
    ["Failed calls", ...countCalls(["failed"])],
  ];
  return { ...table, rows: [...counts, ...table.rows] };
}

/** All vendors poll and save, some upload, each at random times. */
async function measureVendors(samples: Samples, urls: string[], count: number): Promise<void> {
  const vendors: LoadVendor[] = [];
  for (let index = 0; index < count; index += 1)
    vendors.push(await openHome(urls[index % urls.length]!, loadVendorName(index)));
  const body = await buildSaveBody(vendors[0]!.vendor);
  const start = performance.now();
  const isOver = () => performance.now() >= start + DURATION_MS;
  const repeat = (intervalMs: number, key: string, call: () => Promise<number>) =>
    repeatCall({ samples, prefix: String(count), key, intervalMs, isOver, call });
  const upload = async ({ vendor, recordId }: LoadVendor) => {
    await delay(Math.random() * DURATION_MS);
    const ticket = await requestUpload(vendor, recordId);
    const blocks = createBlockUpload(ticket, Buffer.alloc(BLOCK_BYTES * BLOCK_COUNT), BLOCK_BYTES);
    if (await blocks.send()) await blocks.commit();
    else samples.add(`${count} failed`, 0);
  };
  await Promise.all(
    vendors.map(({ vendor, recordId, poll }, index) => {
      const save = () =>
        saveRecord(vendor, { ...body, model_name: `At ${Date.now()}`, [RECORD_ID_KEY]: recordId });
      return Promise.all([
        repeat(POLL_INTERVAL_MS, "poll", poll),
        repeat(SAVE_INTERVAL_MS, "save", save),
        index < UPLOADING_VENDORS && upload({ vendor, recordId, poll }),
      ]);
    }),
  );
}

interface LoadVendor {
  vendor: Vendor;
  /** The record that the vendor saves. */
  recordId: string;
  /** Polls the list with its ETag; returns the status. */
  poll: () => Promise<number>;
}

async function openHome(url: string, username: string): Promise<LoadVendor> {
  const vendor = await signIn(url, username);
  const { rows } = await vendor.call(endpoints.listRecords, { params: { username } });
  const poll = createPoll(vendor);
  await poll();
  return { vendor, recordId: String(rows[0]![RECORD_ID_KEY]), poll };
}

async function saveRecord({ url, account }: Vendor, body: JsonObject): Promise<number> {
  const headers = { "content-type": "application/json", "x-access-token": account.accessToken };
  const address = `${url}/api${endpoints.saveRecord.path}`;
  const response = await fetch(address, { method: "POST", headers, body: JSON.stringify(body) });
  await response.arrayBuffer();
  return response.status;
}
