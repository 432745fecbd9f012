import { createMD5, createSHA256 } from "hash-wasm";
import { commitBlocks, listStoredBlocks, putBlock } from "./blockStore.ts";
import { LinkExpiredError, sendWithRetry, UploadFailedError, type SendContext } from "./sendWithRetry.ts";
import type { ProcessingStage, UploadEnd, UploadEvent, UploadTask } from "./uploadTask.ts";
import {
  computeChecksums,
  omitUnchangedFiles,
  createContentCheck,
  layOutMembers,
  layOutZip,
  readZipRange,
  UnreadableFilesError,
  type ContentLayout,
} from "./zipContent.ts";

export interface UploadOptions extends Partial<Pick<SendContext, "retryWaitMs" | "signal">> {
  blockMiB?: number;
  pollIntervalMs?: number;
}

type Emit = (event: UploadEvent) => void;

/**
 * Sends a model as the upload script does: state, precheck, blocks, list of blocks, report, result. Blocks that the store
 * has are not sent again, so a run continues where an earlier one stopped. Emits events, the last of which is the result.
 * What it emits after the signal is to be ignored.
 */
export async function runUpload(task: UploadTask, emit: Emit, options: UploadOptions = {}): Promise<void> {
  emit(await runToEnd(task, emit, options).catch(toEnd));
}

function toEnd(error: unknown): UploadEnd {
  if (error instanceof UnreadableFilesError) return { type: "unreadable", paths: error.paths };
  if (error instanceof LinkExpiredError) return { type: "link expired", message: error.message };
  if (error instanceof UploadFailedError) return { type: "failed", message: error.message };
  return {
    type: "failed",
    message: `The upload stopped because of an error (${String(error)}). Resume it to continue.`,
  };
}

async function runToEnd(task: UploadTask, emit: Emit, options: UploadOptions): Promise<UploadEnd> {
  const context: SendContext = {
    onWaiting: createChangeListener((reason) => emit({ type: "waiting", reason })),
    ...(options.retryWaitMs !== undefined && { retryWaitMs: options.retryWaitMs }),
    ...(options.signal && { signal: options.signal }),
  };
  const portal = createPortalCalls(task, context);
  const { state } = await portal.readState();
  if (task.hasArrived || state === "processing" || state === "processed") {
    emit({ type: "arrived" });
    return waitForResult(portal, emit, options);
  }
  const prepared = await prepareLayout(task, emit, options.signal);
  if ("type" in prepared) return prepared;
  emit({ type: "prechecking" });
  const { faults, warnings } = await portal.precheck(prepared.layout);
  emit({ type: "warnings", texts: warnings });
  if (faults.length > 0) return { type: "rejected", errors: faults, hasArrived: false };
  const sent = await sendBlocks(prepared.layout, task, {
    context: { ...context, isPortalReachable: portal.isReachable },
    ...{ emit, emptyFileCount: prepared.emptyFileCount },
    ...{ wasRefused: state === "refused", blockMiB: options.blockMiB ?? BLOCK_MIB },
  });
  if ("type" in sent) return sent;
  await portal.report({ file_name: task.fileName, size: prepared.layout.size, sha256: sent.sha256 });
  emit({ type: "arrived" });
  return waitForResult(portal, emit, options);
}

function createChangeListener(onChange: (value: string | undefined) => void) {
  let last: string | undefined;
  return (value: string | undefined) => {
    if (value === last) return;
    last = value;
    onChange(value);
  };
}

const PROGRESS_INTERVAL_MS = 250;

async function prepareLayout(
  { members: chosen, versionFiles, zip, fileName }: UploadTask,
  emit: Emit,
  signal: AbortSignal | undefined,
): Promise<{ layout: ContentLayout; emptyFileCount: number } | UploadEnd> {
  if (zip) return { layout: layOutZip(zip, fileName), emptyFileCount: 0 };
  const members = versionFiles ? await omitUnchangedFiles(chosen, versionFiles, signal) : chosen;
  const files = members.filter(({ content }) => content !== undefined);
  const totalBytes = members.reduce((sum, { size }) => sum + size, 0);
  let [bytes, emittedAt] = [0, 0];
  emit({ type: "preparing", bytes, totalBytes });
  const { checksums, unreadable } = await computeChecksums(members, (count) => {
    signal?.throwIfAborted();
    bytes += count;
    if (Date.now() - emittedAt < PROGRESS_INTERVAL_MS) return;
    emittedAt = Date.now();
    emit({ type: "preparing", bytes, totalBytes });
  });
  emit({ type: "checksums", checksums });
  emit({
    type: "prepared",
    ...{ fileCount: files.length, bytes: totalBytes, unchangedFileCount: chosen.length - members.length },
  });
  if (unreadable.length > 0) return { type: "unreadable", paths: unreadable };
  return {
    emptyFileCount: files.filter(({ size }) => size === 0).length,
    layout: layOutMembers(members.map((member) => ({ ...member, crc32: checksums.get(member.path) }))),
  };
}

const MIB = 1024 ** 2;
/** Half of the script's, for a finer progress and less to send again after an interruption. */
export const BLOCK_MIB = 8;
/** A store accepts at most this many blocks. */
const MAX_BLOCKS = 50_000;
export const MAX_PARALLEL_BLOCKS = 3;

/** One is read while the others are sent. New buffers would pile up until the browser collects garbage. */
const createBlockBuffers = (size: number) =>
  Array.from({ length: MAX_PARALLEL_BLOCKS + 1 }, () => new Uint8Array(size));

interface SendOptions {
  context: SendContext;
  emit: Emit;
  wasRefused: boolean;
  blockMiB: number;
  emptyFileCount: number;
}

async function sendBlocks(
  layout: ContentLayout,
  { blobUrl }: UploadTask,
  { context, emit, wasRefused, emptyFileCount, blockMiB: wantedMiB }: SendOptions,
): Promise<{ sha256: string } | UploadEnd> {
  const blockMiB = wantedMiB + Math.floor(layout.size / (MAX_BLOCKS * MIB));
  const stored = await listStoredBlocks(context, blobUrl, wasRefused ? "uncommitted" : "all");
  const [sha256, md5, check] = await Promise.all([createSHA256(), createMD5(), createContentCheck()]);
  const ids: string[] = [];
  const buffers = createBlockBuffers(Math.min(blockMiB * MIB, layout.size));
  const running = new Set<Promise<void>>();
  let failure: { error: unknown } | undefined;
  const fileEnds = layout.pieces.flatMap((piece) => ("member" in piece ? [piece.offset + piece.size] : []));
  const progress = { files: emptyFileCount, bytes: 0, totalBytes: layout.size, sentBytes: 0 };
  const addProgress = (bytes: number, sentBytes: number) => {
    progress.bytes += bytes;
    progress.sentBytes += sentBytes;
    // Blocks are sent in the order of the zip, so this is exact except for the few that are on their way.
    while (progress.files < emptyFileCount + fileEnds.length) {
      if (fileEnds[progress.files - emptyFileCount]! > progress.bytes) break;
      progress.files += 1;
    }
    emit({ type: "sending", ...progress });
  };
  addProgress(0, 0);
  for (let first = 0; first < layout.size; first += blockMiB * MIB) {
    context.signal?.throwIfAborted();
    const last = Math.min(layout.size, first + blockMiB * MIB) - 1;
    const buffer = buffers.pop()!;
    const { bytes, parts } = await readZipRange(layout, first, last, buffer);
    const changedPath = check.update(parts);
    if (changedPath !== undefined) {
      await Promise.allSettled(running);
      return { type: "changed", paths: [changedPath] };
    }
    sha256.update(bytes);
    const hash = md5.init().update(bytes).digest("hex");
    const id = createBlockId(hash, blockMiB, ids.length);
    ids.push(id);
    if (stored.get(id) === bytes.length) {
      addProgress(bytes.length, 0);
      buffers.push(buffer);
      continue;
    }
    while (running.size >= MAX_PARALLEL_BLOCKS) await Promise.race(running);
    if (failure) break;
    const sending = putBlock(context, blobUrl, { id, md5: encodeBase64(parseHex(hash)), bytes })
      .then(() => addProgress(bytes.length, bytes.length))
      .catch((error: unknown) => {
        failure ??= { error };
      })
      .finally(() => {
        running.delete(sending);
        buffers.push(buffer);
      });
    running.add(sending);
  }
  await Promise.all(running);
  if (failure) throw failure.error;
  await commitBlocks(context, blobUrl, ids);
  return { sha256: sha256.digest("hex") };
}

/**
 * The upload script's ids: the content's MD5, the size of blocks and the index, so a block of another zip never matches.
 */
const createBlockId = (md5: string, blockMiB: number, index: number): string =>
  btoa(md5.slice(0, 28) + String(blockMiB).padStart(3, "0") + String(index).padStart(5, "0"));

const parseHex = (hex: string) => Uint8Array.from(hex.match(/../g) ?? [], (byte) => parseInt(byte, 16));

const encodeBase64 = (bytes: Uint8Array) => btoa(String.fromCharCode(...bytes));

interface UploadState {
  state: "expected" | "refused" | "processing" | "processed";
  stage?: ProcessingStage;
  faults?: string[];
  messages?: string[];
}

interface Precheck {
  faults: string[];
  warnings: string[];
  needed?: { offset: number; length: number };
}

const FIRST_PRECHECK_BYTES = 128 * 1024;
const PROBE_TIMEOUT_MS = 30_000;

/** The calls that need only the upload token. */
function createPortalCalls({ checkUrl, completeUrl, uploadToken }: UploadTask, context: SendContext) {
  const tokenHeader = { "x-upload-token": uploadToken };
  const send = (url: string, init: RequestInit = {}, type = "application/json") =>
    sendWithRetry(context, url, {
      ...init,
      headers: { ...tokenHeader, ...(init.body !== undefined && { "content-type": type }) },
    });
  return {
    async readState(): Promise<UploadState> {
      const response = await send(completeUrl);
      if (!response.ok) throw await createPortalError(response);
      return (await response.json()) as UploadState;
    },
    /** Asks once. */
    async isReachable(): Promise<boolean> {
      const signal = AbortSignal.timeout(PROBE_TIMEOUT_MS);
      const init: RequestInit = { headers: tokenHeader, signal, cache: "no-store", credentials: "omit" };
      const response = await fetch(completeUrl, init).catch(() => undefined);
      return response !== undefined && response.status < 500;
    },
    /** The server asks for the parts of the zip that it needs. */
    async precheck(layout: ContentLayout): Promise<Pick<Precheck, "faults" | "warnings">> {
      let needed: Precheck["needed"] = {
        offset: Math.max(0, layout.size - FIRST_PRECHECK_BYTES),
        length: Math.min(layout.size, FIRST_PRECHECK_BYTES),
      };
      const ranges: string[] = [];
      const bodies: Uint8Array<ArrayBuffer>[] = [];
      for (;;) {
        const { offset, length } = needed;
        ranges.push(`${offset}:${length}`);
        bodies.push((await readZipRange(layout, offset, offset + length - 1)).bytes);
        const url = `${checkUrl}?size=${layout.size}&stretches=${ranges.join(",")}`;
        const init = { method: "POST", body: new Blob(bodies) };
        const response = await send(url, init, "application/octet-stream");
        // The record takes no uploads.
        if ([401, 409].includes(response.status)) throw await createPortalError(response);
        // The portal checks the zip after the upload.
        if (!response.ok) return { faults: [], warnings: [] };
        const result = (await response.json()) as Precheck;
        if (!result.needed) return result;
        needed = result.needed;
      }
    },
    async report(zip: { file_name: string; size: number; sha256: string }): Promise<void> {
      const response = await send(completeUrl, { method: "POST", body: JSON.stringify(zip) });
      if (!response.ok) throw await createPortalError(response);
    },
  };
}

async function createPortalError(response: Response): Promise<Error> {
  const body = (await response.json().catch(() => undefined)) as { message?: unknown } | undefined;
  const message =
    typeof body?.message === "string" ? body.message : `The server answered ${response.status}.`;
  return response.status === 401 ? new LinkExpiredError(message) : new UploadFailedError(message);
}

const POLL_INTERVAL_MS = 1000;

async function waitForResult(
  portal: ReturnType<typeof createPortalCalls>,
  emit: Emit,
  { pollIntervalMs = POLL_INTERVAL_MS }: UploadOptions,
): Promise<UploadEnd> {
  let lastStage: ProcessingStage | undefined;
  for (;;) {
    const { state, stage, faults = [], messages = [] } = await portal.readState();
    if (state === "processed") return { type: "done", messages };
    if (state === "refused") return { type: "rejected", errors: faults, hasArrived: true };
    if (stage && stage !== lastStage) emit({ type: "processing", stage });
    lastStage = stage;
    await new Promise((resolve) => setTimeout(resolve, pollIntervalMs));
  }
}
