import { check } from "../../src/contract/rules/check.ts";
import { schemaOf, versionOf, type JsonObject, type SchemaName } from "../../src/contract/schema/fields.ts";
import { validators } from "../../src/contract/generated/validators.ts";
import { messages } from "../../src/contract/messages.ts";
import type { References } from "../../src/contract/schema/references.ts";
import type { ValidatorFunctions } from "@rjsf/validator-ajv8";
import { compileSchema } from "../generate/compileSchema.ts";
import { isJsonLines, readJson, readJsonLines } from "../source/readJson.ts";
import { readText } from "../source/readText.ts";
import { readYaml } from "../source/readYaml.ts";
import { SourceFault, type Position, type Source } from "../source/source.ts";
import { ROOT } from "../../src/contract/yaml/metadataYaml.ts";
import { didYouMean } from "../source/didYouMean.ts";
import { documentsIn, readDocument } from "./readDocument.ts";
import { recognise, type Recognised, type Spelling } from "./recognise.ts";
import { warningsOf } from "./warningsOf.ts";

/** One thing found in a text, with the place an editor jumps to. */
export interface Finding extends Position {
  severity: "error" | "warning";
  /** The field in our names, its steps joined by dots; "" for the whole document. */
  path: string;
  /** The same as the text names it, where that differs: a vendor's file knows no names of ours. */
  name?: string;
  /** The broken rule: a keyword, the name of a rule, or what else was wrong. */
  rule: string;
  message: string;
}

/** One document of a file. */
export interface CheckedDocument {
  schema?: SchemaName;
  spelling?: Spelling;
  /** The schema version it was written under, where it says so. */
  version?: number;
  findings: Finding[];
}

export interface CheckTextOptions {
  references: References;
  /** The schema to check against; without it, the one recognised. */
  schema?: SchemaName | undefined;
  /** The version of documents that do not say theirs. */
  version?: number | undefined;
  /** A document that no schema knows, and that resembles none, is only passed over with a warning. */
  passOver?: boolean | undefined;
}

/**
 * Checks every document of a text by the rules that form and server run.
 *
 * @param name the file's name: .yml and .yaml are YAML, .json is JSON, .jsonl and .ndjson are a JSON document on each
 * line, anything else is what it looks like
 */
export function checkText(
  name: string,
  content: string | Uint8Array,
  options: CheckTextOptions,
): CheckedDocument[] {
  try {
    const source = sourceOf(name, typeof content === "string" ? content : readText(content));
    const checked = documentsIn(source.value).map(({ path, value }) =>
      checkDocument(source, path, value, options),
    );
    // A list of something else entirely is said to be so once, and not for each entry.
    return checked.some(({ schema }) => schema) ? checked : checked.slice(0, 1);
  } catch (error) {
    const { message, position } = unreadable(error);
    return [{ findings: [{ severity: "error", path: "", rule: "syntax", message, ...position }] }];
  }
}

/** @throws what is no fault of the text */
function unreadable(error: unknown): SourceFault {
  if (error instanceof SourceFault) return error;
  // A text of a hundred thousand brackets is deeper than any reader goes.
  if (!(error instanceof RangeError)) throw error;
  return new SourceFault("This is nested too deeply to be read.", { line: 1, column: 1 });
}

function sourceOf(name: string, text: string): Source {
  if (/^\uFEFF?\s*$/.test(text)) throw new SourceFault("There is nothing in it.", { line: 1, column: 1 });
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
  const found = recognise(value, options.schema);
  if (!found) return { findings: [stranger(source, at, value, options.passOver === true)] };
  const recognised: Recognised = { ...found, version: found.version ?? options.version };
  const { schema, spelling, version } = recognised;
  const about = { schema, spelling, ...(version === undefined ? {} : { version }) };
  const message = version === undefined ? undefined : versionFault(version, versionOf(schemaOf(schema)));
  if (message !== undefined) {
    const position = source.positionOf([...at, ...found.prefix, "schema_version"]);
    return { ...about, findings: [{ severity: "error", path: "", rule: "version", message, ...position }] };
  }
  return { ...about, findings: findingsOf(source, at, recognised, options.references) };
}

function versionFault(version: number, newest: number): string | undefined {
  if (!Number.isInteger(version) || version < 1) return "A schema version is a whole number from 1.";
  if (version <= newest) return undefined;
  return `This was written under version ${version} of the schema; version ${newest} is the newest known here.`;
}

function stranger(source: Source, at: string[], value: unknown, passOver: boolean): Finding {
  const { message, path } = strangerWords(value);
  if (message !== undefined)
    return { severity: "error", path: "", rule: "schema", message, ...source.nameOf([...at, ...path]) };
  const severity = passOver ? "warning" : "error";
  const words = `No schema knows a document like this${passOver ? "; it is passed over" : ""}. Name one with --schema.`;
  return { severity, path: "", rule: "schema", message: words, ...source.positionOf(at) };
}

function findingsOf(source: Source, at: string[], recognised: Recognised, references: References): Finding[] {
  const { document, unreadable, sourcePath } = readDocument(recognised, references);
  const isUnread = (field: string | undefined) => unreadable.some(({ path }) => path[0] === field);
  const faults = faultsOf(recognised.schema, document, references).filter(({ path }) => !isUnread(path[0]));
  const hint = (rule: string, message: string) =>
    rule === "type" && recognised.spelling === "yaml" ? typeHint(message) : "";
  const named = (path: string[]) => {
    const name = sourcePath(path).slice(recognised.prefix.length).join(".");
    return name === path.join(".") ? {} : { name };
  };
  const errors = [...unreadable, ...faults].map(({ path, rule, message }): Finding => {
    const place = [...at, ...sourcePath(path)];
    const position = rule === "additionalProperties" ? source.nameOf(place) : source.positionOf(place);
    const words = message + hint(rule, message);
    return { severity: "error", path: path.join("."), ...named(path), rule, message: words, ...position };
  });
  const warnings = warningsOf(recognised, document, sourcePath).map((warning): Finding => {
    const place = [...at, ...warning.path];
    const position = warning.at === "name" ? source.nameOf(place) : source.positionOf(place);
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

/** A code without quotation marks is a number to every YAML reader, its leading zeros gone. */
function typeHint(message: string): string {
  if (message === messages.notAText) return " Put it in quotation marks.";
  return message === messages.notAList ? " Put each entry on a line of its own, after a hyphen." : "";
}

function faultsOf(name: SchemaName, document: JsonObject, references: References) {
  return check(schemaOf(name), validatorsOf(name), document, references);
}

const compiled = new Map<SchemaName, ValidatorFunctions>();

/** The generated validators where there are any; schemas of answers have none, and are compiled when first needed. */
function validatorsOf(name: SchemaName): ValidatorFunctions {
  const generated =
    (validators as Partial<Record<SchemaName, ValidatorFunctions>>)[name] ?? compiled.get(name);
  const found = generated ?? compileSchema(schemaOf(name));
  compiled.set(name, found);
  return found;
}

/** What keeps a value from being a document, in words, and the steps to it. */
interface StrangerWords {
  /** Undefined where nothing more can be said than that no schema knows it. */
  message?: string;
  path: string[];
}

/** Why no schema knows a value that looks as if it was meant to be a metadata file. */
function strangerWords(value: unknown): StrangerWords {
  if (typeof value !== "object" || value === null || Array.isArray(value)) return { path: [] };
  const bag = value as JsonObject;
  if (ROOT in bag) return { message: `"${ROOT}" holds no attributes.`, path: [ROOT] };
  const misspelt = Object.keys(bag).find((name) => didYouMean(name, [ROOT]) !== undefined);
  if (misspelt === undefined) return { path: [] };
  return { message: `"${misspelt}" is no known name. Did you mean "${ROOT}"?`, path: [misspelt] };
}
