import type { ModelReport } from "../../contract/generated/entities.ts";
import type { ListedFile } from "../../contract/models/fileFacts.ts";
import { modelReport } from "../../contract/models/modelReport.ts";

/** A program of its own that is told a model's files, asks for parts of some, and answers the report. */
export type ReporterMessage =
  { id: number; path: string; length: number; offset?: number } | { report: ModelReport };

const waiting = new Map<number, (bytes: Uint8Array) => void>();
let asked = 0;

process.on("message", (message: { files: ListedFile[] } | { id: number; bytes: Uint8Array }) => {
  if ("files" in message) void answer(message.files);
  else waiting.get(message.id)?.(message.bytes);
});

async function answer(files: ListedFile[]): Promise<void> {
  const report = await modelReport({ files, read });
  process.send?.({ report } satisfies ReporterMessage);
}

function read(path: string, length: number, offset?: number): Promise<Uint8Array> {
  const id = ++asked;
  process.send?.({ id, path, length, ...(offset !== undefined && { offset }) } satisfies ReporterMessage);
  return new Promise((resolve) =>
    waiting.set(id, (bytes) => {
      waiting.delete(id);
      resolve(bytes);
    }),
  );
}
