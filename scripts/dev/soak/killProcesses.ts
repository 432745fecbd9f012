import { setTimeout as delay } from "node:timers/promises";
import pg from "pg";
import { insertVendors, writeBenchData } from "../bench/benchData.ts";
import { startInstallation } from "../lib/installation.ts";
import type { Product } from "../lib/startProduct.ts";
import { createRetryingVendor, type RetryingVendor } from "./retryingVendor.ts";

interface ProcessKillResult {
  kills: number;
  /** Role -> how often a process with it was killed. */
  killsByRole: Record<string, number>;
  uploads: number;
  /** Jobs whose worker was killed. */
  takeovers: number;
  /** The longest time from a kill until another worker ran the job. */
  slowestTakeoverMs: number;
  /** Files, versions, messages or records that are missing, wrong or there twice, and jobs that were not taken over. */
  differences: string[];
}

const VENDORS = ["kill1", "kill2", "kill3"];
/** Processes are killed in this order. */
const ROLES = ["web", "worker", "store", "web", "worker"] as const;
const [TAKEOVER_TIMEOUT_MS, POLL_INTERVAL_MS] = [5 * 60_000, 100];

interface RoleProcess {
  role: string;
  product: Product;
}

/**
 * Kills two web processes, two workers and their store in turn while vendors upload. Checks that each upload is stored
 * exactly once.
 */
export async function killProcesses(
  kills: number,
  onProgress: (step: string) => void = () => undefined,
): Promise<ProcessKillResult> {
  const result: ProcessKillResult = {
    ...{ kills: 0, killsByRole: {}, uploads: 0, takeovers: 0, slowestTakeoverMs: 0, differences: [] },
  };
  onProgress("starting five processes");
  const installation = await startInstallation((environment) =>
    writeBenchData(environment, (services) => insertVendors(services, VENDORS, 1)),
  );
  const pool = new pg.Pool({ connectionString: installation.databaseUrl, max: 1 });
  try {
    const processes: RoleProcess[] = [];
    for (const role of ROLES)
      processes.push({
        role,
        product: role === "store" ? installation.store : await installation.start(role),
      });
    const urls = processes.flatMap(({ role, product }) => (role === "web" ? [product.url] : []));
    const vendors = await Promise.all(
      VENDORS.map((username) => createRetryingVendor(installation.store, urls, username)),
    );
    const start = Date.now();
    result.differences.push(...(await startRound(vendors).differences));
    const roundMs = Date.now() - start;
    onProgress(`${VENDORS.length} uploads took ${roundMs} ms without a kill`);
    while (result.kills < kills) {
      const round = startRound(vendors);
      while (!round.isOver() && result.kills < kills) {
        const victim = processes[result.kills % processes.length]!;
        await waitForKill(pool, victim, roundMs, round.isOver);
        if (round.isOver()) break;
        await killAndRestart(pool, victim, result);
        onProgress(`kill ${result.kills} of ${kills}: ${victim.role}`);
      }
      result.differences.push(...(await round.differences));
    }
    for (const vendor of vendors) result.differences.push(...(await vendor.findDoubledRecords()));
    result.uploads = vendors.reduce((sum, { count }) => sum + count(), 0);
    return result;
  } finally {
    await pool.end();
    await installation.remove();
  }
}

/** Each vendor uploads a model. */
function startRound(vendors: RetryingVendor[]) {
  let isOver = false;
  const end = () => {
    isOver = true;
  };
  const differences = Promise.all(vendors.map(({ upload }) => upload())).then((found) => found.flat());
  void differences.then(end, end);
  return { differences, isOver: () => isOver };
}

/** Waits a random time; for a worker, until a job runs. */
async function waitForKill(
  pool: pg.Pool,
  { role }: RoleProcess,
  roundMs: number,
  isRoundOver: () => boolean,
): Promise<void> {
  const killAt = Date.now() + (Math.random() * roundMs) / 2;
  while (!isRoundOver() && Date.now() < killAt) await delay(POLL_INTERVAL_MS);
  if (role !== "worker") return;
  while (!isRoundOver() && (await listRunningJobs(pool)).size === 0) await delay(POLL_INTERVAL_MS);
  await delay(Math.random() * 1000);
}

async function killAndRestart(
  pool: pg.Pool,
  { role, product }: RoleProcess,
  result: ProcessKillResult,
): Promise<void> {
  await product.stop("SIGKILL");
  result.kills += 1;
  result.killsByRole[role] = (result.killsByRole[role] ?? 0) + 1;
  const takeovers = role === "worker" ? watchTakeovers(pool, result) : undefined;
  await Promise.all([product.restart(), takeovers]);
}

/** Measures when the jobs of a killed worker run again. The leases of the other worker's jobs are renewed. */
async function watchTakeovers(pool: pg.Pool, result: ProcessKillResult): Promise<void> {
  const start = Date.now();
  const watched = await listRunningJobs(pool);
  while (watched.size > 0 && Date.now() < start + TAKEOVER_TIMEOUT_MS) {
    await delay(POLL_INTERVAL_MS);
    const current = await listRunningJobs(pool);
    for (const [id, before] of watched) {
      const now = current.get(id);
      if (now?.lease === before.lease) continue;
      watched.delete(id);
      // A missing job has ended or failed, so its worker was alive.
      if (now === undefined || now.claim === before.claim) continue;
      result.takeovers += 1;
      result.slowestTakeoverMs = Math.max(result.slowestTakeoverMs, Date.now() - start);
    }
  }
  for (const id of watched.keys()) result.differences.push(`job ${id} was not taken over`);
}

async function listRunningJobs(pool: pg.Pool): Promise<Map<string, { claim: number; lease: string }>> {
  const { rows } = await pool.query<{ id: string; claim: number; lease: string }>(
    "SELECT id::text, claim_number::int AS claim, leased_until::text AS lease FROM jobs WHERE leased_until IS NOT NULL",
  );
  return new Map(rows.map(({ id, ...job }) => [id, job]));
}
