import { parseArgs } from "node:util";

export const PARTS = [
  "form",
  "login",
  "home",
  "detail",
  "lighthouse",
  "upload",
  "browser-upload",
  "resume",
  "load",
  "processing",
  "scale",
  "studio",
] as const;

export type PartName = (typeof PARTS)[number];

export interface BenchOptions {
  /** In the order they run; all parts by default. */
  parts: PartName[];
  runs: number;
  /** Whether the upload parts also measure 16 GB. */
  large?: boolean;
  /** Size of the folder in the browser-upload part. */
  uploadMegabytes?: number;
  /** File for tables and samples. */
  json?: string;
}

const DEFAULT_RUNS = 5;

export function parseBenchOptions(args: string[]): BenchOptions {
  const { positionals, values } = parseArgs({
    args,
    allowPositionals: true,
    options: {
      runs: { type: "string" },
      json: { type: "string" },
      large: { type: "boolean" },
      megabytes: { type: "string" },
    },
  });
  const unknown = positionals.filter((name) => !(PARTS as readonly string[]).includes(name));
  if (unknown.length > 0)
    throw new Error(`Unknown part "${unknown.join('", "')}". Parts: ${PARTS.join(", ")}.`);
  const runs = Number(values.runs ?? DEFAULT_RUNS);
  if (!Number.isInteger(runs) || runs < 1) throw new Error("--runs must be a whole number of 1 or more.");
  const uploadMegabytes = Number(values.megabytes ?? 0);
  if (!Number.isInteger(uploadMegabytes) || uploadMegabytes < 0)
    throw new Error("--megabytes must be a whole number.");
  return {
    parts: PARTS.filter((name) => positionals.length === 0 || positionals.includes(name)),
    runs,
    ...(values.large && { large: true }),
    ...(uploadMegabytes > 0 && { uploadMegabytes }),
    ...(values.json !== undefined && { json: values.json }),
  };
}
