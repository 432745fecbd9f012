import type { ModelReport } from "../generated/entities.ts";

export interface ReportChange {
  label: string;
  before: string;
  after: string;
}

export interface ReportComparison {
  /** Facts that differ. */
  changes: ReportChange[];
  newFindings: string[];
  goneFindings: string[];
  /** Whether the model and its coverage geodatabase cover the same area as before. */
  isSameArea: boolean;
}

export function compareReports(before: ModelReport, after: ModelReport): ReportComparison {
  const [oldFacts, newFacts] = [listFacts(before), listFacts(after)];
  const labels = [...new Set([...oldFacts.keys(), ...newFacts.keys()])];
  const [oldFindings, newFindings] = [listFindings(before), listFindings(after)];
  return {
    changes: labels
      .map((label) => ({
        label,
        before: oldFacts.get(label) ?? "none",
        after: newFacts.get(label) ?? "none",
      }))
      .filter((change) => change.before !== change.after),
    newFindings: newFindings.filter((text) => !oldFindings.includes(text)),
    goneFindings: oldFindings.filter((text) => !newFindings.includes(text)),
    isSameArea: JSON.stringify(pickArea(before)) === JSON.stringify(pickArea(after)),
  };
}

/** By label, in display order. */
function listFacts({ software, plans, geometries, flows, totals }: ModelReport): Map<string, string> {
  const names = software.map(({ name, version }) => [name, version].filter(Boolean).join(" "));
  const counts = new Map<string, number>();
  for (const { what, count } of [...geometries, ...flows].flatMap((part) => part.counts))
    counts.set(what, (counts.get(what) ?? 0) + count);
  const numbers: [string, number][] = [
    ["plans", plans.length],
    ["geometries", geometries.length],
    ["flow files", flows.length],
    ...counts,
    ["file references found", totals.found],
    ["missing file references", totals.missing],
    ["files that could not be read", totals.unreadable],
  ];
  return new Map([
    ["software", names.join(", ") || "none"],
    ...numbers.map(([label, count]): [string, string] => [label, count.toLocaleString("en-US")]),
  ]);
}

/** Without notes. */
const listFindings = ({ findings }: ModelReport): string[] => [
  ...new Set(findings.filter(({ severity }) => severity !== "note").map(({ text }) => text)),
];

const pickArea = ({ footprint, coverage }: ModelReport) => [footprint ?? null, coverage ?? null];
