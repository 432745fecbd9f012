import { describe, expect, it } from "vitest";
import { summarizeTests, summaryLines, type VitestReport } from "../scripts/dev/test/summarizeTests.ts";

const aFile = (name: string, tests: Record<string, string>, status = "passed") => ({
  name: `/project/${name}`,
  status,
  message: status === "failed" ? "Error: cannot be loaded" : "",
  assertionResults: Object.entries(tests).map(([fullName, result]) => ({
    fullName,
    status: result,
    failureMessages: result === "failed" ? ["Error: one is not two\n    at a line"] : [],
  })),
});

const summarize = (testResults: VitestReport["testResults"], success = true) =>
  summarizeTests({ success, testResults }, "/project");

describe("the summary of a test run", () => {
  it("ends with the counts of passed, failed and skipped tests", () => {
    const summary = summarize(
      [aFile("tests/contract/a.test.ts", { one: "passed", two: "passed", three: "failed", four: "skipped" })],
      false,
    );
    expect(summaryLines(summary).at(-1)).toBe("tests: 2 passed, 1 failed, 1 skipped");
    expect(summary.isFailure).toBe(true);
  });

  it("is only the line with the counts if nothing was skipped or failed", () => {
    const summary = summarize([aFile("tests/contract/a.test.ts", { one: "passed" })]);
    expect(summaryLines(summary)).toEqual(["tests: 1 passed, 0 failed, 0 skipped"]);
    expect(summary.isFailure).toBe(false);
  });

  it("counts a file that could not be loaded as one failure", () => {
    const summary = summarize([aFile("tests/server/a.test.ts", {}, "failed")]);
    expect(summary).toMatchObject({
      failed: [{ test: "tests/server/a.test.ts", error: "Error: cannot be loaded" }],
      isFailure: true,
    });
  });

  it("does not count a file in addition to its failed test", () => {
    expect(summarize([aFile("tests/server/a.test.ts", { one: "failed" }, "failed")]).failed).toHaveLength(1);
  });

  it("lists failures with their errors after the skipped tests", () => {
    const summary = summarize([
      aFile("tests/server/a.test.ts", {
        one: "failed",
        "two in pwsh": "skipped",
        "three in pwsh": "skipped",
      }),
    ]);
    expect(summaryLines(summary)).toEqual([
      "skipped (no PowerShell): 2",
      "  tests/server/a.test.ts: 2",
      "failed: tests/server/a.test.ts > one",
      "  Error: one is not two",
      "      at a line",
      "tests: 0 passed, 1 failed, 2 skipped",
    ]);
  });

  it("does not say that Chromium is missing if a step was skipped after a failed one", () => {
    const path = "tests/browser/journey.test.ts";
    const { skipped } = summarize([aFile(path, { one: "passed", two: "failed", three: "skipped" })]);
    expect([...skipped]).toEqual([["after a failed step", [`${path} > three`]]]);
  });

  it("fails if Vitest reports a failure outside any test", () => {
    expect(summarize([aFile("tests/server/a.test.ts", { one: "passed" })], false).isFailure).toBe(true);
  });

  it.each([
    ["tests/browser/journey.test.ts", "a vendor delivers a model", "no Chromium"],
    ["tests/server/stores/recordStore.test.ts", "on PostgreSQL keeps what was saved", "no PostgreSQL"],
    ["tests/browser/uploadScript.test.ts", "runs in PowerShell", "no PowerShell"],
    ["tests/server/uploads/azureStore.test.ts", "stores a block in Azurite", "no Azurite"],
    ["tests/server/uploads/blobServer.test.ts", "takes a file from AzCopy", "no AzCopy"],
    ["tests/server/uploads/blobServer.test.ts", "takes a file from rclone", "no rclone"],
    ["tests/server/scripts/preflight.test.ts", "finds a fault (skipped: no original-awk)", "no such awk"],
    ["tests/contract/wire.test.ts", "holds every field", "reason not in its name"],
  ])("names the program that a skipped test lacks: %s, %s", (file, test, reason) => {
    const { skipped } = summarize([aFile(file, { [test]: "skipped" })]);
    expect([...skipped]).toEqual([[reason, [`${file} > ${test}`]]]);
  });
});
