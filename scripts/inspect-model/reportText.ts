import type { ModelReport } from "../../src/contract/generated/entities.ts";

/** The report as lines to read. */
export function reportText(report: ModelReport): string {
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
