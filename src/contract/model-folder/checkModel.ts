import { load, YAMLException } from "js-yaml";
import { isJsonObject, type JsonObject } from "../json.ts";
import { UnreadableFileError } from "../models/fileFacts.ts";
import { decodeText } from "../models/textLines.ts";
import { getSchema, getFieldText, getYamlKey } from "../schema/fields.ts";
import { RECORD_ID_KEY } from "../schema/product.ts";
import type { References } from "../schema/references.ts";
import { parseYamlAttributes, YAML_ROOT_KEY, SCHEMA_VERSION_KEY } from "../yaml/metadataYaml.ts";
import { InvalidZipError } from "../zip/zipMember.ts";
import { checkModelFolder, type ExpectedModel } from "./checkModelFolder.ts";
import { createError, quoteName, limitPerRule, createWarning, type Diagnostic } from "./diagnostic.ts";
import { splitPath, type FolderEntry } from "./folderEntries.ts";
import { formatMessage, toFolderWording } from "./modelFolderMessages.ts";
import { isMetadataFile, metadataFileName } from "./modelFolderNames.ts";
import { MAX_METADATA_BYTES, modelZipMessages as texts } from "./modelZipMessages.ts";

/** A zip, or a folder on the user's disk. */
export interface ModelFolder<Entry extends FolderEntry = FolderEntry> {
  isZip: boolean;
  entries: Entry[];
  /** Errors of the zip itself. */
  errors: Diagnostic[];
  /** @throws InvalidZipError or UnreadableFileError because of the file; other errors because of the store */
  readEntry(entry: Entry): Promise<Uint8Array>;
}

/** Checks layout and metadata file: in the browser, on the command line, in the precheck and in processing. */
export async function checkModel<Entry extends FolderEntry>(
  folder: ModelFolder<Entry>,
  expected: ExpectedRecord,
): Promise<Diagnostic[]> {
  const diagnostics = await listDiagnostics(folder, expected);
  return folder.isZip
    ? diagnostics
    : diagnostics.map((diagnostic) => ({ ...diagnostic, text: toFolderWording(diagnostic.text) }));
}

async function listDiagnostics<Entry extends FolderEntry>(
  folder: ModelFolder<Entry>,
  expected: ExpectedRecord,
): Promise<Diagnostic[]> {
  const { entries, errors } = folder;
  if (entries.length === 0 && errors.length > 0) return errors;
  const { recordId, metadata, corrected } = expected;
  const schema = getSchema("metadata");
  const identifier = getFieldText(schema, metadata, "identifier");
  const title = getFieldText(schema, metadata, "title");
  const diagnostics = [
    ...errors,
    ...checkModelFolder(entries, { identifier, title, recordId, correctedVersion: corrected }),
  ];
  if (errors.length > 0 || !hasMetadataFile(entries, recordId)) return diagnostics;
  return [...diagnostics, ...(await checkMetadataFile(folder, expected))];
}

/** checkModelFolder already reports a missing or misplaced file. */
const hasMetadataFile = (entries: FolderEntry[], recordId: string) =>
  entries.some((entry) => isMetadataEntry(entry, recordId));

const isMetadataEntry = ({ path, isDirectory }: FolderEntry, recordId: string) => {
  const [, ...pathInModel] = splitPath(path);
  return !isDirectory && isMetadataFile(pathInModel.join("/"), recordId);
};

export interface ExpectedRecord {
  recordId: string;
  metadata: JsonObject;
  references: References;
  corrected?: ExpectedModel["correctedVersion"];
}

const MAX_QUOTED_LENGTH = 100;

/** Returns one error for an invalid file, otherwise a warning for each value that differs from the record. */
export async function checkMetadataFile<Entry extends FolderEntry>(
  { entries, readEntry }: Pick<ModelFolder<Entry>, "entries" | "readEntry">,
  expected: ExpectedRecord,
): Promise<Diagnostic[]> {
  const name = metadataFileName(expected.recordId);
  const entry = entries.find((candidate) => isMetadataEntry(candidate, expected.recordId));
  if (!entry)
    return [
      createError(
        `The zip has no metadata file ${quoteName(name)} in its root folder. ${DOWNLOAD_METADATA}`,
        name,
      ),
    ];
  if (entry.size > MAX_METADATA_BYTES)
    return [createError(formatMessage(texts.metadataTooLarge, { entry: quoteName(entry.path) }), entry.path)];
  try {
    return checkMetadataText(decodeText(await readEntry(entry)), entry.path, expected);
  } catch (error) {
    if (error instanceof InvalidZipError) return [error.diagnostic];
    if (!(error instanceof UnreadableFileError)) throw error;
    const slots = { entry: quoteName(entry.path), reason: error.reason };
    return [createError(formatMessage(texts.metadataUnreadable, slots), entry.path)];
  }
}

const DOWNLOAD_METADATA =
  "Download the metadata file from this record's upload instructions and put it in the root folder unchanged. Then zip again.";

function checkMetadataText(text: string, path: string, record: ExpectedRecord): Diagnostic[] {
  const parsed = parseYaml(text);
  if ("reason" in parsed)
    return [createError(`${quoteName(path)} is not YAML (${parsed.reason}). ${DOWNLOAD_METADATA}`, path)];
  const attributes = isJsonObject(parsed.document) ? parsed.document[YAML_ROOT_KEY] : undefined;
  const createMetadataError = (sentence: string, slots: Record<string, string> = {}) => [
    createError(
      formatMessage(sentence, { entry: quoteName(path), attribute: RECORD_ID_KEY, ...slots }),
      path,
    ),
  ];
  if (!isJsonObject(attributes)) return createMetadataError(texts.noAttributes);
  const namedRecordId = Object.hasOwn(attributes, RECORD_ID_KEY) ? attributes[RECORD_ID_KEY] : undefined;
  // A forged list or object could fill the memory when formatted.
  if ((typeof namedRecordId !== "string" && typeof namedRecordId !== "number") || namedRecordId === "")
    return createMetadataError(texts.noRecordNamed);
  if (String(namedRecordId).trim() === record.recordId) return createStaleWarnings(attributes, path, record);
  const other = quoteName(String(namedRecordId).slice(0, MAX_QUOTED_LENGTH));
  return createMetadataError(texts.otherRecord, { other, record: quoteName(record.recordId) });
}

const createStaleWarnings = (
  attributes: JsonObject,
  path: string,
  { metadata, references }: ExpectedRecord,
): Diagnostic[] =>
  limitPerRule(
    listStaleValues(attributes, metadata, references).map(({ field, inFile, inRecord }) => {
      const slots = {
        entry: quoteName(path),
        field,
        inFile: formatValue(inFile),
        inRecord: formatValue(inRecord),
      };
      return createWarning(formatMessage(texts.stale, slots), path);
    }),
  );

const formatValue = (value: string) => (value === "" ? "empty" : quoteName(value));

function parseYaml(text: string): { document: unknown } | { reason: string } {
  try {
    return { document: load(text) };
  } catch (error) {
    if (!(error instanceof YAMLException)) return { reason: "it cannot be read" };
    return { reason: error.mark ? `line ${error.mark.line + 1}: ${error.reason}` : error.reason };
  }
}

interface StaleValue {
  field: string;
  inFile: string;
  inRecord: string;
}

/** YAML aliases can multiply values; no real file has more. */
const MAX_VALUES = 100_000;

/** Files without a schema version were not written by the portal: their missing fields are no differences. */
function listStaleValues(attributes: JsonObject, metadata: JsonObject, references: References): StaleValue[] {
  const schema = getSchema("metadata");
  const file = parseFileValues(attributes, references);
  if (!file) return [];
  const isComplete = SCHEMA_VERSION_KEY in attributes;
  return Object.entries(schema.properties).flatMap(([name, node]) => {
    if (node["x-derived"] || getYamlKey(node) === undefined) return [];
    if (!isComplete && file[name] === undefined) return [];
    const [inFile, inRecord] = [toComparableText(file[name]), toComparableText(metadata[name])];
    return inFile === inRecord ? [] : [{ field: `"${node.title ?? name}"`, inFile, inRecord }];
  });
}

function parseFileValues(attributes: JsonObject, references: References): JsonObject | undefined {
  if (countDown(attributes, MAX_VALUES) < 0) return undefined;
  try {
    return parseYamlAttributes(attributes, references, getSchema("metadata")).metadata;
  } catch {
    return undefined;
  }
}

function countDown(value: unknown, remaining: number): number {
  if (typeof value !== "object" || value === null || remaining < 0) return remaining - 1;
  return Object.values(value).reduce(
    (rest: number, part) => (rest < 0 ? rest : countDown(part, rest)),
    remaining - 1,
  );
}

/** Compares as text: a code that lost its quotes in an editor is no difference. */
function toComparableText(value: unknown): string {
  if (value === undefined || value === null) return "";
  if (Array.isArray(value)) return value.map(toComparableText).join(", ");
  if (typeof value !== "object") return String(value);
  const entries = Object.entries(value).toSorted(([a], [b]) => (a < b ? -1 : 1));
  return entries.map(([, part]) => toComparableText(part)).join(" - ");
}
