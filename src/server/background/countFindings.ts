import { createHash } from "node:crypto";
import { REPORT_VERSION } from "../../contract/models/fileFacts.ts";
import { getSchema } from "../../contract/schema/fields.ts";
import { loadOptionEntries } from "../optionValues.ts";
import type { JobHandler } from "../jobs/jobHandler.ts";
import { listFindings } from "../records/listFindings.ts";
import type { Services } from "../services.ts";
import {
  deleteUnneededFindingRequests,
  listUncountedRecords,
  storeFindingCount,
} from "../stores/records/findingStore.ts";
import { findRecord } from "../stores/records/recordStore.ts";
import { tryEach } from "../tryEach.ts";

/** The next run continues. */
const MAX_RECORDS_PER_RUN = 500;

/**
 * Counts the findings of pending records, or only of one, for the review queue, which could not compute them for each page.
 */
export async function countFindings(
  services: Services,
  signal: AbortSignal,
  recordId?: number,
): Promise<void> {
  const { db } = services;
  const rules = await computeFindingRules();
  const uncounted = await listUncountedRecords(db, { rules, limit: MAX_RECORDS_PER_RUN, recordId });
  await tryEach(uncounted, signal, async (request) => {
    const record = await findRecord(db, String(request.id));
    if (record?.revision !== request.revision) return;
    const count = (await listFindings(services, record)).length;
    await storeFindingCount(db, request, { count, rules });
  });
  if (recordId === undefined) await deleteUnneededFindingRequests(db);
}

/** Retried only if a stop of the server ended it: the repeated task counts what failed. */
export const createFindingsHandler = (services: Services): JobHandler => ({
  maxAttempts: Infinity,
  async run({ payload, signal, releaseWorker, logError }) {
    releaseWorker();
    await countFindings(services, signal, Number(payload["recordId"])).catch((error: unknown) => {
      signal.throwIfAborted();
      logError("Counting findings failed", error);
    });
  },
});

/** Raise it when the portal finds other things in the same record and model. */
const FINDINGS_VERSION = 3;

/** Changes whenever the same record and model may have other findings. */
export async function computeFindingRules(): Promise<string> {
  const lists = Object.entries(await loadOptionEntries()).map(([source, entries]) => [source, [...entries!]]);
  const rules = [FINDINGS_VERSION, REPORT_VERSION, getSchema("metadata"), lists];
  return createHash("sha256").update(JSON.stringify(rules)).digest("hex").slice(0, 16);
}
