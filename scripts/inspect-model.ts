import { parseArgs } from "node:util";
import type { ModelReport } from "../src/contract/generated/entities.ts";
import { buildModelReport } from "../src/contract/models/buildModelReport.ts";
import { openModel } from "./inspect-model/openModel.ts";
import { exitOnClosedPipe, EXIT_CODES, type ExitCode, runCommand } from "./lib/command.ts";

const USAGE = `npm run inspect-model -- FOLDER|ZIP [--json]
Reads a model where it lies and says what its files state: software, plans, geometries, and whether every file they
refer to is there. --json prints the report as the portal serves it (schemas/model-report.schema.json).
Exit code 0: nothing is missing; 1: something is; 2: it could not be read.`;

async function main(args: string[]): Promise<ExitCode> {
  const { values, positionals } = parseArgs({
    args,
    allowPositionals: true,
    options: { json: { type: "boolean" } },
  });
  const [place, ...others] = positionals;
  if (!place || others.length > 0) throw new Error(USAGE);
  const report = await buildModelReport(await openModel(place));
  console.log(values.json ? JSON.stringify(report, null, 2) : reportText(report));
  return report.findings.some(({ severity }) => severity === "missing")
    ? EXIT_CODES.problemsFound
    : EXIT_CODES.success;
}

/** The report as lines to read. */
function reportText(report: ModelReport): string {
  const { totals } = report;
  return [
    ...report.software.map(({ name, version, otherVersions, files, isRead }) => {
      const others = otherVersions.length > 0 ? ` (also ${otherVersions.join(", ")})` : "";
      return `${name} ${version ?? ""}${others}: ${files} files${isRead ? "" : ", recognised, not read"}`;
    }),
    ...report.projects.map(
      ({ path, title, units, coordinateSystem }) =>
        `Project   ${path}: ${[title, units, coordinateSystem].filter(Boolean).join(" | ")}`,
    ),
    ...report.plans.map(({ path, title, start, end, result, isCurrent }) => {
      const when = start && end ? `${start} to ${end}` : undefined;
      const run = result && `result ${result}`;
      return `Plan      ${path}: ${[title, when, run, isCurrent && "current"].filter(Boolean).join(" | ")}`;
    }),
    ...report.geometries.map(({ path, title, dimensions, counts }) => {
      const counted = counts.map(({ what, count }) => `${count} ${what}`).join(", ");
      return `Geometry  ${path}: ${[title, dimensions, counted].filter(Boolean).join(" | ")}`;
    }),
    ...report.references
      .filter(({ state }) => state !== "found")
      .map(({ from, kind, target, state, found, isOptional }) => {
        const where = found === undefined ? "" : ` -> ${found}`;
        return `Reference ${state}${isOptional ? " (optional)" : ""}: ${from}: ${kind} ${target}${where}`;
      }),
    ...report.findings.map(({ severity, text }) => `${severity.toUpperCase()}: ${text}`),
    `${totals.files} files, ${totals.recognised} of model programs, ${totals.read} read, ${totals.unreadable} unreadable. ` +
      `${totals.references} references: ${totals.found} found, ${totals.capitals} under other capitals, ` +
      `${totals.elsewhere} elsewhere, ${totals.missing} missing, ${totals.missingOptional} missing but optional, ` +
      `${totals.outside} outside.`,
  ].join("\n");
}

exitOnClosedPipe();
// Of a forged HDF file the reader's own promises are rejected, some of them where nobody waits.
process.on("unhandledRejection", () => undefined);
await runCommand(USAGE, main);
