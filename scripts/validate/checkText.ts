import type { OptionEntries } from "../../src/contract/rules/fieldWarnings.ts";
import { validateEntity } from "../../src/contract/rules/validateEntity.ts";
import type { JsonObject } from "../../src/contract/json.ts";
import { getSchema, getSchemaVersion, type SchemaName } from "../../src/contract/schema/fields.ts";
import { validators } from "../../src/contract/generated/validators.ts";
import { messages } from "../../src/contract/messages.ts";
import type { References } from "../../src/contract/schema/references.ts";
import type { ValidatorFunctions } from "@rjsf/validator-ajv8";
import { compileSchema } from "../generate/compileSchema.ts";
import { isJsonLines, readJson, readJsonLines } from "../source/readJson.ts";
import { readText } from "../source/readText.ts";
import { readYaml } from "../source/readYaml.ts";
import { SourceError, type Position, type Source } from "../source/source.ts";
import { YAML_ROOT_KEY } from "../../src/contract/yaml/metadataYaml.ts";
import { findSimilarWord } from "../source/didYouMean.ts";
import { listDocuments, decodeDocument } from "./decodeDocument.ts";
import { recognizeDocument, type RecognizedDocument, type Spelling } from "./recognizeDocument.ts";
import { findWarnings } from "./findWarnings.ts";

/** An error or warning with its position in the text. */
export interface Finding extends Position {
  severity: "error" | "warning";
  /** The field's path in the schema, joined by dots; "" for the whole document. */
  path: string;
  /** The path as written in the file, if different. */
  name?: string;
  /** The broken rule: a keyword, the name of a rule, or "file", "syntax", "schema" or "version". */
  rule: string;
  message: string;
}

export interface CheckedDocument {
  schema?: SchemaName;
  spelling?: Spelling;
  /** The schema version given in the document. */
  version?: number;
  findings: Finding[];
}

export interface CheckTextOptions {
  references: References;
  /** Without a list, its filter is not checked. */
  lists?: OptionEntries;
  /** The schema to check against; by default it is recognized. */
  schema?: SchemaName | undefined;
  /** The schema version of documents that do not give one. */
  version?: number | undefined;
  /** Reports an unknown document as a warning instead of an error. */
  skipsUnknown?: boolean | undefined;
}

/**
 * Checks every document in a file with the rules of the form and the server.
 *
 * @param name the file's name; without a known extension, the format is guessed from the content
 */
export function checkText(
  name: string,
  content: string | Uint8Array,
  options: CheckTextOptions,
): CheckedDocument[] {
  try {
    const source = parseSource(name, typeof content === "string" ? content : readText(content));
    const checked = listDocuments(source.value).map(({ path, value }) =>
      checkDocument(source, path, value, options),
    );
    // A list of unknown entries is reported once, not for each entry.
    return checked.some(({ schema }) => schema) ? checked : checked.slice(0, 1);
  } catch (error) {
    const { message, position } = toSourceError(error);
    return [{ findings: [{ severity: "error", path: "", rule: "syntax", message, ...position }] }];
  }
}

/** @throws errors that are not caused by the text */
function toSourceError(error: unknown): SourceError {
  if (error instanceof SourceError) return error;
  // Very deep nesting overflows the parser's stack.
  if (!(error instanceof RangeError)) throw error;
  return new SourceError("The document is nested too deeply to be read.", { line: 1, column: 1 });
}

function parseSource(name: string, text: string): Source {
  if (/^\uFEFF?\s*$/.test(text)) throw new SourceError("The file is empty.", { line: 1, column: 1 });
  if (/\.(jsonl|ndjson)$/i.test(name)) return readJsonLines(text);
  if (/\.json$/i.test(name)) return readJson(text);
  if (/\.ya?ml$/i.test(name)) return readYaml(text);
  if (isJsonLines(text)) return readJsonLines(text);
  return /^\uFEFF?\s*[[{]/.test(text) ? readJson(text) : readYaml(text);
}

function checkDocument(
  source: Source,
  at: string[],
  value: unknown,
  options: CheckTextOptions,
): CheckedDocument {
  const found = recognizeDocument(value, options.schema);
  if (!found) return { findings: [reportUnknownDocument(source, at, value, options)] };
  const recognized: RecognizedDocument = { ...found, version: found.version ?? options.version };
  const { schema, spelling, version } = recognized;
  const identity = { schema, spelling, ...(version === undefined ? {} : { version }) };
  const message =
    version === undefined ? undefined : findVersionError(version, getSchemaVersion(getSchema(schema)));
  if (message !== undefined) {
    const position = source.positionOf([...at, ...found.prefix, "schema_version"]);
    return {
      ...identity,
      findings: [{ severity: "error", path: "", rule: "version", message, ...position }],
    };
  }
  return { ...identity, findings: listFindings(source, at, recognized, options) };
}

function findVersionError(version: number, latestVersion: number): string | undefined {
  if (!Number.isInteger(version) || version < 1)
    return "A schema version must be a whole number of 1 or more.";
  if (version <= latestVersion) return undefined;
  return `This document has schema version ${version}, but the newest known version is ${latestVersion}.`;
}

function reportUnknownDocument(
  source: Source,
  at: string[],
  value: unknown,
  { schema, skipsUnknown }: CheckTextOptions,
): Finding {
  if (schema) {
    const message = messages.notAGroup;
    return { severity: "error", path: "", rule: "type", message, ...source.positionOf(at) };
  }
  const { message, path } = explainUnknownDocument(value);
  if (message !== undefined)
    return { severity: "error", path: "", rule: "schema", message, ...source.nameOf([...at, ...path]) };
  const severity = skipsUnknown ? "warning" : "error";
  const generic = `Unknown kind of document${skipsUnknown ? ", skipped" : ""}. Name its schema with --schema.`;
  return { severity, path: "", rule: "schema", message: generic, ...source.positionOf(at) };
}

function listFindings(
  source: Source,
  at: string[],
  recognized: RecognizedDocument,
  { references, lists = {} }: CheckTextOptions,
): Finding[] {
  const { document, unreadable, sourcePath } = decodeDocument(recognized, references);
  const isUndecoded = (field: string | undefined) => unreadable.some(({ path }) => path[0] === field);
  const ruleErrors = findRuleErrors(recognized.schema, document, references).filter(
    ({ path }) => !isUndecoded(path[0]),
  );
  const getHint = (rule: string, message: string) =>
    rule === "type" && recognized.spelling === "yaml" ? getTypeHint(message) : "";
  const getWrittenName = (path: string[]) => {
    const name = sourcePath(path).slice(recognized.prefix.length).join(".");
    return name === path.join(".") ? {} : { name };
  };
  const errors = [...unreadable, ...ruleErrors].map(({ path, rule, message }): Finding => {
    const location = [...at, ...sourcePath(path)];
    const position = rule === "additionalProperties" ? source.nameOf(location) : source.positionOf(location);
    return {
      severity: "error",
      path: path.join("."),
      ...getWrittenName(path),
      rule,
      message: message + getHint(rule, message),
      ...position,
    };
  });
  const warnings = findWarnings(recognized, document, sourcePath, lists).map((warning): Finding => {
    const location = [...at, ...warning.path];
    const position = warning.at === "name" ? source.nameOf(location) : source.positionOf(location);
    return {
      severity: "warning",
      path: warning.path.join("."),
      rule: "",
      message: warning.message,
      ...position,
    };
  });
  return [...errors, ...warnings].toSorted((a, b) => a.line - b.line || a.column - b.column);
}

/** YAML reads a code without quotation marks as a number and drops its leading zeros. */
function getTypeHint(message: string): string {
  if (message === messages.notAText) return " Put it in quotation marks.";
  return message === messages.notAList ? " Put each entry on its own line, after a hyphen and a space." : "";
}

function findRuleErrors(name: SchemaName, document: JsonObject, references: References) {
  return validateEntity(getSchema(name), getValidators(name), document, references);
}

const compiledValidators = new Map<SchemaName, ValidatorFunctions>();

/** Schemas of responses have no generated validators. */
function getValidators(name: SchemaName): ValidatorFunctions {
  const generated =
    (validators as Partial<Record<SchemaName, ValidatorFunctions>>)[name] ?? compiledValidators.get(name);
  const found = generated ?? compileSchema(getSchema(name));
  compiledValidators.set(name, found);
  return found;
}

interface UnknownDocumentReason {
  /** Undefined if no specific reason is known. */
  message?: string;
  path: string[];
}

/** Recognizes typical mistakes in metadata files. */
function explainUnknownDocument(value: unknown): UnknownDocumentReason {
  if (typeof value !== "object" || value === null || Array.isArray(value)) return { path: [] };
  const object = value as JsonObject;
  if (YAML_ROOT_KEY in object)
    return { message: `"${YAML_ROOT_KEY}" contains no attributes.`, path: [YAML_ROOT_KEY] };
  const misspelled = Object.keys(object).find((name) => findSimilarWord(name, [YAML_ROOT_KEY]) !== undefined);
  if (misspelled === undefined) return { path: [] };
  return { message: `Unknown name "${misspelled}". Did you mean "${YAML_ROOT_KEY}"?`, path: [misspelled] };
}
