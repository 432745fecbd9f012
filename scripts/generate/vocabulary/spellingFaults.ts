import { Ajv, type ErrorObject, type ValidateFunction } from "ajv";
import draft07 from "ajv/dist/refs/json-schema-draft-07.json";
import type { EntitySchema } from "../../../src/contract/schema/fields.ts";
import { suggestion } from "../../source/didYouMean.ts";
import type { Vocabulary } from "../readSchemas.ts";
import {
  CONDITIONS,
  schemaNodes,
  wrongName,
  wrongValue,
  type SchemaNode,
  type VocabularyFault,
} from "./vocabularyFault.ts";

/** `deprecated` came with a later draft than the one that validators here speak, and is only a note to them. */
const STANDARD = [...Object.keys(draft07.properties), "deprecated"];

/** Words that neither JSON Schema nor our vocabulary knows, and values that a word does not take. */
export function spellingFaults(schema: EntitySchema, vocabulary: Vocabulary): VocabularyFault[] {
  const ownWords = Object.keys(vocabulary.definitions.node.properties).filter((word) =>
    word.startsWith("x-"),
  );
  return [...unknownWords(schema, ownWords), ...wrongValues(schema, vocabulary)];
}

function unknownWords(schema: EntitySchema, ownWords: string[]): VocabularyFault[] {
  return schemaNodes(schema).flatMap(({ path, node }) =>
    Object.keys(node)
      .filter((word) => !STANDARD.includes(word) && !ownWords.includes(word))
      .map((word) =>
        wrongName(
          [...path, word],
          `"${word}" is no word of the vocabulary.${suggestion(word, [...ownWords, ...STANDARD])}`,
        ),
      ),
  );
}

const validators = new WeakMap<Vocabulary, ValidateFunction>();

/** The vocabulary as a validator, made once for all schemas. */
function compiled(vocabulary: Vocabulary): ValidateFunction {
  const known = validators.get(vocabulary);
  if (known) return known;
  const validator = new Ajv({ strict: false, allErrors: true, verbose: true }).compile(vocabulary);
  validators.set(vocabulary, validator);
  return validator;
}

/** Errors that only say that another error was found below. */
const WRAPPERS = ["propertyNames", "anyOf", "allOf", "not", "if"];

function wrongValues(schema: EntitySchema, vocabulary: Vocabulary): VocabularyFault[] {
  const fits = compiled(vocabulary);
  if (fits(schema)) return [];
  const errors = fits
    .errors!.filter(({ keyword, propertyName }) => !WRAPPERS.includes(keyword) && propertyName === undefined)
    .map((error) => ({ error, path: stepsOf(error.instancePath) }));
  const telling = errors.filter(({ error }) => isTelling(error));
  const isToldBelow = (path: string[]) =>
    telling.some((other) => path.every((step, index) => other.path[index] === step));
  const others = errors.filter(
    ({ error, path }) => !isTelling(error) && !isToldBelow(path) && !isBranch(error.schemaPath),
  );
  return [...telling, ...others].map(({ error, path }) => faultOf(error, path));
}

/** Says which word was not known, and so which was meant. */
const isTelling = ({ keyword }: ErrorObject) => keyword === "enum" || keyword === "additionalProperties";

/** One of several kinds a value may be of: that it is none of them is told once. */
const isBranch = (schemaPath: string) => /\/oneOf\/\d/.test(schemaPath);

const stepsOf = (pointer: string) =>
  pointer
    .split("/")
    .slice(1)
    .map((step) => step.replaceAll("~1", "/").replaceAll("~0", "~"));

function faultOf(
  { keyword, params, data, message, parentSchema }: ErrorObject,
  path: string[],
): VocabularyFault {
  const owner = path.findLast((step) => !/^\d+$/.test(step)) ?? "the schema";
  if (keyword === "additionalProperties") {
    const word = String(params["additionalProperty"]);
    const known = Object.keys((parentSchema as { properties?: object } | undefined)?.properties ?? {});
    const words = `"${word}" is no word of ${owner}, which takes ${known.join(", ")}.${suggestion(word, known)}`;
    return wrongName([...path, word], words);
  }
  if (keyword === "enum") {
    const known = (params["allowedValues"] as unknown[]).map(String);
    const words = `${JSON.stringify(data)} is not one of: ${known.join(", ")}.${suggestion(String(data), known)}`;
    return wrongValue(path, `${owner}: ${words}`);
  }
  const kinds = keyword === "oneOf" ? "is of none of the kinds it may be of" : (message ?? "is wrong");
  return wrongValue(path, `${owner} ${kinds}.`);
}

/** Standard keywords that form, wire and dictionary do not carry out, and what says the same. */
const NOT_CARRIED_OUT: Record<string, string> = {
  dependencies: 'Write a condition: "if" with "required", and "then".',
  patternProperties: "Name each field under properties.",
  propertyNames: "Name each field under properties.",
  additionalItems: 'Make the entries groups: "items" with "properties".',
  contentMediaType: "Give the file's name, and say in the description what it is.",
  contentEncoding: "Give the file's name, and say in the description what it is.",
  writeOnly: 'Leave the field out of answers: "x-wire": {"read": false, ...}.',
};

/** Standard keywords that would be accepted and do nothing, or not what they say. */
export function keywordFaults(schema: EntitySchema): VocabularyFault[] {
  return schemaNodes(schema).flatMap((place) => [
    ...Object.keys(place.node)
      .filter((word) => Object.hasOwn(NOT_CARRIED_OUT, word))
      .map((word) => refused(place, word, NOT_CARRIED_OUT[word]!)),
    ...(Array.isArray(place.node.items)
      ? [refused(place, "items", 'One schema for every entry is: "items" with "properties" for groups.')]
      : []),
    ...alternatives(place),
  ]);
}

/** Alternatives are choices of a field: what an object is, no input could ask. */
function alternatives(place: SchemaNode): VocabularyFault[] {
  const isCondition = place.path.some((step) => CONDITIONS.includes(step));
  if (isCondition) return [];
  const { oneOf, anyOf } = place.node;
  const untitled = (oneOf ?? []).findIndex((choice) => !choice.title);
  return [
    ...(anyOf ? [refused(place, "anyOf", 'Write "oneOf", each choice with a "title".')] : []),
    ...(untitled >= 0
      ? [
          wrongValue(
            [...place.path, "oneOf", String(untitled)],
            'A choice of oneOf has no label: add a "title".',
          ),
        ]
      : []),
    ...(oneOf && place.path.length === 0
      ? [refused(place, "oneOf", 'Write conditions: "if" and "then".')]
      : []),
  ];
}

const refused = ({ path }: SchemaNode, word: string, instead: string): VocabularyFault =>
  wrongName([...path, word], `"${word}" is not carried out here. ${instead}`);
