export interface Table {
  title: string;
  /** How the numbers came about. */
  note?: string;
  columns: string[];
  rows: string[][];
}

/** A table in Markdown: its title, its note, and its rows, the columns padded so that it reads well as it is. */
export function markdownOf({ title, note, columns, rows }: Table): string {
  const all = [columns, ...rows].map((row) => row.map((cell) => cell.replaceAll("|", "\\|")));
  const widths = columns.map((_, at) => Math.max(3, ...all.map((row) => row[at]?.length ?? 0)));
  const line = (row: string[]) =>
    `| ${widths.map((width, at) => pad(row[at] ?? "", width, at)).join(" | ")} |`;
  const rule = `| ${widths.map((width, at) => (at === 0 ? "-".repeat(width) : `${"-".repeat(width - 1)}:`)).join(" | ")} |`;
  const [head = [], ...body] = all;
  return [`## ${title}`, ...(note ? [note] : []), [line(head), rule, ...body.map(line)].join("\n")].join(
    "\n\n",
  );
}

/** The first column is words, the others are numbers. */
const pad = (cell: string, width: number, at: number) =>
  at === 0 ? cell.padEnd(width) : cell.padStart(width);
