import type { SchemaRule } from "../../src/contract/schema/schemaRules.ts";
import { ruleWords } from "../../src/contract/rules/ruleWords.ts";

interface Judged {
  kind: "narrowed" | "widened";
  words: string;
}

/** Bounds of which a larger one refuses more, and of which a smaller one does. */
const LEAST = ["minLength", "minItems", "minimum", "exclusiveMinimum", "minProperties"];
const MOST = ["maxLength", "maxItems", "maximum", "exclusiveMaximum", "maxProperties"];

/**
 * Whether a rule whose value changed refuses more than before, less, or some of each. What nobody can tell, such as
 * one pattern in place of another, counts as narrowed: values that were right may be wrong now.
 */
export function narrowing(was: SchemaRule, is: SchemaRule): Judged[] {
  const { keyword } = is;
  if (keyword === "enum") return choices(was.value as unknown[], is.value as unknown[]);
  const words = `${ruleWords(is)}; before: ${ruleWords(was)}.`;
  if (keyword === "type") return types([was.value].flat(), [is.value].flat(), words);
  const grows = Number(is.value) > Number(was.value);
  if (LEAST.includes(keyword)) return [{ kind: grows ? "narrowed" : "widened", words }];
  if (MOST.includes(keyword)) return [{ kind: grows ? "widened" : "narrowed", words }];
  return [{ kind: "narrowed", words }];
}

function choices(was: unknown[], is: unknown[]): Judged[] {
  const gone = was.filter((choice) => !is.includes(choice));
  const come = is.filter((choice) => !was.includes(choice));
  const list = (values: unknown[]) => values.map((value) => `“${String(value)}”`).join(", ");
  return [
    ...(gone.length > 0 ? [{ kind: "narrowed" as const, words: `no longer takes ${list(gone)}.` }] : []),
    ...(come.length > 0 ? [{ kind: "widened" as const, words: `now takes ${list(come)} too.` }] : []),
  ];
}

const types = (was: unknown[], is: unknown[], words: string): Judged[] => [
  { kind: was.every((type) => is.includes(type)) ? "widened" : "narrowed", words },
];
