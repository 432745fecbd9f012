import { sql } from "kysely";
import { expect, vi } from "vitest";
import { endpoints } from "../../../src/contract/wire/endpoints.ts";
import { getSchema } from "../../../src/contract/schema/fields.ts";
import type {
  StoredFile,
  Upload,
  UploadConflict,
  UploadProgress,
} from "../../../src/contract/generated/entities.ts";
import { decode } from "../../../src/contract/wire/wire.ts";
import type { Services } from "../../../src/server/services.ts";
import { claimNextJob, type StoredJob } from "../../../src/server/stores/jobStore.ts";
import { UPLOAD_JOB } from "../../../src/server/stores/uploads/uploadStore.ts";
import { startProcessing, type ProcessingOptions } from "../../../src/server/background/startProcessing.ts";
import type { Workers } from "../../../src/server/jobs/startWorkers.ts";
import type { Stage } from "../../../src/server/uploads/pipeline/processUpload.ts";
import type { StoredRecord } from "../../../src/server/stores/records/recordStore.ts";
import type { TestUser, UploadServer } from "./uploadServer.ts";

const createParams = ({ id }: Pick<StoredRecord, "id">) => ({ params: { recordId: String(id) } });

export async function fetchProgress(server: UploadServer, record: StoredRecord, user: TestUser = "vendor1") {
  const { answer } = await server.call(user, endpoints.uploadProgress, createParams(record));
  return decode(getSchema("upload-progress"), answer, "read") as unknown as UploadProgress;
}

export async function fetchFiles(server: UploadServer, record: StoredRecord) {
  const { rows } = await server.call("vendor1", endpoints.listFiles, createParams(record));
  return rows.map((row) => decode(getSchema("file"), row, "read") as unknown as StoredFile);
}

export async function fetchZips(server: UploadServer, record: StoredRecord) {
  const { rows } = await server.call("vendor1", endpoints.listArchive, createParams(record));
  return rows.map((row) => decode(getSchema("upload"), row, "read") as unknown as Upload);
}

export async function fetchConflicts(server: UploadServer, record: StoredRecord) {
  const { rows } = await server.call("vendor1", endpoints.recordConflicts, createParams(record));
  return rows.map((row) => decode(getSchema("upload-conflict"), row, "read") as unknown as UploadConflict);
}

export async function fetchStatus(server: UploadServer, record: StoredRecord): Promise<unknown> {
  return (await server.call("vendor1", endpoints.getRecord, createParams(record))).rows[0]?.status;
}

export async function fetchMessages(server: UploadServer, record: StoredRecord) {
  const { rows } = await server.call("vendor1", endpoints.listMessages, createParams(record));
  return rows.map(({ username, msg_content: content }) => ({ username, content: String(content) }));
}

export async function fetchNotifications(server: UploadServer, record: StoredRecord) {
  const { rows } = await server.call("vendor1", endpoints.listNotifications, createParams(record));
  return rows.map(({ username, status, content }) => ({ username, status, content: String(content) }));
}

export async function waitUntilProcessed({ services: { db } }: UploadServer): Promise<void> {
  await waitForAssertion(async () => {
    const waiting = await db.selectFrom("uploads").select("id").where("job_id", "is not", null).execute();
    expect(waiting).toEqual([]);
  });
}

/** Processes uploads until the queue is empty. */
export async function processUploads(server: UploadServer, options: ProcessingOptions = {}): Promise<void> {
  const processing = server.processing(options);
  try {
    await waitUntilProcessed(server);
  } finally {
    await processing.stop();
  }
}

/** Waits until a worker dies at this stage of an upload: it neither renews its lease nor claims another job. */
export async function startDyingWorker({ services }: UploadServer, stage: Stage): Promise<Workers> {
  let isDead = false;
  // By the clock of a dead worker, no job is due.
  const now = () => (isDead ? new Date(0) : services.now());
  const worker = startProcessing(
    { ...services, now },
    {
      workerCount: 1,
      leaseMs: 3_600_000,
      stopTimeoutMs: 0,
      onStageReached: (reached) => {
        if (reached !== stage) return undefined;
        isDead = true;
        return new Promise<void>(() => undefined);
      },
    },
  );
  await waitForAssertion(() => expect(isDead).toBe(true));
  return worker;
}

/** The timeout is generous: the machine may be busy. */
export const waitForAssertion = <Answer>(assertion: () => Answer | Promise<Answer>) =>
  vi.waitFor(assertion, { timeout: 280_000, interval: 15 });

/** Ends all leases, as if their time had passed. */
export async function expireLeases({ services: { db } }: UploadServer): Promise<void> {
  await db
    .updateTable("jobs")
    .set({ leased_until: sql`clock_timestamp() - interval '1 second'` })
    .where("leased_until", "is not", null)
    .execute();
}

/** Claims the next upload for the given time, like a worker. */
export const claimUploadJob = ({ db, now }: Pick<Services, "db" | "now">, leaseMs: number) =>
  claimNextJob(db, { kinds: [UPLOAD_JOB], now: now(), leaseMs });

/** The job of an upload that waits or is being processed. */
export const findJob = ({ services: { db } }: UploadServer, uploadId: string): Promise<StoredJob> =>
  db
    .selectFrom("uploads")
    .innerJoin("jobs", "jobs.id", "uploads.job_id")
    .selectAll("jobs")
    .where("uploads.id", "=", uploadId)
    .executeTakeFirstOrThrow();
