import { Ajv } from "ajv";
import addFormats from "ajv-formats";
import type { EntitySchema, FieldSchema } from "../../../src/contract/schema/fields.ts";
import { getComparedField } from "../../../src/contract/schema/fieldSchema.ts";
import { suggestion } from "../../source/didYouMean.ts";
import { compileUnkept } from "../compileSchema.ts";
import {
  listSchemaNodes,
  errorAtName,
  errorAtValue,
  type SchemaNode,
  type SchemaError,
} from "./schemaError.ts";

/** Reports texts of missing rules, rules without a text, invalid patterns, unknown formats and crossed limits. */
export function findRuleErrors(schema: EntitySchema): SchemaError[] {
  return listSchemaNodes(schema).flatMap((schemaNode) => [
    ...findTextsWithoutRule(schemaNode, "x-messages", ["required"]),
    ...findTextsWithoutRule(schemaNode, "x-counterexample", []),
    ...findRulesWithoutText(schemaNode),
    ...findInvalidPattern(schemaNode),
    ...findUnknownFormat(schemaNode),
    ...findCrossedLimits(schemaNode),
  ]);
}

function findTextsWithoutRule(
  { path, node }: SchemaNode,
  keyword: "x-messages" | "x-counterexample",
  alsoAllowed: string[],
) {
  const rules = [
    ...Object.keys(node).filter((key) => !NON_RULE_KEYWORDS.test(key)),
    ...listRuleNames(node),
    ...alsoAllowed,
  ];
  return Object.keys(node[keyword] ?? {})
    .filter((rule) => !rules.includes(rule))
    .map((rule): SchemaError =>
      errorAtName(
        [...path, keyword, rule],
        `${keyword} has an entry for "${rule}", but the field has no such rule.${suggestion(rule, rules)}`,
      ),
    );
}

const NON_RULE_KEYWORDS = /^(x-|title$|examples$|description$|default$|properties$|items$|\$)/;

const listRuleNames = (node: FieldSchema): string[] => [
  ...(node["x-rules"] ?? []).filter((entry) => typeof entry === "string"),
  ...(getComparedField("equals", node) === undefined ? [] : ["equals"]),
];

/** Ajv has default texts for its keywords; the portal's own rules have none. */
function findRulesWithoutText({ path, node }: SchemaNode): SchemaError[] {
  return listRuleNames(node)
    .filter((rule) => node["x-messages"]?.[rule] === undefined)
    .map((rule) =>
      errorAtName([...path, "x-rules"], `The rule "${rule}" has no error text: add one to "x-messages".`),
    );
}

function findInvalidPattern({ path, node }: SchemaNode): SchemaError[] {
  if (typeof node.pattern !== "string") return [];
  try {
    new RegExp(node.pattern, "u");
    return [];
  } catch (error) {
    return [errorAtValue([...path, "pattern"], (error as Error).message)];
  }
}

/** One for all schemas: it compiles the meta-schema. */
const strictAjv = new Ajv({ strict: true, allowUnionTypes: true, strictRequired: false, allErrors: true });
(addFormats as unknown as (ajv: Ajv) => void)(strictAjv);
const FORMATS = Object.keys(strictAjv.formats);

function findUnknownFormat({ path, node }: SchemaNode): SchemaError[] {
  const { format } = node;
  if (typeof format !== "string" || FORMATS.includes(format)) return [];
  const message = `There is no format "${format}".${suggestion(format, FORMATS)}`;
  return [errorAtValue([...path, "format"], message)];
}

const LIMITS: [lower: string, upper: string, canBeEqual: boolean][] = [
  ["minLength", "maxLength", true],
  ["minItems", "maxItems", true],
  ["minProperties", "maxProperties", true],
  ["minimum", "maximum", true],
  ["minimum", "exclusiveMaximum", false],
  ["exclusiveMinimum", "maximum", false],
  ["exclusiveMinimum", "exclusiveMaximum", false],
];

function findCrossedLimits({ path, node }: SchemaNode): SchemaError[] {
  return LIMITS.flatMap(([lower, upper, canBeEqual]) => {
    const [low, high] = [node[lower], node[upper]];
    if (typeof low !== "number" || typeof high !== "number") return [];
    if (low < high || (canBeEqual && low === high)) return [];
    const message = `No value is valid: ${lower} is ${low}, but ${upper} is ${high}. Swap or correct them.`;
    return [errorAtValue([...path, lower], message)];
  });
}

const addedKeywords = new Set<string>();

function addOwnKeywords(schema: EntitySchema): void {
  const used = JSON.stringify(schema).match(/"x-[a-z-]+"(?=:)/g) ?? [];
  const names = used.map((quoted) => JSON.parse(quoted) as string);
  const added = [...new Set(names)].filter((name) => !addedKeywords.has(name));
  if (added.length > 0) strictAjv.addVocabulary(added);
  for (const name of added) addedKeywords.add(name);
}

/** Reports what Ajv's strict mode rejects, and examples and defaults that break their own field's rules. */
export function findInvalidExamples(schema: EntitySchema): SchemaError[] {
  addOwnKeywords(schema);
  try {
    return findInvalidExampleValues(schema);
  } catch (error) {
    const { message } = error as Error;
    return [errorAtValue(parseErrorLocation(message), message + getTypeHint(message))];
  }
}

/** Ajv's strict-mode errors end like this: `... at "metadata#/then" (...)`. */
const parseErrorLocation = (message: string): string[] =>
  (/ at "[^"#]*#\/([^"]*)"/.exec(message)?.[1] ?? "").split("/").filter(Boolean);

function getTypeHint(message: string): string {
  const [, type, keyword] = /missing type "(\w+)" for keyword "(\w+)"/.exec(message) ?? [];
  return type === undefined ? "" : `. Add "type": "${type}" beside "${keyword}".`;
}

function findInvalidExampleValues(schema: EntitySchema): SchemaError[] {
  const validate = compileUnkept(strictAjv, schema);
  return Object.entries(schema.properties).flatMap(([name, field]) =>
    listExampleValues(field).flatMap(([kind, value, below]) => {
      validate({ [name]: value });
      const broken = validate.errors?.find(({ instancePath }) => instancePath.split("/")[1] === name);
      const message = `The ${kind} of "${name}" breaks its own rule: ${broken?.message}.`;
      return broken ? [errorAtValue(["properties", name, ...below], message)] : [];
    }),
  );
}

const listExampleValues = ({ examples = [], default: first }: FieldSchema): [string, unknown, string[]][] => [
  ...examples.map((value, index): [string, unknown, string[]] => [
    "example",
    value,
    ["examples", String(index)],
  ]),
  ...(first === undefined ? [] : [["default", first, ["default"]] satisfies [string, unknown, string[]]]),
];
