import { parseArgs } from "node:util";

export const PARTS = ["form", "login", "home", "detail", "lighthouse", "upload", "resume", "load"] as const;

export type PartName = (typeof PARTS)[number];

export interface BenchOptions {
  /** In the order they run; all of them where none was named. */
  parts: PartName[];
  /** How often each measurement is repeated. */
  runs: number;
  /** Whether the upload part measures 16 GB too. */
  large?: true;
  /** Where tables and samples are written too. */
  json?: string;
}

const RUNS = 5;

/**
 * What the command line asks for: names of parts, `--runs`, `--large` and `--json`.
 *
 * @throws Error naming what is not understood
 */
export function readOptions(args: string[]): BenchOptions {
  const { positionals, values } = parseArgs({
    args,
    allowPositionals: true,
    options: { runs: { type: "string" }, json: { type: "string" }, large: { type: "boolean" } },
  });
  const unknown = positionals.filter((name) => !(PARTS as readonly string[]).includes(name));
  if (unknown.length > 0)
    throw new Error(`There is no part "${unknown.join('", "')}"; the parts are ${PARTS.join(", ")}.`);
  const runs = Number(values.runs ?? RUNS);
  if (!Number.isInteger(runs) || runs < 1) throw new Error("--runs takes a whole number from 1 up.");
  const parts = PARTS.filter((name) => positionals.length === 0 || positionals.includes(name));
  return {
    parts,
    runs,
    ...(values.large && { large: true }),
    ...(values.json !== undefined && { json: values.json }),
  };
}
