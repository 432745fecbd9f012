/** What became of a list's entries. */
export interface ListDifference {
  added: string[];
  removed: string[];
  kept: number;
  /** True where the same entries only stand in another order. */
  isReordered: boolean;
}

/** Compares two lists of texts; an entry that is there twice counts twice. */
export function listDifference(before: string[], after: string[]): ListDifference {
  const added = without(after, before);
  const removed = without(before, after);
  const kept = after.length - added.length;
  const isSame = added.length === 0 && removed.length === 0;
  return { added, removed, kept, isReordered: isSame && before.some((entry, at) => entry !== after[at]) };
}

function without(entries: string[], others: string[]): string[] {
  const left = new Map<string, number>();
  for (const entry of others) left.set(entry, (left.get(entry) ?? 0) + 1);
  return entries.filter((entry) => {
    const count = left.get(entry) ?? 0;
    left.set(entry, count - 1);
    return count <= 0;
  });
}
