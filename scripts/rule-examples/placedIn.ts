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
