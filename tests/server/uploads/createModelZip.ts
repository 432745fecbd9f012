import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { getSchema, getFieldText } from "../../../src/contract/schema/fields.ts";
import {
  coverageGeodatabaseName,
  metadataFileName,
  modelFolderName,
} from "../../../src/contract/model-folder/modelFolderNames.ts";
import { RECORD_ID_KEY } from "../../../src/contract/schema/product.ts";
import { readZipDirectory } from "../../../src/server/processing/zipDirectory.ts";
import { readCompressed, decompressEntry } from "../../../src/server/processing/zipEntryStream.ts";
import type { StoredRecord as WholeRecord } from "../../../src/server/stores/records/recordStore.ts";
import { aZip, type ZipEntry } from "../../support/aZip.ts";
import { createMemoryAccess } from "../processing/createMemoryAccess.ts";

/** A real zipped geodatabase. */
export const COVERAGE = readFileSync(
  fileURLToPath(new URL("../../fixtures/coverage.gdb.zip", import.meta.url)),
);

type StoredRecord = Pick<WholeRecord, "id" | "metadata">;

/** Files by their path inside the model; null makes a folder, undefined leaves out what is there otherwise. */
export type ModelFiles = Record<string, string | Buffer | null | undefined>;

/** The root folder a record's zip holds. */
export function getRootFolder({ metadata }: StoredRecord): string {
  const schema = getSchema("metadata");
  return modelFolderName(
    getFieldText(schema, metadata, "identifier"),
    getFieldText(schema, metadata, "title"),
  );
}

/** The entries of a zip with a whole model of a record, and what the test changes about it. */
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

/** The bytes of such a zip. */
export const createModelZip = (record: StoredRecord, changes: ModelFiles = {}): Promise<Buffer> =>
  aZip(createModelEntries(record, changes));

/** The bytes of a zip that holds these files and the record's metadata file, as a correction does. */
export const createCorrectionZip = (record: StoredRecord, files: ModelFiles): Promise<Buffer> => {
  const sent = [...Object.keys(files), metadataFileName(String(record.id))].map(
    (path) => `${getRootFolder(record)}/${path}`,
  );
  return aZip(createModelEntries(record, files).filter(({ path }) => sent.includes(path)));
};

/** Files that every such zip holds below Model_Files. */
export const DEFAULT_FILE_NAMES = ["plan.prj", "plan.p01", "Results/stages.csv"];

/** The contents of the other files below Model_Files in a zip of the model, by name. */
export async function readFilesInZip(zip: Buffer): Promise<Record<string, string>> {
  const access = createMemoryAccess(zip);
  const { entries, errors } = await readZipDirectory(access);
  if (errors.length > 0) throw new Error(JSON.stringify(errors));
  const files: Record<string, string> = {};
  for (const entry of entries) {
    const [, name] = entry.path.split("/Model_Files/");
    if (name && !entry.isDirectory && !DEFAULT_FILE_NAMES.includes(name))
      files[name] = (await decompressEntry(await readCompressed(access, entry), entry)).toString();
  }
  return files;
}
