import { check } from "../../src/contract/check.ts";
import { schemaOf, versionOf, type Bag, type SchemaName } from "../../src/contract/fields.ts";
import { validators } from "../../src/contract/generated/validators.ts";
import type { References } from "../../src/contract/references.ts";
import type { ValidatorFunctions } from "@rjsf/validator-ajv8";
import { compileSchema } from "../generate/compileSchema.ts";
import { readJson } from "../source/readJson.ts";
import { readYaml } from "../source/readYaml.ts";
import type { Position, Source } from "../source/source.ts";
import { SourceFault } from "../source/sourceFault.ts";
import { documentsIn } from "./documentsIn.ts";
import { readDocument } from "./readDocument.ts";
import { recognise, type Recognised, type Spelling } from "./recognise.ts";
import { warningsOf } from "./warningsOf.ts";

/** One thing found in a text, with the place an editor jumps to. */
export interface Finding extends Position {
  severity: "error" | "warning";
  /** The field in our names, its steps joined by dots; "" for the whole document. */
  path: string;
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
}

/**
 * Checks every document of a text by the rules that form and server run.
 *
 * @param name the file's name: .yml and .yaml are YAML, .json is JSON, anything else is what it looks like
 */
export function checkText(name: string, text: string, options: CheckTextOptions): CheckedDocument[] {
  try {
    const source = sourceOf(name, text);
    return documentsIn(source.value).map(({ path, value }) => checkDocument(source, path, value, options));
  } catch (error) {
    if (!(error instanceof SourceFault)) throw error;
    const { message, position } = error;
    return [{ findings: [{ severity: "error", path: "", rule: "syntax", message, ...position }] }];
  }
}

function sourceOf(name: string, text: string): Source {
  if (/\.json$/i.test(name)) return readJson(text);
  if (/\.ya?ml$/i.test(name)) return readYaml(text);
  return /^\uFEFF?\s*[[{]/.test(text) ? readJson(text) : readYaml(text);
}

function checkDocument(
  source: Source,
  at: string[],
  value: unknown,
  options: CheckTextOptions,
): CheckedDocument {
  const found = recognise(value, options.schema);
  if (!found) {
    const message = "No schema knows a document like this. Name one with --schema.";
    return { findings: [{ severity: "error", path: "", rule: "schema", message, ...source.positionOf(at) }] };
  }
  const recognised: Recognised = { ...found, version: found.version ?? options.version };
  const { schema, spelling, version } = recognised;
  const about = { schema, spelling, ...(version === undefined ? {} : { version }) };
  const newest = versionOf(schemaOf(schema));
  if (version !== undefined && !(version <= newest)) {
    const message = `This was written under version ${version} of the schema; version ${newest} is the newest known here.`;
    const position = source.positionOf([...at, ...found.prefix, "schema_version"]);
    return { ...about, findings: [{ severity: "error", path: "", rule: "version", message, ...position }] };
  }
  return { ...about, findings: findingsOf(source, at, recognised, options.references) };
}

function findingsOf(source: Source, at: string[], recognised: Recognised, references: References): Finding[] {
  const { document, unreadable, sourcePath } = readDocument(recognised, references);
  const isUnread = (field: string | undefined) => unreadable.some(({ path }) => path[0] === field);
  const faults = faultsOf(recognised.schema, document, references).filter(({ path }) => !isUnread(path[0]));
  // A code without quotation marks is a number to every YAML reader, its leading zeros gone.
  const hint = (rule: string) =>
    rule === "type" && recognised.spelling === "yaml" ? ": put it in quotation marks" : "";
  const errors = [...unreadable, ...faults].map(({ path, rule, message }): Finding => {
    const place = [...at, ...sourcePath(path)];
    const position = rule === "additionalProperties" ? source.nameOf(place) : source.positionOf(place);
    return { severity: "error", path: path.join("."), rule, message: message + hint(rule), ...position };
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

function faultsOf(name: SchemaName, document: Bag, references: References) {
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
