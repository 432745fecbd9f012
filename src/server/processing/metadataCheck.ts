import { text as textOf } from "node:stream/consumers";
import { load, YAMLException } from "js-yaml";
import { metadataFileName } from "../../contract/modelFolder.ts";
import { folded, segmentsOf } from "../../contract/modelFolderEntry.ts";
import { fault, quoted, type Finding } from "../../contract/modelFolderFinding.ts";
import { said } from "../../contract/modelFolderTexts.ts";
import { MOST_METADATA, modelZipTexts as texts } from "../../contract/modelZipTexts.ts";
import type { RandomAccess } from "./randomAccess.ts";
import type { ZipEntry } from "./zipDirectory.ts";
import { openZipEntry } from "./zipEntryStream.ts";
import { ZipFault } from "./zipFault.ts";

export interface MetadataCheck {
  access: RandomAccess;
  entries: ZipEntry[];
  recordId: string;
  /** The attribute under `global_attributes` that names the record. */
  identifierAttribute: string;
}

/** Of what the file says itself, no more is repeated to the vendor. */
const MOST_ECHOED = 100;

/**
 * Reads the record's metadata file from the root folder of a zip. Answers undefined when it is YAML whose
 * `global_attributes` name this record, else the fault in one sentence. Throws only when the store fails.
 */
export async function checkMetadata(check: MetadataCheck): Promise<Finding | undefined> {
  const { access, entries, recordId, identifierAttribute } = check;
  const name = metadataFileName(recordId);
  const entry = entries.find((candidate) => isInRoot(candidate, name));
  if (!entry)
    return fault(`The zip has no metadata file ${quoted(name)} in its root folder. ${DOWNLOAD}`, name);
  if (entry.size > MOST_METADATA)
    return fault(said(texts.metadataTooLarge, { entry: quoted(entry.path) }), entry.path);
  try {
    const text = await textOf(await openZipEntry(access, entry));
    return faultOfText(text, entry.path, recordId, identifierAttribute);
  } catch (error) {
    if (error instanceof ZipFault) return error.finding;
    throw error;
  }
}

const DOWNLOAD =
  "Download it from this record's upload instructions, put it into the root folder as it is, and zip again.";

function faultOfText(text: string, path: string, recordId: string, attribute: string): Finding | undefined {
  const parsed = parse(text);
  if ("reason" in parsed) return fault(`${quoted(path)} is not YAML (${parsed.reason}). ${DOWNLOAD}`, path);
  const attributes = isObject(parsed.document) ? parsed.document["global_attributes"] : undefined;
  const told = (text: string, slots: Record<string, string> = {}) =>
    fault(said(text, { entry: quoted(path), attribute, ...slots }), path);
  if (!isObject(attributes)) return told(texts.noAttributes);
  const named = Object.hasOwn(attributes, attribute) ? attributes[attribute] : undefined;
  // A list or an object could be made to fill the memory when it is written out.
  if ((typeof named !== "string" && typeof named !== "number") || named === "")
    return told(texts.noRecordNamed);
  if (String(named).trim() === recordId) return undefined;
  const other = quoted(String(named).slice(0, MOST_ECHOED));
  return told(texts.otherRecord, { other, record: quoted(recordId) });
}

function parse(text: string): { document: unknown } | { reason: string } {
  try {
    return { document: load(text) };
  } catch (error) {
    if (!(error instanceof YAMLException)) return { reason: "it cannot be read" };
    return { reason: error.mark ? `line ${error.mark.line + 1}: ${error.reason}` : error.reason };
  }
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null && !Array.isArray(value);

const isInRoot = ({ path, isDirectory }: ZipEntry, name: string) => {
  const [, file, ...deeper] = segmentsOf(path);
  return !isDirectory && file !== undefined && deeper.length === 0 && folded(file) === folded(name);
};
