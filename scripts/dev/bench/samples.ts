import { median } from "./median.ts";

/** Everything measured in a run, by what was measured. */
export interface Samples {
  add(name: string, ...values: number[]): void;
  /** The median as a table's cell; a dash where nothing was measured. */
  cell(name: string, digits?: number): string;
  all(): Record<string, number[]>;
}

/** An empty collection of measurements. */
export function createSamples(): Samples {
  const kept = new Map<string, number[]>();
  return {
    add(name, ...values) {
      kept.set(name, [...(kept.get(name) ?? []), ...values]);
    },
    cell(name, digits = 0) {
      const values = kept.get(name);
      return values ? inDigits(median(values), digits) : "–";
    },
    all: () => Object.fromEntries(kept),
  };
}

const inDigits = (value: number, digits: number) =>
  value.toLocaleString("en-US", { minimumFractionDigits: digits, maximumFractionDigits: digits });
