import { isDeepStrictEqual } from "node:util";
import type { JsonObject } from "../../src/contract/json.ts";
import { buildExampleEntity, type EntitySchema } from "../../src/contract/schema/fields.ts";

/** The difference between a document and the one with every field's first example. */
export interface ExampleChange {
  set?: JsonObject;
  drop?: string[];
  /** Replaces the whole document, if it is not an object. */
  whole?: unknown;
}

export function applyChange(schema: EntitySchema, { set = {}, drop = [], whole }: ExampleChange): unknown {
  if (whole !== undefined) return whole;
  const document = { ...buildExampleEntity(schema), ...structuredClone(set) };
  for (const name of drop) delete document[name];
  return document;
}

export function findChange(schema: EntitySchema, document: unknown): ExampleChange {
  if (typeof document !== "object" || document === null || Array.isArray(document))
    return { whole: document };
  const example = buildExampleEntity(schema);
  const set = Object.entries(document).filter(([name, value]) => !isDeepStrictEqual(example[name], value));
  const drop = Object.keys(example).filter((name) => !(name in document));
  return {
    ...(set.length > 0 ? { set: Object.fromEntries(set) } : {}),
    ...(drop.length > 0 ? { drop } : {}),
  };
}

export const getValueAt = (document: unknown, path: string[]): unknown =>
  path.reduce<unknown>((value, step) => (value as Record<string, unknown> | undefined)?.[step], document);

/** Returns a copy; undefined removes the property. */
export function withValue(document: unknown, path: string[], value: unknown): unknown {
  const [step, ...rest] = path;
  if (step === undefined) return value;
  const copy = (
    Array.isArray(document) ? [...(document as unknown[])] : { ...(document as object | undefined) }
  ) as Record<string, unknown>;
  const newValue = withValue(copy[step], rest, value);
  if (newValue === undefined && rest.length === 0) delete copy[step];
  else copy[step] = newValue;
  return copy;
}
