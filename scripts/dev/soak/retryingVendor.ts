import { randomUUID } from "node:crypto";
import { readFile, rm } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import type { UploadTicket } from "../../../src/contract/generated/entities.ts";
import { RECORD_ID_KEY } from "../../../src/contract/schema/product.ts";
import { endpoints } from "../../../src/contract/wire/endpoints.ts";
import type { Product } from "../lib/startProduct.ts";
import { createTemporaryFolder } from "../lib/temporaryFolder.ts";
import { signIn, type Vendor } from "../lib/vendor.ts";
import { createBlockUpload } from "../uploads/blockUpload.ts";
import { writeModelZip } from "../uploads/modelZip.ts";
import {
  completeUpload,
  createModelRecord,
  getUploadProgress,
  hashFile,
  requestUpload,
  type ModelRecord,
} from "../uploads/vendorUploads.ts";
import { BLOCK_BYTES, findDifferences, MODEL_SIZE } from "./killDuringProcessing.ts";

const PROCESSING_TIMEOUT_MS = 15 * 60_000;
/** Two minutes: a killed process starts within one. */
const [RETRY_INTERVAL_MS, MAX_RETRIES] = [500, 240];

/** A vendor whose calls outlast the kill of a server. */
export interface RetryingVendor {
  /** Uploads made so far, each for a record of its own. */
  count(): number;
  /** Uploads a model; returns what is not stored as it was sent. */
  upload(): Promise<string[]>;
  findDoubledRecords(): Promise<string[]>;
}

/** Repeats interrupted calls on the next web process, as behind a load balancer. */
export async function createRetryingVendor(
  store: Product,
  urls: string[],
  username: string,
): Promise<RetryingVendor> {
  const sessions = await Promise.all(urls.map((url) => signIn(url, username)));
  const folder = await createTemporaryFolder("flood-sent-");
  let [nextSession, count] = [0, 0];

  async function repeat<Result>(work: (vendor: Vendor) => Promise<Result>): Promise<Result> {
    for (let retries = 0; ; retries += 1)
      try {
        return await work(sessions[nextSession++ % sessions.length]!);
      } catch (error) {
        if (retries >= MAX_RETRIES) throw error;
        await delay(RETRY_INTERVAL_MS);
      }
  }

  const listRecordIds = () =>
    repeat(async ({ call }) => {
      const { rows } = await call(endpoints.listRecords, { params: { username } });
      return rows.map((row) => String(row[RECORD_ID_KEY]));
    });
  const [templateId] = (await listRecordIds()) as [string];

  async function send(record: ModelRecord): Promise<UploadTicket> {
    const zip = join(folder, "sent.zip");
    await writeModelZip(zip, record, MODEL_SIZE);
    const ticket = await repeat((vendor) => requestUpload(vendor, record.id));
    const blocks = createBlockUpload(ticket, await readFile(zip), BLOCK_BYTES);
    await repeat(async () => {
      if (!(await blocks.send())) throw new Error("The store did not confirm all blocks.");
    });
    await repeat(() => blocks.commit());
    const digest = await hashFile(zip);
    await repeat(() => completeUpload(ticket, digest));
    await rm(zip);
    return ticket;
  }

  return {
    count: () => count,
    async upload(): Promise<string[]> {
      const source = { recordId: templateId, idempotencyKey: randomUUID() };
      const record = await repeat((vendor) => createModelRecord(vendor, source));
      const ticket = await send(record);
      count += 1;
      const deadline = Date.now() + PROCESSING_TIMEOUT_MS;
      for (; Date.now() < deadline; await delay(RETRY_INTERVAL_MS)) {
        const progress = await repeat((vendor) => getUploadProgress(vendor, record.id));
        if (progress.fault) return [`record ${record.id} was rejected: ${progress.fault}`];
        if (progress.catalogued) return repeat((vendor) => findDifferences(store, vendor, record, ticket));
      }
      return [`record ${record.id} was not processed within ${PROCESSING_TIMEOUT_MS / 60_000} minutes`];
    },
    async findDoubledRecords(): Promise<string[]> {
      const ids = await listRecordIds();
      return ids.length === count + 1
        ? []
        : [`${username} has ${ids.length} records instead of ${count + 1}`];
    },
  };
}
