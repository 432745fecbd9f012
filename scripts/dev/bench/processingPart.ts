import { join } from "node:path";
import { createProgress } from "../lib/progress.ts";
import { startInstallation } from "../lib/installation.ts";
import { createTemporaryFolder } from "../lib/temporaryFolder.ts";
import { signIn } from "../lib/vendor.ts";
import { warmUp } from "../uploads/measureUpload.ts";
import { writeModelZip } from "../uploads/modelZip.ts";
import { senders } from "../uploads/senders.ts";
import {
  completeUpload,
  createModelRecord,
  hashFile,
  requestUpload,
  waitUntilCatalogued,
} from "../uploads/vendorUploads.ts";
import { insertVendors, writeBenchData } from "./benchData.ts";
import type { BenchOptions } from "./options.ts";
import { createPoll, POLL_INTERVAL_MS, repeatCall } from "./polling.ts";
import { formatValue, type Samples, type Table } from "./results.ts";
import { MEDIUM_SIZE } from "./uploadPart.ts";

const UPLOADER = "processing";
const [POLLING_VENDORS, RECORDS_PER_VENDOR, IDLE_SECONDS] = [200, 10, 60];

/** Measures the polls of a web process before and while a worker process processes an upload. */
export async function measureProcessing(_: BenchOptions, samples: Samples): Promise<Table[]> {
  const onProgress = createProgress("processing");
  const names = Array.from({ length: POLLING_VENDORS }, (_name, index) => `polling${index}`);
  const installation = await startInstallation((environment) =>
    writeBenchData(environment, (services) =>
      insertVendors(services, [UPLOADER, ...names], RECORDS_PER_VENDOR),
    ),
  );
  try {
    const web = await installation.start("web");
    await installation.start("worker");
    const uploader = await signIn(web.url, UPLOADER);
    const folder = await createTemporaryFolder("flood-processing-");
    await warmUp(uploader, folder);
    onProgress("sending the zip");
    const record = await createModelRecord(uploader);
    const zip = join(folder, "model.zip");
    await writeModelZip(zip, record, MEDIUM_SIZE);
    const digest = await hashFile(zip);
    const ticket = await requestUpload(uploader, record.id);
    await senders.curl(zip, ticket, record);
    onProgress("signing in");
    const polls: (() => Promise<number>)[] = [];
    for (const name of names) polls.push(createPoll(await signIn(web.url, name)));
    for (const poll of polls) await poll();
    onProgress("polling without an upload");
    const idleEnd = performance.now() + IDLE_SECONDS * 1000;
    await pollUntil(polls, samples, "idle", () => performance.now() > idleEnd);
    onProgress("polling during processing");
    await completeUpload(ticket, digest);
    const start = performance.now();
    let isProcessed = false;
    const processing = waitUntilCatalogued(uploader, record.id, POLL_INTERVAL_MS).finally(() => {
      isProcessed = true;
    });
    await Promise.all([processing, pollUntil(polls, samples, "processing", () => isProcessed)]);
    return [buildProcessingTable(samples, (performance.now() - start) / 1000)];
  } finally {
    await installation.remove();
  }
}

const pollUntil = (
  polls: (() => Promise<number>)[],
  samples: Samples,
  prefix: string,
  isOver: () => boolean,
): Promise<unknown> =>
  Promise.all(
    polls.map((call) =>
      repeatCall({ samples, prefix, key: "poll", intervalMs: POLL_INTERVAL_MS, isOver, call }),
    ),
  );

function buildProcessingTable(samples: Samples, seconds: number): Table {
  const [idle, busy] = [samples.get("idle poll"), samples.get("processing poll")];
  const formatRow = (label: string, percent: number) => {
    const [before, during] = [idle, busy].map((values) =>
      Number(formatValue(values, 3, percent).replace(",", "")),
    );
    return [
      label,
      formatValue(idle, 1, percent),
      formatValue(busy, 1, percent),
      (during! / before!).toFixed(2),
    ];
  };
  const countFailed = (prefix: string) => String(samples.get(`${prefix} failed`).length);
  return {
    title: `Polls of a web process while a worker processes ${MEDIUM_SIZE.name}, in milliseconds`,
    note: `${POLLING_VENDORS} vendors poll their list every ${POLL_INTERVAL_MS / 1000} s: ${IDLE_SECONDS} s without an upload, and ${seconds.toFixed(0)} s of processing. Web, worker, store, PostgreSQL and vendors run on this machine.`,
    columns: ["", "Idle", "Processing", "Ratio"],
    rows: [
      formatRow("Poll of the list, median", 50),
      formatRow("Poll of the list, 99th percentile", 99),
      ["Polls", String(idle.length), String(busy.length), ""],
      ["Failed polls", countFailed("idle"), countFailed("processing"), ""],
    ],
  };
}
