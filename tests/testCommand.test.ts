import { spawn } from "node:child_process";
import { once } from "node:events";
import { describe, expect, it } from "vitest";
import { endLeftoverProcesses, RUN_VARIABLE } from "../scripts/dev/test/leftoverProcesses.ts";
import { excludeFullOnlyProjects, FULL_ONLY_PROJECTS } from "../scripts/dev/test/projects.ts";
import config from "../vitest.config.ts";

describe("npm test", () => {
  const exclusions = FULL_ONLY_PROJECTS.map((name) => `--project=!${name}`);

  it.each([[[]], [["--coverage"]]])("excludes the projects of the full run: %j", (args) => {
    expect(excludeFullOnlyProjects(args)).toEqual(exclusions);
  });

  it.each([[["tests/flows/review.test.ts"]], [["--project=flows"]]])(
    "excludes no project if files or projects are named: %j",
    (args) => {
      expect(excludeFullOnlyProjects(args)).toEqual([]);
    },
  );

  it("excludes only projects that exist in vitest.config.ts", () => {
    const projects = config.test!.projects as { test: { name: string } }[];
    expect(projects.map(({ test }) => test.name)).toEqual(expect.arrayContaining(FULL_ONLY_PROJECTS));
  });
});

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
