import { Ajv } from "ajv";
import addFormats from "ajv-formats";
import type { EntitySchema, FieldSchema } from "../../../src/contract/schema/fields.ts";
import { comparedBy } from "../../../src/contract/schema/fieldSchema.ts";
import { suggestion } from "../../source/didYouMean.ts";
import {
  schemaNodes,
  wrongName,
  wrongValue,
  type SchemaNode,
  type VocabularyFault,
} from "./vocabularyFault.ts";

/** Words that belong to a rule which is not there, rules nobody has worded, and patterns that are none. */
export function ruleFaults(schema: EntitySchema): VocabularyFault[] {
  return schemaNodes(schema).flatMap((place) => [
    ...strayWords(place, "x-messages", ["required"]),
    ...strayWords(place, "x-counterexample", []),
    ...unworded(place),
    ...wrongPattern(place),
    ...unknownFormat(place),
  ]);
}

function strayWords({ path, node }: SchemaNode, word: "x-messages" | "x-counterexample", more: string[]) {
  const rules = [...Object.keys(node).filter((key) => !NO_RULES.test(key)), ...ruleNames(node), ...more];
  return Object.keys(node[word] ?? {})
    .filter((rule) => !rules.includes(rule))
    .map((rule): VocabularyFault =>
      wrongName(
        [...path, word, rule],
        `${word} speaks of "${rule}", a rule that is not here.${suggestion(rule, rules)}`,
      ),
    );
}

/** Keywords beside the rules. */
const NO_RULES = /^(x-|title$|examples$|description$|default$|properties$|items$|\$)/;

/** Named rules, and the comparison that refuses. */
const ruleNames = (node: FieldSchema): string[] => [
  ...(node["x-rules"] ?? []).filter((entry) => typeof entry === "string"),
  ...(comparedBy("equals", node) === undefined ? [] : ["equals"]),
];

/** The wording of a keyword may be the validator's; a rule of ours has none but the schema's. */
function unworded({ path, node }: SchemaNode): VocabularyFault[] {
  return ruleNames(node)
    .filter((rule) => node["x-messages"]?.[rule] === undefined)
    .map((rule) =>
      wrongName([...path, "x-rules"], `The rule "${rule}" has no wording: add it to "x-messages".`),
    );
}

function wrongPattern({ path, node }: SchemaNode): VocabularyFault[] {
  if (typeof node.pattern !== "string") return [];
  try {
    new RegExp(node.pattern, "u");
    return [];
  } catch (error) {
    return [wrongValue([...path, "pattern"], (error as Error).message)];
  }
}

const ajv = new Ajv();
(addFormats as unknown as (ajv: Ajv) => void)(ajv);
const FORMATS = Object.keys(ajv.formats);

function unknownFormat({ path, node }: SchemaNode): VocabularyFault[] {
  const { format } = node;
  if (typeof format !== "string" || FORMATS.includes(format)) return [];
  const message = `There is no format "${format}".${suggestion(format, FORMATS)}`;
  return [wrongValue([...path, "format"], message)];
}

/** What a strict validator refuses in a schema, and examples and defaults that break their own field's rules. */
export function valueFaults(schema: EntitySchema): VocabularyFault[] {
  const ajv = new Ajv({ strict: true, allowUnionTypes: true, strictRequired: false, allErrors: true });
  (addFormats as unknown as (ajv: Ajv) => void)(ajv);
  ajv.addVocabulary(ourKeywords(schema));
  try {
    return examplesAndDefaults(schema, ajv);
  } catch (error) {
    const { message } = error as Error;
    return [wrongValue(stepsIn(message), message)];
  }
}

/** The steps to what a strict validator complains of, which it names at the end: `... at "metadata#/then" (...)`. */
const stepsIn = (message: string): string[] =>
  (/ at "[^"#]*#\/([^"]*)"/.exec(message)?.[1] ?? "").split("/").filter(Boolean);

function examplesAndDefaults(schema: EntitySchema, ajv: Ajv): VocabularyFault[] {
  const validate = ajv.compile(schema);
  return Object.entries(schema.properties).flatMap(([name, field]) =>
    valuesOf(field).flatMap(([word, value, below]) => {
      validate({ [name]: value });
      const broken = validate.errors?.find(({ instancePath }) => instancePath.split("/")[1] === name);
      const message = `The ${word} of "${name}" breaks its own rule: ${broken?.message}.`;
      return broken ? [wrongValue(["properties", name, ...below], message)] : [];
    }),
  );
}

const valuesOf = ({ examples = [], default: first }: FieldSchema): [string, unknown, string[]][] => [
  ...examples.map((value, index): [string, unknown, string[]] => [
    "example",
    value,
    ["examples", String(index)],
  ]),
  ...(first === undefined ? [] : [["default", first, ["default"]] satisfies [string, unknown, string[]]]),
];

function ourKeywords(schema: EntitySchema): string[] {
  const text = JSON.stringify(schema);
  return [...new Set(text.match(/"x-[a-z-]+"(?=:)/g) ?? [])].map((quoted) => JSON.parse(quoted) as string);
}
