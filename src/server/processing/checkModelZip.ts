import { buffer } from "node:stream/consumers";
import { checkModel, type ExpectedRecord } from "../../contract/model-folder/checkModel.ts";
import type { Diagnostic } from "../../contract/model-folder/diagnostic.ts";
import type { ZipEntry } from "../../contract/zip/zipDirectory.ts";
import type { RandomAccess } from "./randomAccess.ts";
import { readBufferedZipDirectory } from "./zipDirectory.ts";
import { openZipEntry } from "./zipEntryStream.ts";

/** Checks a zip before extraction, for the precheck and for processing. Throws only when the store fails. */
export async function checkModelZip(
  access: RandomAccess,
  expected: ExpectedRecord,
  window?: number,
): Promise<{ entries: ZipEntry[]; diagnostics: Diagnostic[] }> {
  const { entries, errors } = await readBufferedZipDirectory(access, { ...(window && { window }) });
  const readEntry = async (entry: ZipEntry) => buffer(await openZipEntry(access, entry));
  return { entries, diagnostics: await checkModel({ isZip: true, entries, errors, readEntry }, expected) };
}
