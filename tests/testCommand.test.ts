import { execFile, spawn } from "node:child_process";
import { once } from "node:events";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { promisify } from "node:util";
import { describe, expect, it } from "vitest";
import { endLeftoverProcesses, RUN_VARIABLE } from "../scripts/dev/test/leftoverProcesses.ts";
import { FULL_ONLY_PROJECTS, selectProjects } from "../scripts/dev/test/projects.ts";

const VITEST = join(dirname(createRequire(import.meta.url).resolve("vitest/package.json")), "vitest.mjs");

describe("npm test", () => {
  it.each([[[]], [["--coverage"]]])("runs all projects but those of the full run: %j", async (args) => {
    const all = await listProjects([]);
    expect(all).toEqual(expect.arrayContaining(FULL_ONLY_PROJECTS));
    expect(await listProjects(selectProjects(args))).toEqual(
      all.filter((name) => !FULL_ONLY_PROJECTS.includes(name)),
    );
  });

  it.each([[["tests/flows/review.test.ts"]], [["--project=flows"]]])(
    "selects no projects if files or projects are named: %j",
    (args) => {
      expect(selectProjects(args)).toEqual([]);
    },
  );
});

/** The projects whose tests Vitest would run. */
async function listProjects(options: string[]): Promise<string[]> {
  const list = [VITEST, "list", "--filesOnly", "--json", ...options];
  const { stdout } = await promisify(execFile)(process.execPath, list);
  const files = JSON.parse(stdout) as { projectName: string }[];
  return [...new Set(files.map(({ projectName }) => projectName))].sort();
}

describe("the end of a test run", () => {
  it(
    "kills processes that were left running, and returns their command lines",
    { skip: process.platform !== "linux" },
    async () => {
      const runId = `of this test ${process.pid}`;
      const server = spawn(process.execPath, ["-e", "setInterval(() => {}, 1000)"], {
        env: { ...process.env, [RUN_VARIABLE]: runId },
      });
      const exit = once(server, "exit");
      await once(server, "spawn");
      expect(await endLeftoverProcesses(runId, 0)).toEqual([
        `${server.pid} ${process.execPath} -e setInterval(() => {}, 1000)`,
      ]);
      expect(await exit).toEqual([null, "SIGKILL"]);
      expect(await endLeftoverProcesses(runId, 0)).toEqual([]);
    },
  );
});
