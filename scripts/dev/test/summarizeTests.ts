import { relative } from "node:path";

/** The parts of Vitest's JSON report that the summary needs. */
export interface VitestReport {
  success: boolean;
  testResults: {
    name: string;
    status: string;
    /** Set if the file could not be loaded. */
    message?: string;
    assertionResults: { fullName: string; status: string; failureMessages?: string[] | null }[];
  }[];
}

export interface TestSummary {
  passed: number;
  /** Each failed test with the first lines of its error. */
  failed: { test: string; error: string }[];
  /** The names of the skipped tests by the reason, mostly the program that they lack. */
  skipped: Map<string, string[]>;
  isFailure: boolean;
}

/** A test that skips itself names the program it lacks in its title or path. All of tests/browser needs Chromium. */
const REASONS: [pattern: RegExp, reason: string][] = [
  [/no bsdtar/i, "no bsdtar"],
  [/no (un)?zip\b/i, "no zip or unzip"],
  [/powershell|pwsh|\.ps1/i, "no PowerShell"],
  [/azurite/i, "no Azurite"],
  [/azcopy/i, "no AzCopy"],
  [/rclone/i, "no rclone"],
  [/shellcheck/i, "no shellcheck"],
  [/\bno \S*awk\b/i, "no such awk"],
  [/postgres/i, "no PostgreSQL"],
  [/chromium|^tests\/browser\//i, "no Chromium"],
];

/** The steps of a journey need each other: its file skips those after a failed one, whatever programs there are. */
function skipReason(test: string, fileHasFailure: boolean): string {
  const reason = REASONS.find(([pattern]) => pattern.test(test))?.[1] ?? "reason not in its name";
  return reason === "no Chromium" && fileHasFailure ? "after a failed step" : reason;
}

/** Counts the tests of a report. A file that could not be loaded counts as one failure. */
export function summarizeTests(report: VitestReport, root: string): TestSummary {
  const summary: TestSummary = { passed: 0, failed: [], skipped: new Map(), isFailure: !report.success };
  for (const file of report.testResults) {
    const path = relative(root, file.name);
    const failuresBefore = summary.failed.length;
    const fileHasFailure = file.assertionResults.some(({ status }) => status === "failed");
    for (const { fullName, status, failureMessages } of file.assertionResults) {
      const test = `${path} > ${fullName}`;
      if (status === "passed") summary.passed++;
      else if (status === "failed")
        summary.failed.push({ test, error: firstLines(failureMessages?.join("\n")) });
      else addSkipped(summary.skipped, test, skipReason(test, fileHasFailure));
    }
    if (file.status === "failed" && summary.failed.length === failuresBefore)
      summary.failed.push({ test: path, error: firstLines(file.message) });
  }
  summary.isFailure ||= summary.failed.length > 0;
  return summary;
}

const firstLines = (error = "") => error.split("\n").slice(0, 8).join("\n");

function addSkipped(skipped: TestSummary["skipped"], test: string, reason: string): void {
  skipped.set(reason, [...(skipped.get(reason) ?? []), test]);
}

/** The last lines of a run: the skipped tests by reason and file, the failures, and the counts in the last line. */
export function summaryLines({ passed, failed, skipped }: TestSummary): string[] {
  const skippedLines = [...skipped].flatMap(([reason, tests]) => [
    `skipped (${reason}): ${tests.length}`,
    ...countPerFile(tests).map(([file, count]) => `  ${file}: ${count}`),
  ]);
  const failureLines = failed.flatMap(({ test, error }) => [
    `failed: ${test}`,
    ...error.split("\n").map((line) => `  ${line}`),
  ]);
  const count = [...skipped.values()].flat().length;
  return [
    ...skippedLines,
    ...failureLines,
    `tests: ${passed} passed, ${failed.length} failed, ${count} skipped`,
  ];
}

function countPerFile(tests: string[]): [file: string, count: number][] {
  const counts = new Map<string, number>();
  for (const test of tests) {
    const file = test.slice(0, test.indexOf(" > "));
    counts.set(file, (counts.get(file) ?? 0) + 1);
  }
  return [...counts];
}
