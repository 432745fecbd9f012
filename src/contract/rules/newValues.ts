import type { PartyName } from "../generated/vocabulary.ts";
import { mayEdit } from "../schema/access.ts";
import type { JsonObject, EntitySchema, FieldSchema } from "../schema/fields.ts";
import { choicesOf } from "../schema/fieldSchema.ts";
import type { Fault } from "./faults.ts";
import { isAbsent, isSame } from "../schema/isSame.ts";
import { messages } from "../messages.ts";

/** The values that lists of choices hold, by `x-options.source`. */
export type ListedValues = Partial<Record<string, ReadonlySet<string>>>;

/**
 * What a save newly says and may not: a value that its closed list does not hold, a choice that is no longer offered,
 * and another value of a field that the user does not edit. What the document said before stays right.
 *
 * @param before the document as it was; undefined for a new one
 * @param lists a list that is missing closes nothing
 * @param parties what the user is to the record
 */
export function newValueFaults(
  schema: EntitySchema,
  document: JsonObject,
  before: JsonObject | undefined,
  lists: ListedValues,
  parties: PartyName[] = ["vendor"],
): Fault[] {
  return Object.entries(schema.properties).flatMap(([name, field]) => {
    const [value, old] = [document[name], before?.[name]];
    const same = isAbsent(old) ? [old, field.default] : [old];
    if (!mayEdit(field, parties) && !same.some((one) => isSame(value, one)))
      return [{ path: [name], rule: "readOnly", message: messages.notEdited }];
    const known = entriesOf(old);
    return entriesOf(value).flatMap((entry, index): Fault[] => {
      if (known.includes(entry) || isOffered(field, entry, lists)) return [];
      const path = Array.isArray(value) ? [name, String(index)] : [name];
      return [{ path, rule: "x-options", message: messages.notAChoice }];
    });
  });
}

const entriesOf = (value: unknown): unknown[] => (isAbsent(value) ? [] : [value].flat());

function isOffered(field: FieldSchema, entry: unknown, lists: ListedValues): boolean {
  if (choicesOf(field).some(({ value, isDeprecated }) => isDeprecated && value === entry)) return false;
  const options = field["x-options"];
  const list = options && !options.open ? lists[options.source] : undefined;
  // What is no text at all is refused as such.
  return list === undefined || typeof entry !== "string" || list.has(entry);
}
