interface Move {
  name: string;
  /** The name before it in the new order; undefined for the first one. */
  after: string | undefined;
}

/** Lists the fewest names whose move turns one order into the other. Added and removed names do not count as moved. */
export function listMoved(before: string[], after: string[]): Move[] {
  const common = after.filter((name) => before.includes(name));
  const kept = findLongestIncreasing(common.map((name) => before.indexOf(name))).map(
    (position) => before[position]!,
  );
  return common
    .filter((name) => !kept.includes(name))
    .map((name) => ({ name, after: after[after.indexOf(name) - 1] }));
}

function findLongestIncreasing(numbers: number[]): number[] {
  /** The longest increasing sequence that ends at each number. */
  const sequences: number[][] = [];
  for (const number of numbers) {
    const longest = sequences
      .filter((sequence) => sequence.at(-1)! < number)
      .reduce((best, sequence) => (sequence.length > best.length ? sequence : best), []);
    sequences.push([...longest, number]);
  }
  return sequences.reduce((best, sequence) => (sequence.length > best.length ? sequence : best), []);
}
