import { readFile } from "node:fs/promises";
import type { ExpectedRecord } from "../../src/contract/model-folder/checkModel.ts";
import { splitPath } from "../../src/contract/model-folder/folderEntries.ts";
import type { LocalModel } from "../../src/contract/models/sources/localModel.ts";
import { decodeText } from "../../src/contract/models/textLines.ts";
import { NO_REFERENCES } from "../../src/contract/schema/references.ts";
import { parseMetadataYaml } from "../../src/contract/yaml/metadataYaml.ts";

const METADATA_FILE = /^metadata_.+\.ya?ml$/i;

/** From the given metadata file, else from the one in the model; undefined if there is none that can be read. */
export async function loadExpectedRecord(
  { folder }: LocalModel,
  metadataPath?: string,
): Promise<ExpectedRecord | undefined> {
  if (metadataPath !== undefined) return parseExpectedRecord(await readFile(metadataPath));
  const entry = folder.entries.find(({ path, isDirectory }) => {
    return !isDirectory && METADATA_FILE.test(splitPath(path).at(-1) ?? "");
  });
  if (!entry) return undefined;
  try {
    return parseExpectedRecord(await folder.readEntry(entry));
  } catch {
    return undefined;
  }
}

function parseExpectedRecord(bytes: Uint8Array): ExpectedRecord {
  const { recordId, metadata } = parseMetadataYaml(decodeText(bytes), NO_REFERENCES);
  return { recordId, metadata, references: NO_REFERENCES };
}
