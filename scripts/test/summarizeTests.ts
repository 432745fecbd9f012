import { relative } from "node:path";

/** What Vitest's JSON report says, as far as it is read here. */
export interface VitestReport {
  success: boolean;
  testResults: {
    name: string;
    status: string;
    /** Why the file could not be loaded, where that is so. */
    message?: string;
    assertionResults: { fullName: string; status: string; failureMessages?: string[] | null }[];
  }[];
}

export interface TestSummary {
  passed: number;
  /** What failed, each with the first lines of its error. */
  failed: { test: string; error: string }[];
  /** The names of the skipped tests, by reason: what the machine lacks for them. */
  skipped: Map<string, string[]>;
  isFailure: boolean;
}

/**
 * What a test may need from the machine, and how its name or path says so: a test that skips itself for want
 * of a program names that program. All of tests/browser needs Chromium.
 */
const needs: [RegExp, string][] = [
  [/powershell|pwsh|\.ps1/i, "no PowerShell"],
  [/azurite/i, "no Azurite"],
  [/azcopy/i, "no AzCopy"],
  [/rclone/i, "no rclone"],
  [/shellcheck/i, "no shellcheck"],
  [/\bno \S*awk\b/i, "no such awk"],
  [/postgres/i, "no PostgreSQL"],
  [/chromium|^tests\/browser\//i, "no Chromium"],
];

const reasonOf = (test: string) => needs.find(([sign]) => sign.test(test))?.[1] ?? "reason not in its name";

/** Counts a report. A file that failed without a single failed test (it could not be loaded) is one failure. */
export function summarizeTests(report: VitestReport, root: string): TestSummary {
  const summary: TestSummary = { passed: 0, failed: [], skipped: new Map(), isFailure: !report.success };
  for (const file of report.testResults) {
    const path = relative(root, file.name);
    const failedBefore = summary.failed.length;
    for (const { fullName, status, failureMessages } of file.assertionResults) {
      const test = `${path} > ${fullName}`;
      if (status === "passed") summary.passed++;
      else if (status === "failed")
        summary.failed.push({ test, error: firstLines(failureMessages?.join("\n")) });
      else noteSkipped(summary.skipped, test);
    }
    if (file.status === "failed" && summary.failed.length === failedBefore)
      summary.failed.push({ test: path, error: firstLines(file.message) });
  }
  summary.isFailure ||= summary.failed.length > 0;
  return summary;
}

const firstLines = (error = "") => error.split("\n").slice(0, 8).join("\n");

function noteSkipped(skipped: TestSummary["skipped"], test: string): void {
  const reason = reasonOf(test);
  skipped.set(reason, [...(skipped.get(reason) ?? []), test]);
}

/**
 * The lines that close a run: how many tests of which file were skipped for want of what; what failed, last, since
 * the end of a long output is all that is kept of it in places; then the counts.
 */
export function summaryLines({ passed, failed, skipped }: TestSummary): string[] {
  const left = [...skipped].flatMap(([reason, tests]) => [
    `skipped (${reason}): ${tests.length}`,
    ...perFile(tests).map(([file, count]) => `  ${file}: ${count}`),
  ]);
  const faults = failed.flatMap(({ test, error }) => [
    `failed: ${test}`,
    ...error.split("\n").map((line) => `  ${line}`),
  ]);
  const count = [...skipped.values()].flat().length;
  return [...left, ...faults, `tests: ${passed} passed, ${failed.length} failed, ${count} skipped`];
}

function perFile(tests: string[]): [file: string, count: number][] {
  const counts = new Map<string, number>();
  for (const test of tests) {
    const file = test.slice(0, test.indexOf(" > "));
    counts.set(file, (counts.get(file) ?? 0) + 1);
  }
  return [...counts];
}
