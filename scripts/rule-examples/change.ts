import { isDeepStrictEqual } from "node:util";
import { examplesOf, type Bag, type EntitySchema } from "../../src/contract/schema/fields.ts";

/** How an example differs from the document made of every field's first example. */
export interface Change {
  set?: Bag;
  drop?: string[];
  /** Takes the place of the whole document, where it is not even an object. */
  whole?: unknown;
}

/** The document that a change makes of the example. */
export function changed(schema: EntitySchema, { set = {}, drop = [], whole }: Change): unknown {
  if (whole !== undefined) return whole;
  const document = { ...examplesOf(schema), ...structuredClone(set) };
  for (const name of drop) delete document[name];
  return document;
}

/** The change that makes a document of the example. */
export function changeTo(schema: EntitySchema, document: unknown): Change {
  if (typeof document !== "object" || document === null || Array.isArray(document))
    return { whole: document };
  const example = examplesOf(schema);
  const set = Object.entries(document).filter(([name, value]) => !isDeepStrictEqual(example[name], value));
  const drop = Object.keys(example).filter((name) => !(name in document));
  return {
    ...(set.length > 0 ? { set: Object.fromEntries(set) } : {}),
    ...(drop.length > 0 ? { drop } : {}),
  };
}
