import { isDeepStrictEqual } from "node:util";
import type { Bag, EntitySchema } from "../../src/contract/schema/fields.ts";

/** How an example differs from the document made of every field's x-example. */
export interface Change {
  set?: Bag;
  drop?: string[];
  /** Takes the place of the whole document, where it is not even an object. */
  whole?: unknown;
}

/** The document of every field's own example. */
export const exampleOf = (schema: EntitySchema): Bag =>
  Object.fromEntries(
    Object.entries(schema.properties)
      .filter(([, field]) => field.examples !== undefined)
      .map(([name, field]) => [name, structuredClone(field.examples?.[0])]),
  );

/** The document that a change makes of the example. */
export function changed(schema: EntitySchema, { set = {}, drop = [], whole }: Change): unknown {
  if (whole !== undefined) return whole;
  const document = { ...exampleOf(schema), ...structuredClone(set) };
  for (const name of drop) delete document[name];
  return document;
}

/** The change that makes a document of the example. */
export function changeTo(schema: EntitySchema, document: unknown): Change {
  if (typeof document !== "object" || document === null || Array.isArray(document))
    return { whole: document };
  const example = exampleOf(schema);
  const set = Object.entries(document).filter(([name, value]) => !isDeepStrictEqual(example[name], value));
  const drop = Object.keys(example).filter((name) => !(name in document));
  return {
    ...(set.length > 0 ? { set: Object.fromEntries(set) } : {}),
    ...(drop.length > 0 ? { drop } : {}),
  };
}
