import { createHash } from "node:crypto";
import { BufferedAccess } from "./bufferedAccess.ts";
import type { Extraction, SmallFile } from "./extractModel.ts";
import type { Digest } from "./hashTap.ts";
import { mimeTypeOf } from "./mimeTypes.ts";
import type { ZipEntry } from "./zipDirectory.ts";
import { readZipEntry } from "./zipEntryStream.ts";

type Note = (written: (Digest & { path: string })[]) => Promise<void>;

/** Small files that lie side by side in the zip come from one range request. */
const WINDOW = 1024 * 1024;
/** Files are written together until they are so many, or so many bytes. */
const MOST_FILES = 250;
const MOST_BYTES = 4 * 1024 * 1024;
/** While so many bundles are being written, the next is unpacked and no more. */
const BUNDLES_AT_ONCE = 2;

/** Unpacks files in memory in the zip's order and writes them in bundles, until none is left or it is to stop. */
export async function extractSmall(
  { access, writeMany }: Pick<Extraction, "access" | "writeMany">,
  entries: ZipEntry[],
  note: Note,
  stopping: AbortSignal,
): Promise<void> {
  const buffered = new BufferedAccess(access, WINDOW);
  const writing = createSlots(BUNDLES_AT_ONCE);
  let bundle: SmallFile[] = [];
  let bytes = 0;
  const send = async () => {
    const files = bundle;
    bundle = [];
    bytes = 0;
    await writing.start(async () => {
      await writeMany(files);
      await note(files.map(digestOf));
    });
  };
  try {
    for (const entry of entries) {
      if (stopping.aborted) break;
      const content = await readZipEntry(buffered, entry);
      bundle.push({ path: entry.path, content, contentType: mimeTypeOf(entry.path) });
      bytes += content.length;
      if (bundle.length >= MOST_FILES || bytes >= MOST_BYTES) await send();
    }
  } catch (error) {
    // What was unpacked before the damage is not written any more, but what is being written is waited for.
    await writing.ended().catch(() => undefined);
    throw error;
  }
  if (bundle.length > 0 && !stopping.aborted) await send();
  await writing.ended();
}

const digestOf = ({ path, content }: SmallFile) => ({
  path,
  size: content.length,
  sha256: createHash("sha256").update(content).digest("hex"),
});

/** Lets so many works go on at a time. A failed one fails the next call; `ended` waits for all. */
function createSlots(most: number) {
  const running = new Set<Promise<void>>();
  let failure: { error: unknown } | undefined;
  const check = () => {
    if (failure) throw failure.error;
  };
  return {
    async start(work: () => Promise<void>): Promise<void> {
      while (running.size >= most) await Promise.race(running);
      check();
      const run = work()
        .catch((error: unknown) => void (failure ??= { error }))
        .finally(() => running.delete(run));
      running.add(run);
    },
    async ended(): Promise<void> {
      await Promise.all(running);
      check();
    },
  };
}
