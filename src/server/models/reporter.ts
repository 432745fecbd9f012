import type { ModelReport } from "../../contract/generated/entities.ts";
import type { ModelFile } from "../../contract/models/fileFacts.ts";
import { buildModelReport } from "../../contract/models/buildModelReport.ts";

/** A part of a file that is asked for. */
interface Asked {
  path: string;
  length: number;
  offset?: number | undefined;
}

/** A program of its own that is told a model's files, asks for parts of some, and answers the report. */
export type ReporterMessage = { id: number; asked: Asked[] } | { report: ModelReport };
export type ReporterOrder = { files: ModelFile[] } | { id: number; parts: Uint8Array[] };

type Waiting = Asked & { resolve: (bytes: Uint8Array) => void };

const sent = new Map<number, Waiting[]>();
let waiting: Waiting[] = [];
let messages = 0;

// Of a forged HDF file the reader's own promises are rejected, some of them where nobody waits.
process.on("unhandledRejection", () => undefined);

process.on("message", (order: ReporterOrder) => {
  if ("files" in order) return void answer(order.files).catch(() => process.exit(1));
  sent.get(order.id)?.forEach(({ resolve }, at) => resolve(order.parts[at]!));
  sent.delete(order.id);
});

async function answer(files: ModelFile[]): Promise<void> {
  send({ report: await buildModelReport({ files, read }) });
}

/** What is asked for at the same time goes in one message: thousands of them take longer than the reading. */
function read(path: string, length: number, offset?: number): Promise<Uint8Array> {
  return new Promise((resolve) => {
    if (waiting.push({ path, length, offset, resolve }) === 1) setImmediate(ask);
  });
}

function ask(): void {
  const id = ++messages;
  send({ id, asked: waiting.map(({ path, length, offset }) => ({ path, length, offset })) });
  sent.set(id, waiting);
  waiting = [];
}

const send = (message: ReporterMessage) => process.send?.(message);
