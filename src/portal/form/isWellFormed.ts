import type { FieldSchema } from "../../contract/fields.ts";
import type { Choices } from "./choices.ts";

/**
 * Whether a value may stand in a list. A value of a closed list is one of it; any other list's value has only to look
 * like one.
 *
 * @param items the rules of one entry
 */
export function isWellFormed(value: string, choices: Choices, items: FieldSchema | undefined): boolean {
  if (items?.enum) return choices.isOffered(value);
  return new RegExp(items?.pattern ?? "", "u").test(value);
}
