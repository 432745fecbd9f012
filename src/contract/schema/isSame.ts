/** Whether a value says nothing. A list that was filled and emptied again is as one that was never filled. */
export const isAbsent = (value: unknown): boolean =>
  value === undefined || value === null || value === "" || (Array.isArray(value) && value.length === 0);

/** Whether two values say the same. An empty row, such as a contact that is still to be chosen, says nothing. */
export function isSame(one: unknown, other: unknown): boolean {
  const [a, b] = [said(one), said(other)];
  if (a === undefined || b === undefined) return a === b;
  return JSON.stringify(a) === JSON.stringify(b);
}

/** A value without what is absent in it, its names in order; undefined when nothing is left. */
function said(value: unknown): unknown {
  if (isAbsent(value)) return undefined;
  if (typeof value !== "object" || value === null) return value;
  if (Array.isArray(value)) {
    const entries = value.map(said).filter((entry) => entry !== undefined);
    return entries.length > 0 ? entries : undefined;
  }
  const parts = Object.entries(value)
    .map(([name, part]) => [name, said(part)] as const)
    .filter(([, part]) => part !== undefined)
    .toSorted(([a], [b]) => (a < b ? -1 : 1));
  return parts.length > 0 ? Object.fromEntries(parts) : undefined;
}
