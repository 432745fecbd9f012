import { isDeepStrictEqual } from "node:util";
import { examplesOf, type JsonObject, type EntitySchema } from "../../src/contract/schema/fields.ts";

/** How an example differs from the document made of every field's first example. */
export interface Change {
  set?: JsonObject;
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

/** The value that steps lead to. */
export const valueAt = (document: unknown, path: string[]): unknown =>
  path.reduce<unknown>((value, step) => (value as Record<string, unknown> | undefined)?.[step], document);

/** A copy of a document with another value in one place; undefined takes the place away. */
export function withValue(document: unknown, path: string[], value: unknown): unknown {
  const [step, ...rest] = path;
  if (step === undefined) return value;
  const copy = (
    Array.isArray(document) ? [...(document as unknown[])] : { ...(document as object | undefined) }
  ) as Record<string, unknown>;
  const below = withValue(copy[step], rest, value);
  if (below === undefined && rest.length === 0) delete copy[step];
  else copy[step] = below;
  return copy;
}
