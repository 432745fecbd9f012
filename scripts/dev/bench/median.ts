/**
 * The middle of some numbers, or the mean of the two in the middle. Unlike the mean, one slow run does not move it.
 *
 * @throws Error where there are none: a table must not show a number that nobody measured
 */
export function median(numbers: number[]): number {
  const sorted = numbers.toSorted((a, b) => a - b);
  const half = Math.floor(sorted.length / 2);
  const upper = sorted[half];
  if (upper === undefined) throw new Error("There is no median of nothing.");
  return sorted.length % 2 === 1 ? upper : ((sorted[half - 1] ?? upper) + upper) / 2;
}
