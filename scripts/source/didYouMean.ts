/** Finds the word that a misspelled one was probably meant to be. */
export function findSimilarWord(word: string, words: Iterable<string>): string | undefined {
  const wanted = word.toLowerCase();
  const similar = [...words]
    .map((candidate) => ({ candidate, distance: editDistance(wanted, candidate.toLowerCase()) }))
    .filter(({ candidate, distance }) => distance <= Math.max(1, Math.ceil(candidate.length / 3)))
    .toSorted((a, b) => a.distance - b.distance);
  return similar[0]?.candidate;
}

/** @returns ` Did you mean "..."?`, or "" */
export function suggestion(word: string, words: Iterable<string>): string {
  const similar = findSimilarWord(word, words);
  return similar === undefined ? "" : ` Did you mean "${similar}"?`;
}

/** Damerau-Levenshtein distance. */
function editDistance(a: string, b: string): number {
  let secondLast: number[] = [];
  let last = Array.from({ length: b.length + 1 }, (_, index) => index);
  for (let i = 1; i <= a.length; i++) {
    const row = [i];
    for (let j = 1; j <= b.length; j++) {
      const cost = a[i - 1] === b[j - 1] ? 0 : 1;
      row[j] = Math.min(last[j]! + 1, row[j - 1]! + 1, last[j - 1]! + cost);
      const isSwap = i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1];
      if (isSwap) row[j] = Math.min(row[j]!, secondLast[j - 2]! + 1);
    }
    [secondLast, last] = [last, row];
  }
  return last[b.length]!;
}
