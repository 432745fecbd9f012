import { Ajv, type ErrorObject, type ValidateFunction } from "ajv";
import draft07 from "ajv/dist/refs/json-schema-draft-07.json";
import type { EntitySchema } from "../../../src/contract/schema/fields.ts";
import { suggestion } from "../../source/didYouMean.ts";
import type { Vocabulary } from "../readSchemas.ts";
import {
  CONDITION_KEYWORDS,
  listSchemaNodes,
  errorAtName,
  errorAtValue,
  type SchemaNode,
  type SchemaError,
} from "./schemaError.ts";

/** `deprecated` is newer than draft-07; validators ignore it. */
const STANDARD_KEYWORDS = [...Object.keys(draft07.properties), "deprecated"];

/** Reports unknown keywords and values that a keyword does not allow. */
export function findSpellingErrors(schema: EntitySchema, vocabulary: Vocabulary): SchemaError[] {
  const ownKeywords = Object.keys(vocabulary.definitions.node.properties).filter((keyword) =>
    keyword.startsWith("x-"),
  );
  return [...findUnknownKeywords(schema, ownKeywords), ...findDisallowedValues(schema, vocabulary)];
}

function findUnknownKeywords(schema: EntitySchema, ownKeywords: string[]): SchemaError[] {
  return listSchemaNodes(schema).flatMap(({ path, node }) =>
    Object.keys(node)
      .filter((keyword) => !STANDARD_KEYWORDS.includes(keyword) && !ownKeywords.includes(keyword))
      .map((keyword) =>
        errorAtName(
          [...path, keyword],
          `Unknown keyword "${keyword}".${suggestion(keyword, [...ownKeywords, ...SUGGESTED_KEYWORDS])}`,
        ),
      ),
  );
}

let latest: { text: string; validate: ValidateFunction } | undefined;

/** Each check parses the vocabulary, whose content changes only with the reference lists. */
function compileVocabulary(vocabulary: Vocabulary): ValidateFunction {
  const text = JSON.stringify(vocabulary);
  if (latest?.text !== text)
    latest = {
      text,
      validate: new Ajv({ strict: false, allErrors: true, verbose: true }).compile(vocabulary),
    };
  return latest.validate;
}

/** Ajv reports these in addition to the error below that caused them. */
const WRAPPER_KEYWORDS = ["propertyNames", "anyOf", "allOf", "not", "if"];

function findDisallowedValues(schema: EntitySchema, vocabulary: Vocabulary): SchemaError[] {
  const validate = compileVocabulary(vocabulary);
  if (validate(schema)) return [];
  const errors = validate
    .errors!.filter(
      ({ keyword, propertyName }) => !WRAPPER_KEYWORDS.includes(keyword) && propertyName === undefined,
    )
    .map((error) => ({ error, path: parsePointer(error.instancePath) }));
  const specific = errors.filter(({ error }) => isSpecific(error));
  const hasSpecificErrorBelow = (path: string[]) =>
    specific.some((other) => path.every((step, index) => other.path[index] === step));
  const others = errors.filter(
    ({ error, path }) => !isSpecific(error) && !hasSpecificErrorBelow(path) && !isBranch(error.schemaPath),
  );
  return [...specific, ...others].map(({ error, path }) => buildError(error, path));
}

/** Names the unknown word, so a suggestion can be made. */
const isSpecific = ({ keyword }: ErrorObject) => keyword === "enum" || keyword === "additionalProperties";

/** Errors of a oneOf branch are skipped: the oneOf itself is reported once. */
const isBranch = (schemaPath: string) => /\/oneOf\/\d/.test(schemaPath);

const parsePointer = (pointer: string) =>
  pointer
    .split("/")
    .slice(1)
    .map((step) => step.replaceAll("~1", "/").replaceAll("~0", "~"));

function buildError(
  { keyword, params, data, message, parentSchema }: ErrorObject,
  path: string[],
): SchemaError {
  const owner = path.findLast((step) => !/^\d+$/.test(step)) ?? "the schema";
  if (keyword === "additionalProperties") {
    const key = String(params["additionalProperty"]);
    const known = Object.keys((parentSchema as { properties?: object } | undefined)?.properties ?? {});
    const problem = `Unknown key "${key}" in ${owner}. Allowed keys: ${known.join(", ")}.${suggestion(key, known)}`;
    return errorAtName([...path, key], problem);
  }
  if (keyword === "enum") {
    const known = (params["allowedValues"] as unknown[]).map(String);
    const problem = `${JSON.stringify(data)} is not one of: ${known.join(", ")}.${suggestion(String(data), known)}`;
    return errorAtValue(path, `${owner}: ${problem}`);
  }
  const problem = keyword === "oneOf" ? "has none of the allowed forms" : (message ?? "is wrong");
  return errorAtValue(path, `${owner} ${problem}.`);
}

/** Standard keyword -> what to write instead. */
const UNSUPPORTED_KEYWORDS: Record<string, string> = {
  dependencies: 'Write a condition: "if" with "required", and "then".',
  patternProperties: "Name each field under properties.",
  propertyNames: "Name each field under properties.",
  additionalItems: 'Make the entries groups: "items" with "properties".',
  contentMediaType: "Store the file's name, and describe the file in the description.",
  contentEncoding: "Store the file's name, and describe the file in the description.",
  writeOnly: 'Leave the field out of responses: "x-wire": {"read": false, ...}.',
};

const SUGGESTED_KEYWORDS = STANDARD_KEYWORDS.filter(
  (keyword) => !Object.hasOwn(UNSUPPORTED_KEYWORDS, keyword),
);

/** Reports standard keywords that the portal would silently ignore. */
export function findUnsupportedKeywords(schema: EntitySchema): SchemaError[] {
  return listSchemaNodes(schema).flatMap((schemaNode) => [
    ...Object.keys(schemaNode.node)
      .filter((keyword) => Object.hasOwn(UNSUPPORTED_KEYWORDS, keyword))
      .map((keyword) => unsupportedError(schemaNode, keyword, UNSUPPORTED_KEYWORDS[keyword]!)),
    ...(Array.isArray(schemaNode.node.items)
      ? [
          unsupportedError(
            schemaNode,
            "items",
            'Give all entries one schema: "items" with "properties" for groups.',
          ),
        ]
      : []),
    ...findUnsupportedAlternatives(schemaNode),
  ]);
}

/** A form can show alternatives only as the choices of a field. */
function findUnsupportedAlternatives(schemaNode: SchemaNode): SchemaError[] {
  const isCondition = schemaNode.path.some((step) => CONDITION_KEYWORDS.includes(step));
  if (isCondition) return [];
  const { oneOf, anyOf } = schemaNode.node;
  const untitled = (oneOf ?? []).findIndex((choice) => !choice.title);
  return [
    ...(anyOf ? [unsupportedError(schemaNode, "anyOf", 'Write "oneOf", each choice with a "title".')] : []),
    ...(untitled >= 0
      ? [
          errorAtValue(
            [...schemaNode.path, "oneOf", String(untitled)],
            'A choice of oneOf has no label: add a "title".',
          ),
        ]
      : []),
    ...(oneOf && schemaNode.path.length === 0
      ? [unsupportedError(schemaNode, "oneOf", 'Write conditions: "if" and "then".')]
      : []),
  ];
}

const unsupportedError = ({ path }: SchemaNode, keyword: string, instead: string): SchemaError =>
  errorAtName([...path, keyword], `"${keyword}" is not supported. ${instead}`);
