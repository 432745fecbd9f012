import { describeCondition, describeRule } from "../../src/contract/rules/describeRule.ts";
import { addDefaultLimits } from "../../src/contract/schema/defaultLimits.ts";
import type { RuleEntry } from "../../src/contract/schema/fields.ts";
import { getSchemaNode } from "../../src/contract/schema/fieldSchema.ts";
import type { SchemaRule } from "../../src/contract/schema/schemaRules.ts";
import { change, type SchemaChange } from "./change.ts";
import { isInCondition } from "./differences.ts";
import { formatField, type KeywordDifference, type Place } from "./place.ts";
import { compareLists, formatValue } from "./valueDifferences.ts";

const toRule = (keyword: string, { nodePath, valuePath, when }: Place, value: unknown): SchemaRule => ({
  schemaPath: nodePath,
  valuePath,
  keyword,
  value,
  ...(when && { when }),
});

/** The line already begins with the field's name. */
function describePlacedRule(keyword: string, place: Place, value: unknown): string {
  const words = describeRule(toRule(keyword, place, value), place.schema);
  const entry = place.valuePath.slice(1).includes("*") ? "each entry " : "";
  return entry + (keyword === "required" ? words.replace(`has ${String(value)}`, "is required") : words);
}

const newRule = (keyword: string, place: Place, value: unknown, field = formatField(place)) =>
  change("stricter", field, `new rule: ${describePlacedRule(keyword, place, value)}.`);
const removedRule = (keyword: string, place: Place, value: unknown, field = formatField(place)) =>
  change("looser", field, `rule removed: ${describePlacedRule(keyword, place, value)}.`);

export function describeRuleChange(difference: KeywordDifference) {
  const { keyword, before, after } = difference;
  const { was, is } = addSmallerDefault(difference);
  if (was === is) return undefined;
  const isRule = (value: unknown) =>
    keyword === "additionalProperties" ? value === false : value !== undefined && value !== false;
  if (!isRule(was) && !isRule(is)) return undefined;
  if (!isRule(was)) return [newRule(keyword, after, is)];
  if (!isRule(is)) return [removedRule(keyword, before, was)];
  const [words, oldWords] = [
    describePlacedRule(keyword, after, is),
    describePlacedRule(keyword, before, was),
  ];
  const description =
    words === oldWords
      ? `${keyword}: ${formatValue(was)} is now ${formatValue(is)}.`
      : `${words}; before: ${oldWords.replace(/^each entry /, "")}.`;
  return [change(isWidened(keyword, was, is) ? "looser" : "stricter", formatField(after), description)];
}

/** Without a limit of its own, a text or list has the default limit: an added limit can be larger. */
function addSmallerDefault(difference: KeywordDifference): Pick<KeywordDifference, "was" | "is"> {
  const { keyword, before, after, was, is } = difference;
  const getDefault = ({ schema, nodePath }: Place) => {
    const node = isInCondition(nodePath) ? undefined : getSchemaNode(schema, nodePath);
    return node && (addDefaultLimits(node) as Record<string, unknown>)[keyword];
  };
  const limit = was === undefined ? getDefault(before) : is === undefined ? getDefault(after) : undefined;
  if (limit === undefined || Number(limit) > Number(was ?? is)) return { was, is };
  return { was: was ?? limit, is: is ?? limit };
}

/** A change that cannot be compared, such as another pattern, counts as narrowed: valid values may become invalid. */
function isWidened(keyword: string, was: unknown, is: unknown): boolean {
  if (keyword === "type") {
    const types = [is].flat();
    const isAllowed = (type: unknown) =>
      types.includes(type) || (type === "integer" && types.includes("number"));
    return [was].flat().every(isAllowed);
  }
  if (/^(min|exclusiveMin)/.test(keyword)) return Number(is) < Number(was);
  return /^(max|exclusiveMax)/.test(keyword) && Number(is) > Number(was);
}

export function describeRequired({ keyword, before, after, was = [], is = [] }: KeywordDifference) {
  const { removed, added, isReordered } = compareLists(was as string[], is as string[]);
  const fieldsOf = ({ schema, nodePath }: Place) => getSchemaNode(schema, nodePath)?.properties ?? {};
  // The line of an added or removed field says whether it is required.
  const isInBoth = (name: unknown) =>
    isInCondition(after.nodePath) || (String(name) in fieldsOf(before) && String(name) in fieldsOf(after));
  return [
    ...added.filter(isInBoth).map((name) => newRule(keyword, after, name, formatField(after, String(name)))),
    ...removed
      .filter(isInBoth)
      .map((name) => removedRule(keyword, before, name, formatField(before, String(name)))),
    ...(isReordered ? [change("other", formatField(after), `the order of ${keyword} changed.`)] : []),
  ];
}

const WARNINGS: Record<string, string> = { startsWith: "starts with", notBefore: "is not before" };

export function describeNamedRules({ keyword, before, after, was = [], is = [] }: KeywordDifference) {
  const { removed, added, isReordered } = compareLists(was as RuleEntry[], is as RuleEntry[]);
  const describeEntry = (
    entry: RuleEntry,
    place: Place,
    describe: typeof newRule,
    state: string,
  ): SchemaChange => {
    if (typeof entry === "string") return describe(keyword, place, entry);
    if (entry.equals !== undefined) return describe("equals", place, entry.equals);
    const [[rule, name] = []] = Object.entries(entry);
    return change(
      "other",
      formatField(place),
      `${state}: warns unless it ${WARNINGS[rule ?? ""] ?? rule} \`${name}\`.`,
    );
  };
  return [
    ...added.map((entry) => describeEntry(entry as RuleEntry, after, newRule, "new rule")),
    ...removed.map((entry) => describeEntry(entry as RuleEntry, before, removedRule, "rule removed")),
    ...(isReordered ? [change("other", formatField(after), "the order of x-rules changed.")] : []),
  ];
}

/** The rules of `then` and `else` already name a condition that is new or removed. */
export function describeIf({ before, after, was, is }: KeywordDifference) {
  const describeAt = ({ schema, nodePath }: Place) => describeCondition(schema, [...nodePath, "if"]);
  if (was !== undefined && is !== undefined) {
    const [words, oldWords] = [describeAt(after), describeAt(before)];
    const values = words === oldWords ? ` (\`${JSON.stringify(was)}\` is now \`${JSON.stringify(is)}\`)` : "";
    return [
      change(
        "stricter",
        formatField(after),
        `the condition of a rule: when ${words}; before: when ${oldWords}${values}.`,
      ),
    ];
  }
  const hasRules = ({ schema, nodePath }: Place) => {
    const { then, else: other } = getSchemaNode(schema, nodePath) ?? {};
    return Object.keys({ ...then, ...other }).length > 0;
  };
  const [own, opposite] = is === undefined ? [before, after] : [after, before];
  return hasRules(own) && !hasRules(opposite) ? [] : undefined;
}
