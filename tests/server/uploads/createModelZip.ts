import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { getSchema, getFieldText } from "../../../src/contract/schema/fields.ts";
import {
  coverageGeodatabaseName,
  metadataFileName,
  modelFolderName,
} from "../../../src/contract/model-folder/modelFolderNames.ts";
import { RECORD_ID_KEY } from "../../../src/contract/schema/product.ts";
import { readBufferedZipDirectory } from "../../../src/server/processing/zipDirectory.ts";
import { readCompressed, decompressEntry } from "../../../src/server/processing/zipEntryStream.ts";
import type { StoredRecord as WholeRecord } from "../../../src/server/stores/records/recordStore.ts";
import { aZip, type ZipEntry } from "../../support/aZip.ts";
import { createMemoryAccess } from "../processing/createMemoryAccess.ts";

/** A real zipped geodatabase. */
export const COVERAGE = readFileSync(
  fileURLToPath(new URL("../../fixtures/coverage.gdb.zip", import.meta.url)),
);

type StoredRecord = Pick<WholeRecord, "id" | "metadata">;

/** By path inside the model; null creates a folder, undefined omits a default file. */
export type ModelFiles = Record<string, string | Buffer | null | undefined>;

export function getRootFolder({ metadata }: StoredRecord): string {
  const schema = getSchema("metadata");
  return modelFolderName(
    getFieldText(schema, metadata, "identifier"),
    getFieldText(schema, metadata, "title"),
  );
}

/** Entries of a whole model, with changes. */
export function createModelEntries(record: StoredRecord, changes: ModelFiles = {}): ZipEntry[] {
  const identifier = getFieldText(getSchema("metadata"), record.metadata, "identifier");
  const files: ModelFiles = {
    "Model_Files/": null,
    "Model_Files/plan.prj": "Proj Title=Pecan Branch\nPlan File=p01\n",
    "Model_Files/plan.p01": "Plan Title=1 percent annual chance\n",
    "Model_Files/Results/stages.csv": "station,stage\n5280,622.4\n",
    "Supporting/": null,
    "GIS/": null,
    [coverageGeodatabaseName(identifier)]: COVERAGE,
    [metadataFileName(String(record.id))]: `global_attributes:\n  ${RECORD_ID_KEY}: "${record.id}"\n`,
    ...changes,
  };
  return Object.entries(files).flatMap(([path, content]): ZipEntry[] =>
    content === undefined ? [] : [{ path: `${getRootFolder(record)}/${path}`, content }],
  );
}

export const createModelZip = (record: StoredRecord, changes: ModelFiles = {}): Promise<Buffer> =>
  aZip(createModelEntries(record, changes));

/** A zip with these files and the metadata file. */
export const createCorrectionZip = (record: StoredRecord, files: ModelFiles): Promise<Buffer> => {
  const sent = [...Object.keys(files), metadataFileName(String(record.id))].map(
    (path) => `${getRootFolder(record)}/${path}`,
  );
  return aZip(createModelEntries(record, files).filter(({ path }) => sent.includes(path)));
};

/** Default files below Model_Files. */
export const DEFAULT_FILE_NAMES = ["plan.prj", "plan.p01", "Results/stages.csv"];

/** Contents of the other files below Model_Files, by name. */
export async function readFilesInZip(zip: Buffer): Promise<Record<string, string>> {
  const access = createMemoryAccess(zip);
  const { entries, errors } = await readBufferedZipDirectory(access);
  if (errors.length > 0) throw new Error(JSON.stringify(errors));
  const files: Record<string, string> = {};
  for (const entry of entries) {
    const [, name] = entry.path.split("/Model_Files/");
    if (name && !entry.isDirectory && !DEFAULT_FILE_NAMES.includes(name))
      files[name] = (await decompressEntry(await readCompressed(access, entry), entry)).toString();
  }
  return files;
}
