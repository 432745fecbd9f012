import { addAbortSignal } from "node:stream";
import type { Extraction } from "./extractModel.ts";
import { HashTap, type Digest } from "./hashTap.ts";
import { mimeTypeOf } from "./mimeTypes.ts";
import type { ZipEntry } from "./zipDirectory.ts";
import { openZipEntry } from "./zipEntryStream.ts";
import { ZipFault } from "./zipFault.ts";

type Note = (written: (Digest & { path: string })[]) => Promise<void>;

/** Writes files as streams, one after the other, taking each off the queue, until it is empty or it is to stop. */
export async function extractLarge(
  extraction: Pick<Extraction, "access" | "write">,
  queue: ZipEntry[],
  note: Note,
  stopping: AbortSignal,
): Promise<void> {
  for (let entry = queue.shift(); entry && !stopping.aborted; entry = queue.shift())
    await note([{ path: entry.path, ...(await writeEntry(extraction, entry, stopping)) }]);
}

async function writeEntry(
  { access, write }: Pick<Extraction, "access" | "write">,
  entry: ZipEntry,
  stopping: AbortSignal,
): Promise<Digest> {
  const content = addAbortSignal(stopping, await openZipEntry(access, entry));
  const tap = new HashTap();
  let failure: Error | undefined;
  content.on("error", (error) => {
    failure = error;
    tap.destroy(error);
  });
  // A sink that has already given up no longer listens, and an error nobody listens to ends the process.
  tap.on("error", () => undefined);
  try {
    await write(entry.path, content.pipe(tap), { contentType: mimeTypeOf(entry.path), size: entry.size });
  } catch (error) {
    // A client library may wrap the error of the stream it was given; the fault itself is what the vendor is told.
    throw failure instanceof ZipFault ? failure : error;
  } finally {
    content.destroy();
  }
  if (failure) throw failure;
  if (!tap.digest) throw new Error(`Not all of ${entry.path} was stored`);
  return tap.digest;
}
