import addFormats from "ajv-formats";
import { Ajv } from "ajv";
import { comparedBy, type EntitySchema, type FieldSchema } from "../../../src/contract/schema/fields.ts";
import { suggestion } from "../../source/didYouMean.ts";
import { schemaNodes, type SchemaNode } from "./schemaNodes.ts";
import type { VocabularyFault } from "./vocabularyFault.ts";

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
    .map((rule): VocabularyFault => ({
      path: [...path, word, rule],
      at: "name",
      message: `${word} speaks of "${rule}", a rule that is not here.${suggestion(rule, rules)}`,
    }));
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
    .map((rule) => ({
      path: [...path, "x-rules"],
      at: "name",
      message: `The rule "${rule}" has no wording: add it to "x-messages".`,
    }));
}

function wrongPattern({ path, node }: SchemaNode): VocabularyFault[] {
  if (typeof node.pattern !== "string") return [];
  try {
    new RegExp(node.pattern, "u");
    return [];
  } catch (error) {
    return [{ path: [...path, "pattern"], at: "value", message: (error as Error).message }];
  }
}

const ajv = new Ajv();
(addFormats as unknown as (ajv: Ajv) => void)(ajv);
const FORMATS = Object.keys(ajv.formats);

function unknownFormat({ path, node }: SchemaNode): VocabularyFault[] {
  const { format } = node;
  if (typeof format !== "string" || FORMATS.includes(format)) return [];
  const message = `There is no format "${format}".${suggestion(format, FORMATS)}`;
  return [{ path: [...path, "format"], at: "value", message }];
}
