/** All measured values, by name. */
export interface Samples {
  add(name: string, ...values: number[]): void;
  get(name: string): number[];
  all(): Record<string, number[]>;
}

export function createSamples(): Samples {
  const values = new Map<string, number[]>();
  const get = (name: string) => values.get(name) ?? [];
  return {
    add: (name, ...added) => void values.set(name, [...get(name), ...added]),
    get,
    all: () => Object.fromEntries(values),
  };
}

/** @throws Error without values */
export function median(values: number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  const half = Math.floor(sorted.length / 2);
  const upper = sorted[half];
  if (upper === undefined) throw new Error("Cannot compute the median of no values.");
  return sorted.length % 2 === 1 ? upper : ((sorted[half - 1] ?? upper) + upper) / 2;
}

const percentile = (values: number[], percent: number): number =>
  values.toSorted((a, b) => a - b)[Math.floor((values.length * percent) / 100)] ?? NaN;

export interface Table {
  title: string;
  note?: string;
  columns: string[];
  rows: string[][];
}

interface Row {
  label: string;
  /** The values are the samples "COLUMN KEY". */
  key: string;
  digits?: number;
  /** Shown instead of the median. */
  percent?: number;
}

/**
 * Builds a table of medians.
 *
 * @param columns heading -> prefix of its samples
 */
export function buildTable(
  samples: Samples,
  columns: Record<string, string>,
  { rows, ...table }: { title: string; note?: string; rows: Row[] },
): Table {
  return {
    ...table,
    columns: ["", ...Object.keys(columns)],
    rows: rows.map(({ label, key, digits, percent }) => [
      label,
      ...Object.values(columns).map((prefix) =>
        formatValue(samples.get(`${prefix} ${key}`), digits, percent),
      ),
    ]),
  };
}

/** Formats the median or a percentile; a dash without values. */
export function formatValue(values: number[], digits = 0, percent?: number): string {
  if (values.length === 0) return "–";
  const value = percent === undefined ? median(values) : percentile(values, percent);
  return value.toLocaleString("en-US", { minimumFractionDigits: digits, maximumFractionDigits: digits });
}

/** Formats a table as Markdown with aligned columns. */
export function formatTable({ title, note, columns, rows }: Table): string {
  const escaped = [columns, ...rows].map((row) => row.map((cell) => cell.replaceAll("|", "\\|")));
  const widths = columns.map((_, index) => Math.max(3, ...escaped.map((row) => row[index]?.length ?? 0)));
  const align = (cell: string, index: number) =>
    index === 0 ? cell.padEnd(widths[index]!) : cell.padStart(widths[index]!);
  const formatRow = (cells: string[]) => `| ${cells.join(" | ")} |`;
  const [header, ...body] = escaped.map((row) => formatRow(columns.map((_, i) => align(row[i] ?? "", i))));
  const rule = formatRow(
    widths.map((width, index) => (index === 0 ? "-".repeat(width) : `${"-".repeat(width - 1)}:`)),
  );
  return [`## ${title}`, ...(note ? [note] : []), [header, rule, ...body].join("\n")].join("\n\n");
}
