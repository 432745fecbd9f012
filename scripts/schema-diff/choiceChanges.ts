import { isDeepStrictEqual } from "node:util";
import { isJsonObject } from "../../src/contract/json.ts";
import type { FieldSchema } from "../../src/contract/schema/fields.ts";
import { change, type ChangeKind, type SchemaChange } from "./change.ts";
import { formatField, formatPart, type KeywordDifference, type Place } from "./place.ts";
import { describeRuleChange } from "./ruleChanges.ts";
import { compareLists, formatValue, listValueDifferences } from "./valueDifferences.ts";

const formatList = (values: unknown[]) => values.map((value) => `“${String(value)}”`).join(", ");

export function describeChoices({ keyword, before, after, was, is }: KeywordDifference) {
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
export function describeOptions({ keyword, before, after, was, is }: KeywordDifference) {
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
export function describeDeprecated({ after, was = [], is = [] }: KeywordDifference) {
  const { removed, added } = compareLists([was].flat(), [is].flat());
  const [field, part] = [formatField(after), formatPart(after)];
  return [
    ...(added.length > 0 ? [change("stricter", field, `${part}no longer offers ${formatList(added)}.`)] : []),
    ...(removed.length > 0 ? [change("looser", field, `${part}offers ${formatList(removed)} again.`)] : []),
  ];
}
