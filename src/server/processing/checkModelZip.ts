import { schemaOf, textOf } from "../../contract/schema/fields.ts";
import { metadataFileName } from "../../contract/model-folder/modelFolder.ts";
import { folded, segmentsOf } from "../../contract/model-folder/modelFolderEntry.ts";
import { findFaults } from "../../contract/model-folder/modelFolderFaults.ts";
import type { Finding } from "../../contract/model-folder/modelFolderFinding.ts";
import { checkMetadata, type CheckedRecord } from "./metadataCheck.ts";
import type { RandomAccess } from "./randomAccess.ts";
import { readZipDirectory, type ZipEntry } from "./zipDirectory.ts";

/**
 * All that can be said of a model's zip before it is unpacked: its directory, the layout of the model's folder, and
 * that its metadata file names this record and says what the record says. Of a correction, the folder of the version
 * that comes of it is looked at. Asked both before a script sends the zip and after it has arrived. Throws only when
 * the zip cannot be read from where it lies.
 *
 * @param window bytes that are read at a time
 */
export async function checkModelZip(
  access: RandomAccess,
  { recordId, metadata, references, corrected }: CheckedRecord,
  window?: number,
): Promise<{ entries: ZipEntry[]; findings: Finding[] }> {
  const { entries, faults } = await readZipDirectory(access, { ...(window && { window }) });
  if (entries.length === 0 && faults.length > 0) return { entries, findings: faults };
  const schema = schemaOf("metadata");
  const identifier = textOf(schema, metadata, "identifier");
  const title = textOf(schema, metadata, "title");
  const findings = [...faults, ...findFaults(entries, { identifier, title, recordId, corrected })];
  if (faults.length > 0 || !hasMetadataFile(entries, recordId)) return { entries, findings };
  const found = await checkMetadata({ access, entries, recordId, metadata, references });
  return { entries, findings: [...findings, ...found] };
}

/** Where the file is missing or misplaced, the check of the layout has said so. */
const hasMetadataFile = (entries: ZipEntry[], recordId: string) =>
  entries.some(({ path, isDirectory }) => {
    const [, name, ...deeper] = segmentsOf(path);
    return !isDirectory && deeper.length === 0 && folded(name ?? "") === folded(metadataFileName(recordId));
  });
