import type { JsonObject } from "../../src/contract/json.ts";
import { getYamlKey, type OptionsKeyword } from "../../src/contract/schema/fields.ts";
import { getSchemaNode } from "../../src/contract/schema/fieldSchema.ts";
import { change, type ChangeKind, type SchemaChange } from "./change.ts";
import { describeChoices, describeDeprecated, describeOptions } from "./choiceChanges.ts";
import { formatField, formatPart, type KeywordDifference, type Place } from "./place.ts";
import { describeIf, describeNamedRules, describeRequired, describeRuleChange } from "./ruleChanges.ts";
import { formatValue, listValueDifferences } from "./valueDifferences.ts";

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
