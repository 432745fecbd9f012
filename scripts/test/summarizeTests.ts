import { relative } from "node:path";

/** What Vitest's JSON report says, as far as it is read here. */
export interface VitestReport {
  success: boolean;
  testResults: {
    name: string;
    status: string;
    assertionResults: { fullName: string; status: string }[];
  }[];
}

export interface TestSummary {
  passed: number;
  failed: number;
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
  const summary: TestSummary = { passed: 0, failed: 0, skipped: new Map(), isFailure: !report.success };
  for (const file of report.testResults) {
    const failedBefore = summary.failed;
    for (const { fullName, status } of file.assertionResults) {
      if (status === "passed") summary.passed++;
      else if (status === "failed") summary.failed++;
      else noteSkipped(summary.skipped, `${relative(root, file.name)} > ${fullName}`);
    }
    if (file.status === "failed" && summary.failed === failedBefore) summary.failed++;
  }
  summary.isFailure ||= summary.failed > 0;
  return summary;
}

function noteSkipped(skipped: TestSummary["skipped"], test: string): void {
  const reason = reasonOf(test);
  skipped.set(reason, [...(skipped.get(reason) ?? []), test]);
}

/** The lines that close a run: every skipped test under what it lacked, then the counts. */
export function summaryLines({ passed, failed, skipped }: TestSummary): string[] {
  const named = [...skipped].flatMap(([reason, tests]) => [
    `skipped (${reason}): ${tests.length}`,
    ...tests.map((test) => `  ${test}`),
  ]);
  const count = [...skipped.values()].flat().length;
  return [...named, `tests: ${passed} passed, ${failed} failed, ${count} skipped`];
}
