import {
  fieldWithRole,
  type JsonObject,
  type EntitySchema,
  type FieldSchema,
} from "../../contract/schema/fields.ts";
import { choicesOf } from "../../contract/schema/fieldSchema.ts";
import { isAbsent } from "../../contract/schema/isSame.ts";
import { isOriginator, type RecordContact } from "../../contract/schema/originator.ts";
import { namedEntries } from "../../contract/schema/readEntry.ts";
import type { References } from "../../contract/schema/references.ts";

/** What an act of the user took away, with all it takes to put it back. */
export interface Removal {
  /** The field at which the act is told. */
  at: string;
  words: string;
  /** The former values of all fields concerned. */
  before: JsonObject;
  /** The fields that hold less since: once one is filled again, there is nothing to be put back. */
  emptied: string[];
}

/** What a form shows beside its values and their errors. */
export interface Shown {
  /** How often errors were to be brought before the user: at each failed submit, and each refusal of the server. */
  alerts: number;
  /** What was taken away last, and can be put back. */
  removal: Removal | undefined;
}

export const NOTHING_SHOWN: Shown = { alerts: 0, removal: undefined };

/** The fields that hold something which a change of another makes void. */
export const voidedBy = (schema: EntitySchema, changed: string[], values: JsonObject): string[] =>
  changed
    .flatMap((by) => schema.properties[by]?.["x-clears"] ?? [])
    .filter((name) => values[name] !== undefined);

interface Change {
  schema: EntitySchema;
  references: References;
  changed: string[];
  /** What the change makes void, not emptied yet. */
  voided: string[];
  before: JsonObject;
  after: JsonObject;
  /** What is told already: a second act at the same field is put back with the first. */
  told: Removal | undefined;
}

/**
 * What is to be told after a change: entries, a file or a choice taken away, and what the choice of another value makes
 * void. What is typed is taken back by typing.
 */
export function removalAfter(change: Change): Removal | undefined {
  const { changed, before, after, told } = change;
  const clearing = clearingIn(change);
  if (clearing) return clearing;
  const isToldOf = (name: string) =>
    told?.emptied.includes(name) ? told.at !== name && isAbsent(after[name]) : told?.at === name;
  const name = changed.find((one) => !isToldOf(one) && isTakenAway(change, one));
  if (name !== undefined) return removalOf(change, name, told?.at === name ? told.before : before);
  const isFilledAgain = told?.emptied.some((one) => changed.includes(one) && !isAbsent(after[one]));
  return isFilledAgain ? undefined : told;
}

function clearingIn({ schema, changed, voided, before }: Change): Removal | undefined {
  const by = changed.find((name) => schema.properties[name]?.["x-clears"] !== undefined);
  const emptied = voided.filter((name) => !isAbsent(before[name]));
  if (by === undefined || emptied.length === 0) return undefined;
  const counted = emptied.map((name) => {
    const value = before[name];
    return Array.isArray(value) ? `${titleOf(schema, name)} (${value.length})` : titleOf(schema, name);
  });
  return {
    at: by,
    words: `${titleOf(schema, by)} was changed, which cleared: ${counted.join(", ")}.`,
    before: pick(before, [by, ...emptied]),
    emptied,
  };
}

const titleOf = (schema: EntitySchema, name: string) => schema.properties[name]?.title ?? name;

const pick = (values: JsonObject, names: string[]): JsonObject =>
  Object.fromEntries(names.map((name) => [name, values[name]]));

/** Entries that a list held and holds no more; of two alike one may have stayed. */
function goneFrom(before: unknown, after: unknown): unknown[] {
  if (!Array.isArray(before)) return [];
  const left = (Array.isArray(after) ? after : []).map((entry) => JSON.stringify(entry));
  return before.filter((entry) => {
    const place = left.indexOf(JSON.stringify(entry));
    if (place >= 0) left.splice(place, 1);
    return place < 0;
  });
}

function isTakenAway({ schema, before, after }: Change, name: string): boolean {
  const [was, is] = [before[name], after[name]];
  const field = schema.properties[name];
  if (Array.isArray(was))
    return (was.length > lengthOf(is) && !isAbsent(was)) || clearedOnCard(field, was, is) !== undefined;
  return field !== undefined && isChosen(field) && !isAbsent(was) && isAbsent(is);
}

const lengthOf = (list: unknown) => (Array.isArray(list) ? list.length : 0);

/** The choice that an entry of a list of groups had and has no more, as it is called. */
function clearedOnCard(field: FieldSchema | undefined, was: unknown[], is: unknown): string | undefined {
  if (was.length !== lengthOf(is)) return undefined;
  const choices = Object.entries(field?.items?.properties ?? {}).filter(
    ([, one]) => isChosen(one) || field?.["x-role"] === "contacts",
  );
  const isCleared = ([key]: [string, FieldSchema]) =>
    was.some(
      (entry, at) => !isAbsent((entry as JsonObject)[key]) && isAbsent((is as JsonObject[])[at]?.[key]),
    );
  const [name, choice] = choices.find(isCleared) ?? [];
  return choice?.title ?? name;
}

/** Whether a field's value is chosen, and not typed. */
const isChosen = (field: FieldSchema) =>
  field["x-options"] !== undefined || field["x-widget"] === "geodatabase" || choicesOf(field).length > 0;

function removalOf({ schema, references, after }: Change, name: string, before: JsonObject): Removal {
  const gone = goneFrom(before[name], after[name]);
  const originator = gone.find((entry) =>
    isOriginator(entry as Partial<RecordContact>, references.contactRoles),
  );
  const isOfOriginator = schema.properties[name]?.["x-role"] === "contacts" && originator !== undefined;
  const at = isOfOriginator ? fieldWithRole(schema, "originator") : name;
  const cleared = clearedOnCard(schema.properties[name], [before[name] ?? []].flat(), after[name]);
  const words = wordsOf(titleOf(schema, name), cleared === undefined ? gone : [], cleared);
  return { at, words, before: pick(before, [name, at]), emptied: [name] };
}

function wordsOf(title: string, gone: unknown[], cleared = title): string {
  if (gone.length === 0) return `${cleared} was cleared.`;
  const texts = gone.filter((entry) => typeof entry !== "object").map(String);
  if (texts.length > 0) return `Removed from ${title}: ${namedEntries(texts)}.`;
  return `Removed from ${title}: ${gone.length === 1 ? "1 entry" : `${gone.length} entries`}.`;
}
