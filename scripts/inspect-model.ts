import { parseArgs } from "node:util";
import type { ModelReport } from "../src/contract/generated/entities.ts";
import {
  inspectLocalModel,
  isModelComplete,
  type LocalModelCheck,
} from "../src/contract/models/sources/localModel.ts";
import { loadExpectedRecord } from "./inspect-model/loadExpectedRecord.ts";
import { openModel } from "./inspect-model/openModel.ts";
import { exitOnClosedPipe, EXIT_CODES, type ExitCode, runCommand } from "./lib/command.ts";
import { formatCount } from "./lib/formatCount.ts";

const USAGE = `npm run inspect-model -- FOLDER|ZIP [--metadata FILE] [--json]
Checks the folder layout and reports the model's software, plans and geometries, and files that are referenced but missing.

--metadata  the record's metadata file from the portal; by default, the one in the model
--json      print the report as the portal's API returns it (schemas/model-report.schema.json)

Exit code: 0 nothing is missing and every file was read, 1 otherwise, 2 could not read the model.`;

async function inspectModel(args: string[]): Promise<ExitCode> {
  const { values, positionals } = parseArgs({
    args,
    allowPositionals: true,
    options: { json: { type: "boolean" }, metadata: { type: "string" } },
  });
  const [path, ...others] = positionals;
  if (!path || others.length > 0) throw new Error(USAGE);
  const model = await openModel(path);
  const check = await inspectLocalModel(model, await loadExpectedRecord(model, values.metadata));
  console.log(values.json ? JSON.stringify(check.report, null, 2) : formatCheck(check));
  return isModelComplete(check) ? EXIT_CODES.success : EXIT_CODES.problemsFound;
}

const LAYOUT_NOT_CHECKED =
  "ERROR: The model has no metadata file that can be read, so its folder layout was not checked. " +
  "Download the file from the record's upload instructions and put it into the model folder.";

function formatCheck({ report, diagnostics }: LocalModelCheck): string {
  const layout = diagnostics?.map(({ severity, text }) => `${severity.toUpperCase()}: ${text}`);
  return [...(layout ?? [LAYOUT_NOT_CHECKED]), formatReport(report)].join("\n");
}

function formatReport(report: ModelReport): string {
  const { totals } = report;
  return [
    ...report.software.map(({ name, version, otherVersions, files, isRead }) => {
      const others = otherVersions.length > 0 ? ` (also ${otherVersions.join(", ")})` : "";
      return `${name} ${version ?? ""}${others}: ${formatCount(files, "file")}${isRead ? "" : ", recognized but not read"}`;
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
      const countList = counts.map(({ what, count }) => `${count} ${what}`).join(", ");
      return `Geometry  ${path}: ${[title, dimensions, countList].filter(Boolean).join(" | ")}`;
    }),
    ...report.references
      .filter(({ state }) => state !== "found")
      .map(({ from, kind, target, state, found, isOptional }) => {
        const where = found === undefined ? "" : ` -> ${found}`;
        return `Reference ${state}${isOptional ? " (optional)" : ""}: ${from}: ${kind} ${target}${where}`;
      }),
    ...report.findings.map(({ severity, text }) => `${severity.toUpperCase()}: ${text}`),
    `${formatCount(totals.files, "file")}, ${totals.recognised} from model programs, ${totals.read} read, ${totals.unread} not read or only in part, ${totals.unreadable} unreadable. ` +
      `${formatCount(totals.references, "reference")}: ${totals.found} found, ${totals.capitals} with different upper/lower case, ` +
      `${totals.elsewhere} in another folder, ${totals.missing} missing, ${totals.missingOptional} missing but optional, ` +
      `${totals.outside} outside the model.`,
  ].join("\n");
}

exitOnClosedPipe();
// With a damaged HDF file, the HDF reader rejects promises that no code awaits.
process.on("unhandledRejection", () => undefined);
await runCommand(USAGE, inspectModel);
