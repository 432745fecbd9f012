export const isEmptyValue = (value: unknown): boolean =>
  value === undefined || value === null || value === "" || (Array.isArray(value) && value.length === 0);

/** Ignores empty parts, such as a row without a chosen contact, and the order of object keys. */
export function isEqualIgnoringEmpty(one: unknown, other: unknown): boolean {
  const [a, b] = [removeEmptyParts(one), removeEmptyParts(other)];
  if (a === undefined || b === undefined) return a === b;
  return JSON.stringify(a) === JSON.stringify(b);
}

/** Sorts object keys. Returns undefined if nothing is left. */
function removeEmptyParts(value: unknown): unknown {
  if (isEmptyValue(value)) return undefined;
  if (typeof value !== "object" || value === null) return value;
  if (Array.isArray(value)) {
    const entries = value.map(removeEmptyParts).filter((entry) => entry !== undefined);
    return entries.length > 0 ? entries : undefined;
  }
  const parts = Object.entries(value)
    .map(([name, part]) => [name, removeEmptyParts(part)] as const)
    .filter(([, part]) => part !== undefined)
    .toSorted(([a], [b]) => (a < b ? -1 : 1));
  return parts.length > 0 ? Object.fromEntries(parts) : undefined;
}
