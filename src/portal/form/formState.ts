import type { Bag } from "../../contract/fields.ts";
import type { Fault } from "../../contract/faults.ts";

/** What a change of one field emptied, with all it takes to take the change back. */
export interface Clearing {
  /** The field that was changed. */
  by: string;
  /** The former values of that field and of those that were emptied. */
  before: Bag;
}

/** Everything a form knows besides what RJSF holds itself. */
export interface FormState {
  values: Bag;
  /** Broken rules of the values as they stand. */
  faults: Fault[];
  /** What the server refused, until the field is edited. */
  refusals: Fault[];
  /** Keys of the fields that were left once. */
  touched: ReadonlySet<string>;
  /** True from the first attempt to submit. */
  wasAttempted: boolean;
  /** Fields whose value is still on its way, with the words for whoever saves meanwhile. */
  busy: Readonly<Record<string, string>>;
  /** The last change that emptied other fields, until it is taken back or those are filled again. */
  clearing: Clearing | undefined;
  /** Grows each time there are faults to bring before the user. */
  announcements: number;
}

/** One text for a path, to compare and to look up. */
export const keyOf = (path: string[]): string => path.join("/");

/** The id of the element that holds the value at a path. */
export const idOf = (idPrefix: string, path: string[]): string => [idPrefix, ...path].join("_");

/**
 * The faults a user should see now: those of fields left once, all of them after an attempt to submit, and the
 * server's at once. Entries of one list that break the same rule are one fault, told at the first of them.
 */
export function shownFaults({ faults, refusals, touched, wasAttempted }: FormState): Fault[] {
  const due = faults.filter(({ path }) => wasAttempted || wasLeft(path, touched));
  const once = new Map<string, Fault>();
  for (const fault of [...due, ...refusals]) {
    const key = `${keyOf(fieldOfEntry(fault.path))} ${fault.message}`;
    if (!once.has(key)) once.set(key, fault);
  }
  return [...once.values()];
}

/** What stands beside the field at a path: its own messages, and those of its entries when it is a plain list. */
export function messagesAt(shown: Fault[], path: string[]): string[] {
  const key = keyOf(path);
  return shown.filter((fault) => keyOf(fieldOfEntry(fault.path)) === key).map(({ message }) => message);
}

/** An entry of a plain list has no input of its own: its faults belong to the list's input. */
function fieldOfEntry(path: string[]): string[] {
  return path.length === 2 && /^\d+$/.test(path[1] ?? "") ? path.slice(0, 1) : path;
}

const wasLeft = (path: string[], touched: ReadonlySet<string>) => touched.has(keyOf(fieldOfEntry(path)));
