/** The one of some words that a misspelt one was probably meant to be; undefined when none is near. */
export function didYouMean(word: string, words: Iterable<string>): string | undefined {
  const wanted = word.toLowerCase();
  const near = [...words]
    .map((candidate) => ({ candidate, distance: distanceBetween(wanted, candidate.toLowerCase()) }))
    .filter(({ candidate, distance }) => distance <= Math.max(1, Math.ceil(candidate.length / 3)))
    .toSorted((a, b) => a.distance - b.distance);
  return near[0]?.candidate;
}

/** A closing sentence for a message about a misspelt word; "" when nothing is near. */
export function suggestion(word: string, words: Iterable<string>): string {
  const meant = didYouMean(word, words);
  return meant === undefined ? "" : ` Did you mean "${meant}"?`;
}

/** How many letters have to be put in, left out, replaced or swapped with their neighbour. */
function distanceBetween(a: string, b: string): number {
  let before: number[] = [];
  let last = Array.from({ length: b.length + 1 }, (_, index) => index);
  for (let i = 1; i <= a.length; i++) {
    const row = [i];
    for (let j = 1; j <= b.length; j++) {
      const cost = a[i - 1] === b[j - 1] ? 0 : 1;
      row[j] = Math.min(last[j]! + 1, row[j - 1]! + 1, last[j - 1]! + cost);
      const isSwap = i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1];
      if (isSwap) row[j] = Math.min(row[j]!, before[j - 2]! + 1);
    }
    [before, last] = [last, row];
  }
  return last[b.length]!;
}
