import fastify from "fastify";
import { setTimeout as delay } from "node:timers/promises";
import pg from "pg";
import { startAzurite } from "../lib/azurite.ts";
import { requirePostgres } from "../lib/postgres.ts";
import { readPeakMemory } from "../lib/processMemory.ts";
import { startServerOnly, type Product } from "../lib/startProduct.ts";
import { createTemporaryFolder } from "../lib/temporaryFolder.ts";
import { signIn } from "../lib/vendor.ts";
import { insertUser, writeBenchData } from "./benchData.ts";
import type { BenchOptions } from "./options.ts";
import { createPoll, POLL_INTERVAL_MS } from "./polling.ts";
import { formatValue, type Samples, type Table } from "./results.ts";
import { CALLS, listCalls, measureCalls, send, type RowSet, type ScaleCall } from "./scaleCalls.ts";
import { insertScaleData, RECORDS_PER_VENDOR, scaleVendorName } from "./scaleData.ts";

const [FEW_VENDORS, MANY_VENDORS] = [2, 200];
const REVIEWER = "scale-reviewer";

/**
 * Measures the calls of one process on 1,000 and on 100,000 records, and of two web and two worker processes on 100,000.
 * The peer is a bare Fastify route that reads the same rows by primary key and answers the same bytes.
 */
export async function measureScale(_: BenchOptions, samples: Samples): Promise<Table[]> {
  const tables: Table[] = [];
  for (const vendorCount of [FEW_VENDORS, MANY_VENDORS]) {
    const postgres = await requirePostgres();
    const azurite = await startAzurite();
    const environment = {
      ...{ DATABASE_URL: postgres.url, AZURE_STORAGE_CONNECTION_STRING: azurite.connectionString },
      ...{ TOKEN_SECRET: "a secret of the scale part that is long enough", LOG_LEVEL: "error" },
      DATA_DIR: await createTemporaryFolder("flood-scale-"),
    };
    try {
      await writeBenchData(environment, async (services) => {
        await insertScaleData(services, vendorCount);
        await insertUser(services, REVIEWER, "ROLE_ADMIN-APPLICATION");
      });
      const isLarge = vendorCount === MANY_VENDORS;
      const sets = isLarge ? [["all"], ["web", "web", "worker", "worker"]] : [["all"]];
      for (const roles of sets) {
        const prefix = `${vendorCount * RECORDS_PER_VENDOR} ${roles.length}`;
        tables.push(await measureProcesses({ environment, roles, vendorCount, prefix, samples }));
      }
    } finally {
      await azurite.stop();
      await postgres.stop();
    }
  }
  return [buildGrowthTable(samples), ...tables];
}

interface Measurement {
  environment: Record<string, string>;
  /** One process each. */
  roles: string[];
  vendorCount: number;
  /** Of the samples. */
  prefix: string;
  samples: Samples;
}

async function measureProcesses(measurement: Measurement): Promise<Table> {
  const { environment, roles, vendorCount, prefix, samples } = measurement;
  const servers: Product[] = [];
  const pool = new pg.Pool({ connectionString: environment["DATABASE_URL"], max: 2 });
  try {
    for (const ROLE of roles) servers.push(await startServerOnly({ ...environment, ROLE }));
    const urls = servers.filter((_, index) => roles[index] !== "worker").map(({ url }) => url);
    const calls = await listCalls(urls[0]!, { vendor: scaleVendorName(0), reviewer: REVIEWER });
    const peer = await startBareServer(pool, calls);
    for (const call of calls) {
      const url = (index: number) => `${urls[index % urls.length]}/api${call.path}`;
      samples.add(`${prefix} ${call.label}`, ...(await measureCalls(call, url)));
      samples.add(`${prefix} bare ${call.label}`, ...(await measureCalls(call, () => peer.url(call))));
    }
    const pollers = await startPolling(urls, vendorCount);
    const idlePoll = calls[0]!;
    const url = (index: number) => `${urls[index % urls.length]}/api${idlePoll.path}`;
    samples.add(`${prefix} busy poll`, ...(await measureCalls(idlePoll, url)));
    await pollers.stop();
    await peer.close();
    const peaks = await Promise.all(servers.map(({ pid }) => readPeakMemory(pid()!)));
    return buildCallTable(measurement, calls, peaks);
  } finally {
    for (const server of servers) await server.stop();
    await pool.end();
  }
}

/** Answers each call with the bytes of the product, after it has read the same rows by primary key. */
async function startBareServer(pool: pg.Pool, calls: ScaleCall[]) {
  const server = fastify();
  for (const [index, call] of calls.entries()) {
    const queries = await Promise.all(
      call.rows.map((rows) =>
        toQuery(pool, rows, { name: `bare ${index} ${rows.table}`, isWrite: Boolean(call.body) }),
      ),
    );
    const url = `${call.caller.url}/api${call.path}`;
    const first = await send(call, url);
    const answer = call.isPoll ? await send(call, url, first.etag) : first;
    server.route({
      method: ["GET", "POST"],
      url: `/${index}`,
      handler: async (_, reply) => {
        await Promise.all(queries.map((query) => pool.query(query)));
        return reply.code(answer.status).type("application/json").send(answer.body);
      },
    });
  }
  const address = await server.listen({ port: 0, host: "127.0.0.1" });
  return {
    url: (call: ScaleCall) => `${address}/${calls.indexOf(call)}`,
    close: () => server.close(),
  };
}

async function toQuery(
  pool: pg.Pool,
  { table, keys, columns = "*" }: RowSet,
  { name, isWrite }: { name: string; isWrite: boolean },
) {
  const { rows, fields } = await pool.query<Record<string, unknown>>(keys);
  const key = fields[0]!.name;
  const text = isWrite
    ? `UPDATE ${table} SET updated_at = updated_at WHERE ${key} = ANY($1) RETURNING *`
    : `SELECT ${columns} FROM ${table} WHERE ${key} = ANY($1)`;
  return { name, text, values: [rows.map((row) => row[key])] };
}

/** Polls of all vendors, every 4 s each. */
async function startPolling(urls: string[], vendorCount: number) {
  let isStopped = false;
  const polls: Promise<void>[] = [];
  for (let index = 0; index < vendorCount; index += 1) {
    const poll = createPoll(await signIn(urls[index % urls.length]!, scaleVendorName(index)));
    const repeat = async () => {
      for (; !isStopped; await delay(POLL_INTERVAL_MS)) {
        const status = await poll();
        if (status >= 400) throw new Error(`The answer to a poll has the status ${status}.`);
      }
    };
    polls.push(repeat());
  }
  await delay(2 * POLL_INTERVAL_MS);
  return {
    async stop() {
      isStopped = true;
      await Promise.all(polls);
    },
  };
}

function buildCallTable(
  { roles, vendorCount, prefix, samples }: Measurement,
  calls: ScaleCall[],
  memoryPeaks: number[],
): Table {
  const format = (label: string, percent?: number) =>
    formatValue(samples.get(`${prefix} ${label}`), 1, percent);
  const ratio = (label: string, other: string, percent?: number) =>
    (Number(format(label, percent).replace(",", "")) / Number(format(other).replace(",", ""))).toFixed(1);
  const records = (vendorCount * RECORDS_PER_VENDOR).toLocaleString("en-US");
  const busy = "busy poll";
  const memory = memoryPeaks.map((bytes) => (bytes / 1024 ** 2).toFixed(0)).join(", ");
  return {
    title: `${records} records, ${roles.length === 1 ? "one process" : roles.join(" + ")}, in milliseconds`,
    note: `PostgreSQL, ${CALLS} calls one after the other. The bare route reads the same rows by primary key and answers the same bytes. Memory at most: ${memory} MB.`,
    columns: ["", "Median", "Bare route", "Ratio", "99th percentile", "Ratio to the median"],
    rows: [
      ...calls.map(({ label }) => [
        ...[label, format(label), format(`bare ${label}`), ratio(label, `bare ${label}`)],
        ...[format(label, 99), ratio(label, label, 99)],
      ]),
      [
        `Poll of the list while ${vendorCount} vendors poll`,
        ...[format(busy), format(`bare ${calls[0]!.label}`), ratio(busy, `bare ${calls[0]!.label}`)],
        ...[format(busy, 99), ratio(busy, busy, 99)],
      ],
    ],
  };
}

/** How much longer each call takes with 100 times the records. */
function buildGrowthTable(samples: Samples): Table {
  const [few, many] = [FEW_VENDORS, MANY_VENDORS].map((count) => `${count * RECORDS_PER_VENDOR} 1 `);
  const labels = Object.keys(samples.all())
    .filter((name) => name.startsWith(few!) && !name.startsWith(`${few}bare`))
    .map((name) => name.slice(few!.length));
  return {
    title: "One process, 1,000 and 100,000 records, median in milliseconds",
    columns: ["", "1,000", "100,000", "Ratio"],
    rows: labels.map((label) => {
      const [small, large] = [samples.get(few + label), samples.get(many + label)];
      const middle = (values: number[]) => Number(formatValue(values, 3).replace(",", ""));
      return [
        label,
        formatValue(small, 1),
        formatValue(large, 1),
        (middle(large) / middle(small)).toFixed(2),
      ];
    }),
  };
}
