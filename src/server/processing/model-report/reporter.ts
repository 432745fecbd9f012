import type { ModelReport } from "../../../contract/generated/entities.ts";
import type { ModelFile } from "../../../contract/models/fileFacts.ts";
import { buildModelReport } from "../../../contract/models/buildModelReport.ts";

interface ReadRequest {
  path: string;
  length: number;
  offset?: number | undefined;
}

/** Child process: receives a model's file list, requests parts of files and returns the report. */
export type ReporterOutput = { id: number; requests: ReadRequest[] } | { report: ModelReport };
export type ReporterInput = { files: ModelFile[] } | { id: number; parts: Uint8Array[] };

type PendingRead = ReadRequest & { resolve: (bytes: Uint8Array) => void };

const sentReads = new Map<number, PendingRead[]>();
let queuedReads: PendingRead[] = [];
let lastMessageId = 0;

// The HDF reader rejects promises of its own for forged files, some without a handler.
process.on("unhandledRejection", () => undefined);

process.on("message", (input: ReporterInput) => {
  if ("files" in input) return void report(input.files).catch(() => process.exit(1));
  sentReads.get(input.id)?.forEach(({ resolve }, at) => resolve(input.parts[at]!));
  sentReads.delete(input.id);
});

async function report(files: ModelFile[]): Promise<void> {
  send({ report: await buildModelReport({ files, read }) });
}

/** Batches simultaneous reads: thousands of messages take longer than the reads. */
function read(path: string, length: number, offset?: number): Promise<Uint8Array> {
  return new Promise((resolve) => {
    if (queuedReads.push({ path, length, offset, resolve }) === 1) setImmediate(sendQueuedReads);
  });
}

function sendQueuedReads(): void {
  const id = ++lastMessageId;
  send({ id, requests: queuedReads.map(({ path, length, offset }) => ({ path, length, offset })) });
  sentReads.set(id, queuedReads);
  queuedReads = [];
}

const send = (message: ReporterOutput) => process.send?.(message);
