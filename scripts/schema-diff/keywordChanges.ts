import { isDeepStrictEqual } from "node:util";
import { isJsonObject, type JsonObject } from "../../src/contract/json.ts";
import { describeCondition, describeRule } from "../../src/contract/rules/describeRule.ts";
import { addDefaultLimits } from "../../src/contract/schema/defaultLimits.ts";
import {
  getYamlKey,
  type FieldSchema,
  type OptionsKeyword,
  type RuleEntry,
} from "../../src/contract/schema/fields.ts";
import { getSchemaNode } from "../../src/contract/schema/fieldSchema.ts";
import type { SchemaRule } from "../../src/contract/schema/schemaRules.ts";
import { change, type ChangeKind, type SchemaChange } from "./change.ts";
import { isInCondition } from "./differences.ts";
import { formatField, formatPart, type Place } from "./place.ts";
import { compareLists, formatValue, listValueDifferences } from "./valueDifferences.ts";

export interface KeywordDifference {
  keyword: string;
  before: Place;
  after: Place;
  was: unknown;
  is: unknown;
}

/** Returns undefined if the difference has no other effect than that the schema is written differently. */
type Describer = (difference: KeywordDifference) => SchemaChange[] | undefined;

/** Keyword, or keyword and key -> heading and words. */
const WORDS: Record<string, [kind: ChangeKind, words: string]> = {
  title: ["text", "the label"],
  description: ["text", "the help text"],
  "x-unit": ["text", "the unit"],
  "x-messages": ["text", "the error text of"],
  "x-section": ["form", "the form section"],
  "x-widget": ["form", "the input"],
  "x-clears": ["form", "the fields that it clears"],
  "x-hide": ["form", "where it is hidden"],
  "x-when": ["form", "shown only while a condition names it"],
  "x-options": ["form", "x-options"],
  "x-from-model": ["form", "the fact in the model that suggests a value"],
  default: ["form", "the default"],
  readOnly: ["access", "read-only"],
  "x-access": ["access", "access"],
  "x-access read": ["access", "who can read it"],
  "x-access edit": ["access", "who can edit it"],
  "x-wire": ["wire", "x-wire"],
  "x-wire read": ["wire", "the response name"],
  "x-wire write": ["wire", "the request name"],
  "x-wire accept": ["wire", "the other request name that is accepted"],
  "x-wire codec": ["wire", "the codec"],
  "x-wire constants": ["wire", "the constant in requests"],
  "x-wire once": ["wire", "the names that are sent only on create"],
  "x-yaml": ["yaml", "x-yaml"],
  "x-yaml key": ["yaml", "the YAML attribute"],
  "x-yaml label": ["yaml", "the YAML attribute of the label"],
  "x-yaml with": ["yaml", "the fixed YAML attribute"],
  "x-yaml constants": ["yaml", "the YAML constant"],
  "x-export": ["export", "x-export"],
  "x-export stac": ["export", "the STAC property"],
  "x-export standard": ["export", "the attribute of the standard"],
  "x-export values": ["export", "the exported term of"],
  "x-changes version": ["other", "the schema version"],
  examples: ["other", "the examples"],
};

/**
 * Describes every keyword that has no describer, by its words or its name.
 *
 * @param getKind returns the heading for a key of the keyword, if it is not that of `WORDS`
 */
function describeValue(
  { keyword, before, after, was, is }: KeywordDifference,
  getKind: (key: string | undefined) => ChangeKind | undefined = () => undefined,
): SchemaChange[] {
  const place = is === undefined ? before : after;
  const part = formatPart(place);
  return listValueDifferences(was, is).map(({ steps, was: old, is: current, isOrder }) => {
    const known = WORDS[`${keyword} ${steps[0]}`];
    const [kind, words] = known ?? WORDS[keyword] ?? ["other", keyword];
    const subject = [words, ...(known ? steps.slice(1) : steps)].join(" ");
    const description = isOrder
      ? `the order of ${subject} changed.`
      : `${subject}: ${formatValue(old)} is now ${formatValue(current)}.`;
    return change(getKind(steps[0]) ?? kind, formatField(place), part + description);
  });
}

/** Describes the difference of one keyword in one or more lines. */
export function describeKeyword(difference: KeywordDifference): SchemaChange[] {
  const describer = DESCRIBERS[difference.keyword] ?? describeValue;
  return describer(difference) ?? describeValue(difference);
}

const DESCRIBERS: Record<string, Describer> = {
  required: describeRequired,
  enum: describeChoices,
  oneOf: describeOptions,
  deprecated: describeDeprecated,
  "x-rules": describeNamedRules,
  "x-yaml": describeYaml,
  "x-options": describeList,
  if: describeIf,
  ...Object.fromEntries(
    ["contains", "not", "anyOf", "propertyNames"].map((keyword) => [keyword, describeSubschema]),
  ),
  ...Object.fromEntries(
    [
      ...["type", "const", "pattern", "format", "multipleOf", "uniqueItems", "additionalProperties"],
      ...["minLength", "minItems", "minimum", "exclusiveMinimum", "minProperties"],
      ...["maxLength", "maxItems", "maximum", "exclusiveMaximum", "maxProperties"],
    ].map((keyword) => [keyword, describeRuleChange]),
  ),
};

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

function describeRuleChange(difference: KeywordDifference) {
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

function describeRequired({ keyword, before, after, was = [], is = [] }: KeywordDifference) {
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

const formatList = (values: unknown[]) => values.map((value) => `“${String(value)}”`).join(", ");

function describeChoices({ keyword, before, after, was, is }: KeywordDifference) {
  if (!Array.isArray(was) || !Array.isArray(is))
    return describeRuleChange({ keyword, before, after, was, is });
  return compareChoices(after, was, is, formatList);
}

function compareChoices(
  place: Place,
  was: unknown[],
  is: unknown[],
  formatChoices: (values: unknown[]) => string,
): SchemaChange[] {
  const { removed, added, isReordered } = compareLists(was, is);
  const field = formatField(place);
  const part = formatPart(place);
  return [
    ...(removed.length > 0
      ? [change("stricter", field, `${part}no longer allows ${formatChoices(removed)}.`)]
      : []),
    ...(added.length > 0 ? [change("looser", field, `${part}now also allows ${formatChoices(added)}.`)] : []),
    ...(isReordered ? [change("form", field, `${part}the order of the choices changed.`)] : []),
  ];
}

/** The labelled choices of a field. */
function describeOptions({ keyword, before, after, was, is }: KeywordDifference) {
  const isChoices = (value: unknown): value is FieldSchema[] =>
    Array.isArray(value) && value.every((choice) => isJsonObject(choice) && choice["const"] !== undefined);
  if (!isChoices(was) || !isChoices(is)) return describeRuleChange({ keyword, before, after, was, is });
  const formatChoices = (values: unknown[]) =>
    formatList(
      values.map((value) => [...is, ...was].find((choice) => choice.const === value)?.title ?? value),
    );
  const constants = (choices: FieldSchema[]) => choices.map((choice) => choice.const);
  const edited = is.flatMap((choice) => {
    const old = was.find((other) => isDeepStrictEqual(other.const, choice.const));
    return listValueDifferences(old ?? choice, choice).map(({ steps, was: previous, is: current }) => {
      const [usualKind, words] = CHOICE_WORDS[steps[0] ?? ""] ?? (["other", steps.join(" ")] as const);
      const kind = usualKind === "stricter" && current !== true ? "looser" : usualKind;
      const subject = `${words} of the choice ${formatValue(choice.const)}`;
      return change(
        kind,
        formatField(after),
        `${subject}: ${formatValue(previous)} is now ${formatValue(current)}.`,
      );
    });
  });
  return [...compareChoices(after, constants(was), constants(is), formatChoices), ...edited];
}

/** A deprecated choice is refused in new records. */
const CHOICE_WORDS: Record<string, [kind: ChangeKind, words: string]> = {
  title: ["text", "the label"],
  deprecated: ["stricter", "deprecated"],
};

/** The choices of an enum that are no longer offered. */
function describeDeprecated({ after, was = [], is = [] }: KeywordDifference) {
  const { removed, added } = compareLists([was].flat(), [is].flat());
  const [field, part] = [formatField(after), formatPart(after)];
  return [
    ...(added.length > 0 ? [change("stricter", field, `${part}no longer offers ${formatList(added)}.`)] : []),
    ...(removed.length > 0 ? [change("looser", field, `${part}offers ${formatList(removed)} again.`)] : []),
  ];
}

/** The server accepts only values of the list, unless the list is open. */
function describeList(difference: KeywordDifference) {
  const [old, current] = [difference.was, difference.is].map((options) => {
    const { source, open } = (options ?? {}) as Partial<OptionsKeyword>;
    return open ? undefined : source;
  });
  const kind = old === current ? undefined : current === undefined ? "looser" : "stricter";
  return describeValue(difference, (key) => (key === "source" || key === "open" ? kind : undefined));
}

function describeSubschema(difference: KeywordDifference) {
  return describeValue(difference, () => (difference.is === undefined ? "looser" : "stricter"));
}

const WARNINGS: Record<string, string> = { startsWith: "starts with", notBefore: "is not before" };

function describeNamedRules({ keyword, before, after, was = [], is = [] }: KeywordDifference) {
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
function describeIf({ before, after, was, is }: KeywordDifference) {
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

/** `"x-yaml": "title"` is short for `{ "key": "title" }`. */
export const toYamlEntries = (yaml: unknown): JsonObject =>
  typeof yaml === "string" ? { key: yaml } : ((yaml ?? {}) as JsonObject);

function describeYaml({ keyword, before, after, was, is }: KeywordDifference) {
  const [old, current] = [toYamlEntries(was), toYamlEntries(is)];
  const getKey = ({ schema, nodePath }: Place) => getYamlKey(getSchemaNode(schema, nodePath) ?? {});
  const keys = old["key"] === current["key"] ? [] : [{ key: getKey(before) }, { key: getKey(after) }];
  const changes = describeValue({
    keyword,
    before,
    after,
    was: { ...old, ...keys[0] },
    is: { ...current, ...keys[1] },
  });
  return changes.length > 0 ? changes : undefined;
}
