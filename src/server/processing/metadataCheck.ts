import { text as textOf } from "node:stream/consumers";
import { load, YAMLException } from "js-yaml";
import type { Bag } from "../../contract/schema/fields.ts";
import { ROOT } from "../../contract/yaml/metadataYaml.ts";
import { metadataFileName } from "../../contract/model-folder/modelFolder.ts";
import { folded, segmentsOf } from "../../contract/model-folder/modelFolderEntry.ts";
import {
  fault,
  quoted,
  shortened,
  warning,
  type Finding,
} from "../../contract/model-folder/modelFolderFinding.ts";
import type { ExpectedModel } from "../../contract/model-folder/modelFolderFaults.ts";
import { said } from "../../contract/model-folder/modelFolderTexts.ts";
import { MOST_METADATA, modelZipTexts as texts } from "../../contract/model-folder/modelZipTexts.ts";
import type { References } from "../../contract/schema/references.ts";
import { RECORD_IDENTIFIER } from "../../contract/schema/product.ts";
import type { RandomAccess } from "./randomAccess.ts";
import { staleValues } from "./staleValues.ts";
import type { ZipEntry } from "./zipDirectory.ts";
import { openZipEntry } from "./zipEntryStream.ts";
import { ZipFault } from "./zipFault.ts";

/** The record that a zip is to be the model of. */
export interface CheckedRecord {
  recordId: string;
  /** As it is stored now. */
  metadata: Bag;
  references: References;
  /** The version that the zip corrects, where it is no whole model. */
  corrected?: ExpectedModel["corrected"];
}

interface MetadataCheck extends CheckedRecord {
  access: RandomAccess;
  entries: ZipEntry[];
}

/** Of what the file says itself, no more is repeated to the vendor. */
const MOST_ECHOED = 100;

/**
 * Reads the record's metadata file from the root folder of a zip. Finds a fault, in one sentence, when it is not YAML
 * whose `global_attributes` name this record; else a warning for each value that the record says otherwise. Throws only
 * when the store fails.
 */
export async function checkMetadata(check: MetadataCheck): Promise<Finding[]> {
  const { access, entries, recordId } = check;
  const name = metadataFileName(recordId);
  const entry = entries.find((candidate) => isInRoot(candidate, name));
  if (!entry)
    return [fault(`The zip has no metadata file ${quoted(name)} in its root folder. ${DOWNLOAD}`, name)];
  if (entry.size > MOST_METADATA)
    return [fault(said(texts.metadataTooLarge, { entry: quoted(entry.path) }), entry.path)];
  try {
    return findingsIn(await textOf(await openZipEntry(access, entry)), entry.path, check);
  } catch (error) {
    if (error instanceof ZipFault) return [error.finding];
    throw error;
  }
}

const DOWNLOAD =
  "Download it from this record's upload instructions, put it into the root folder as it is, and zip again.";

function findingsIn(text: string, path: string, record: CheckedRecord): Finding[] {
  const parsed = parse(text);
  if ("reason" in parsed) return [fault(`${quoted(path)} is not YAML (${parsed.reason}). ${DOWNLOAD}`, path)];
  const attributes = isObject(parsed.document) ? parsed.document[ROOT] : undefined;
  const told = (sentence: string, slots: Record<string, string> = {}) => [
    fault(said(sentence, { entry: quoted(path), attribute: RECORD_IDENTIFIER, ...slots }), path),
  ];
  if (!isObject(attributes)) return told(texts.noAttributes);
  const named = Object.hasOwn(attributes, RECORD_IDENTIFIER) ? attributes[RECORD_IDENTIFIER] : undefined;
  // A list or an object could be made to fill the memory when it is written out.
  if ((typeof named !== "string" && typeof named !== "number") || named === "")
    return told(texts.noRecordNamed);
  if (String(named).trim() === record.recordId) return staleWarnings(attributes, path, record);
  const other = quoted(String(named).slice(0, MOST_ECHOED));
  return told(texts.otherRecord, { other, record: quoted(record.recordId) });
}

const staleWarnings = (attributes: Bag, path: string, { metadata, references }: CheckedRecord): Finding[] =>
  shortened(
    staleValues(attributes, metadata, references).map(({ field, inFile, inRecord }) => {
      const slots = { entry: quoted(path), field, inFile: shown(inFile), inRecord: shown(inRecord) };
      return warning(said(texts.stale, slots), path);
    }),
  );

const shown = (value: string) => (value === "" ? "empty" : quoted(value));

function parse(text: string): { document: unknown } | { reason: string } {
  try {
    return { document: load(text) };
  } catch (error) {
    if (!(error instanceof YAMLException)) return { reason: "it cannot be read" };
    return { reason: error.mark ? `line ${error.mark.line + 1}: ${error.reason}` : error.reason };
  }
}

const isObject = (value: unknown): value is Bag =>
  typeof value === "object" && value !== null && !Array.isArray(value);

const isInRoot = ({ path, isDirectory }: ZipEntry, name: string) => {
  const [, file, ...deeper] = segmentsOf(path);
  return !isDirectory && file !== undefined && deeper.length === 0 && folded(file) === folded(name);
};
