import { text as readText } from "node:stream/consumers";
import { load, YAMLException } from "js-yaml";
import { metadataFileName } from "../../contract/model-folder/modelFolderNames.ts";
import { caseFold, splitPath } from "../../contract/model-folder/folderEntries.ts";
import { checkModelFolder, type ExpectedModel } from "../../contract/model-folder/checkModelFolder.ts";
import {
  createError,
  quoteName,
  limitPerRule,
  createWarning,
  type Diagnostic,
} from "../../contract/model-folder/diagnostic.ts";
import { formatMessage } from "../../contract/model-folder/modelFolderMessages.ts";
import { MAX_METADATA_BYTES, modelZipMessages as texts } from "../../contract/model-folder/modelZipMessages.ts";
import type { JsonObject } from "../../contract/json.ts";
import { getSchema, getFieldText, getYamlKey } from "../../contract/schema/fields.ts";
import { RECORD_ID_KEY } from "../../contract/schema/product.ts";
import type { References } from "../../contract/schema/references.ts";
import { parseYamlAttributes, YAML_ROOT_KEY, SCHEMA_VERSION_KEY } from "../../contract/yaml/metadataYaml.ts";
import type { RandomAccess } from "./randomAccess.ts";
import { readZipDirectory, type ZipEntry } from "./zipDirectory.ts";
import { openZipEntry } from "./zipEntryStream.ts";
import { ZipFault } from "./zipFault.ts";

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
): Promise<{ entries: ZipEntry[]; findings: Diagnostic[] }> {
  const { entries, faults } = await readZipDirectory(access, { ...(window && { window }) });
  if (entries.length === 0 && faults.length > 0) return { entries, findings: faults };
  const schema = getSchema("metadata");
  const identifier = getFieldText(schema, metadata, "identifier");
  const title = getFieldText(schema, metadata, "title");
  const findings = [...faults, ...checkModelFolder(entries, { identifier, title, recordId, correctedVersion: corrected })];
  if (faults.length > 0 || !hasMetadataFile(entries, recordId)) return { entries, findings };
  const found = await checkMetadata({ access, entries, recordId, metadata, references });
  return { entries, findings: [...findings, ...found] };
}

/** Where the file is missing or misplaced, the check of the layout has said so. */
const hasMetadataFile = (entries: ZipEntry[], recordId: string) =>
  entries.some(({ path, isDirectory }) => {
    const [, name, ...deeper] = splitPath(path);
    return !isDirectory && deeper.length === 0 && caseFold(name ?? "") === caseFold(metadataFileName(recordId));
  });

/** The record that a zip is to be the model of. */
interface CheckedRecord {
  recordId: string;
  /** As it is stored now. */
  metadata: JsonObject;
  references: References;
  /** The version that the zip corrects, where it is no whole model. */
  corrected?: ExpectedModel["correctedVersion"];
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
export async function checkMetadata(check: MetadataCheck): Promise<Diagnostic[]> {
  const { access, entries, recordId } = check;
  const name = metadataFileName(recordId);
  const entry = entries.find((candidate) => isInRoot(candidate, name));
  if (!entry)
    return [createError(`The zip has no metadata file ${quoteName(name)} in its root folder. ${DOWNLOAD}`, name)];
  if (entry.size > MAX_METADATA_BYTES)
    return [createError(formatMessage(texts.metadataTooLarge, { entry: quoteName(entry.path) }), entry.path)];
  try {
    return findingsIn(await readText(await openZipEntry(access, entry)), entry.path, check);
  } catch (error) {
    if (error instanceof ZipFault) return [error.finding];
    throw error;
  }
}

const DOWNLOAD =
  "Download it from this record's upload instructions, put it into the root folder as it is, and zip again.";

function findingsIn(text: string, path: string, record: CheckedRecord): Diagnostic[] {
  const parsed = parse(text);
  if ("reason" in parsed) return [createError(`${quoteName(path)} is not YAML (${parsed.reason}). ${DOWNLOAD}`, path)];
  const attributes = isObject(parsed.document) ? parsed.document[YAML_ROOT_KEY] : undefined;
  const told = (sentence: string, slots: Record<string, string> = {}) => [
    createError(formatMessage(sentence, { entry: quoteName(path), attribute: RECORD_ID_KEY, ...slots }), path),
  ];
  if (!isObject(attributes)) return told(texts.noAttributes);
  const named = Object.hasOwn(attributes, RECORD_ID_KEY) ? attributes[RECORD_ID_KEY] : undefined;
  // A list or an object could be made to fill the memory when it is written out.
  if ((typeof named !== "string" && typeof named !== "number") || named === "")
    return told(texts.noRecordNamed);
  if (String(named).trim() === record.recordId) return staleWarnings(attributes, path, record);
  const other = quoteName(String(named).slice(0, MOST_ECHOED));
  return told(texts.otherRecord, { other, record: quoteName(record.recordId) });
}

const staleWarnings = (
  attributes: JsonObject,
  path: string,
  { metadata, references }: CheckedRecord,
): Diagnostic[] =>
  limitPerRule(
    staleValues(attributes, metadata, references).map(({ field, inFile, inRecord }) => {
      const slots = { entry: quoteName(path), field, inFile: shown(inFile), inRecord: shown(inRecord) };
      return createWarning(formatMessage(texts.stale, slots), path);
    }),
  );

const shown = (value: string) => (value === "" ? "empty" : quoteName(value));

function parse(text: string): { document: unknown } | { reason: string } {
  try {
    return { document: load(text) };
  } catch (error) {
    if (!(error instanceof YAMLException)) return { reason: "it cannot be read" };
    return { reason: error.mark ? `line ${error.mark.line + 1}: ${error.reason}` : error.reason };
  }
}

const isObject = (value: unknown): value is JsonObject =>
  typeof value === "object" && value !== null && !Array.isArray(value);

const isInRoot = ({ path, isDirectory }: ZipEntry, name: string) => {
  const [, file, ...deeper] = splitPath(path);
  return !isDirectory && file !== undefined && deeper.length === 0 && caseFold(file) === caseFold(name);
};

/** A field that a metadata file tells otherwise than its record, each value as text; "" for none. */
interface StaleValue {
  /** As the form calls it. */
  field: string;
  inFile: string;
  inRecord: string;
}

/** A file in which values stand for one another may hold any number of them; no true one holds more. */
const MOST_VALUES = 100_000;

/**
 * The fields in which a delivered metadata file differs from the record as it is now, which happens when the record was
 * edited after the file was downloaded. A file that does not name its schema version was not written whole by the
 * portal: what it leaves out is no difference. Nothing where its values cannot be read at all.
 */
function staleValues(attributes: JsonObject, metadata: JsonObject, references: References): StaleValue[] {
  const schema = getSchema("metadata");
  const file = valuesOf(attributes, references);
  if (!file) return [];
  const isWhole = SCHEMA_VERSION_KEY in attributes;
  return Object.entries(schema.properties).flatMap(([name, node]) => {
    if (node["x-derived"] || getYamlKey(node) === undefined) return [];
    if (!isWhole && file[name] === undefined) return [];
    const [inFile, inRecord] = [toldText(file[name]), toldText(metadata[name])];
    return inFile === inRecord ? [] : [{ field: `"${node.title ?? name}"`, inFile, inRecord }];
  });
}

/** A file may hold anything under our names: what cannot be read is left to the eyes of the agency. */
function valuesOf(attributes: JsonObject, references: References): JsonObject | undefined {
  if (countedDown(attributes, MOST_VALUES) < 0) return undefined;
  try {
    return parseYamlAttributes(attributes, references, getSchema("metadata")).metadata;
  } catch {
    return undefined;
  }
}

/** What is left of a number once each value in a value has taken one off it; below zero, it was not counted to its end. */
function countedDown(value: unknown, left: number): number {
  if (typeof value !== "object" || value === null || left < 0) return left - 1;
  return Object.values(value).reduce(
    (rest: number, part) => (rest < 0 ? rest : countedDown(part, rest)),
    left - 1,
  );
}

/** Two values are the same when they read the same: a code that lost its quotes in an editor is no difference. */
function toldText(value: unknown): string {
  if (value === undefined || value === null) return "";
  if (Array.isArray(value)) return value.map(toldText).join(", ");
  if (typeof value !== "object") return String(value);
  const entries = Object.entries(value).toSorted(([a], [b]) => (a < b ? -1 : 1));
  return entries.map(([, part]) => toldText(part)).join(" - ");
}
