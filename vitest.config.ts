import { availableParallelism } from "node:os";
import { defineConfig, mergeConfig } from "vitest/config";
import { FileOrder } from "./tests/support/fileOrder.ts";
import portal from "./vite.config.ts";

/** One Vitest project per kind of test, so that each kind gets the surroundings it needs and no more. */
const project = (name: string, overrides: Record<string, unknown> = {}) => ({
  extends: true as const,
  test: { name, include: [`tests/${name}/**/*.test.{ts,tsx}`], environment: "node", ...overrides },
});

/** Dates are text: what reads and writes them has to do the same wherever it runs. */
const DATE_TESTS = ["wire", "check", "metadataYaml", "dateIn"].map(
  (name) => `tests/contract/${name}.test.ts`,
);

/** Each file starts databases of its own, which are gone before compiling their WebAssembly well has paid. */
const COMPILE_ONCE = { execArgv: ["--liftoff-only"] };

export default mergeConfig(
  portal,
  defineConfig({
    test: {
      // Some tests wait for minutes for a process that was killed, and leave their core to one more worker.
      maxWorkers: availableParallelism() + 1,
      sequence: { sequencer: FileOrder },
      // What waits for a process or a screen may be late once on a busy machine; what is broken fails again.
      retry: process.env["CI"] ? 1 : 0,
      projects: [
        project("contract", { env: { TZ: "America/Chicago" }, testTimeout: 20_000, isolate: false }),
        ...["UTC", "Pacific/Apia"].map((zone) => ({
          extends: true as const,
          test: {
            name: `contract in ${zone}`,
            include: DATE_TESTS,
            environment: "node" as const,
            isolate: false,
            env: { TZ: zone },
          },
        })),
        project("portal", {
          environment: "jsdom",
          // A process for each file would load React and MUI anew: two fifths of all that these tests take.
          isolate: false,
          // Elements and styles by the ten thousand: they are dropped before they are moved to where the old ones are.
          execArgv: ["--max-semi-space-size=64"],
          setupFiles: ["tests/support/setupPortal.ts"],
          // react-admin takes the router by this name; by the other, the tests would hold a second copy of it.
          alias: [{ find: /^react-router$/, replacement: "react-router-dom" }],
          testTimeout: 60_000,
        }),
        project("server", {
          ...COMPILE_ONCE,
          globalSetup: ["tests/support/onePostgres.ts", "tests/support/demoData.ts"],
          setupFiles: ["tests/support/setupServer.ts"],
          testTimeout: 180_000,
          hookTimeout: 180_000,
        }),
        project("flows", {
          ...COMPILE_ONCE,
          globalSetup: [
            "tests/support/builtPortal.ts",
            "tests/support/onePostgres.ts",
            "tests/support/demoData.ts",
          ],
          setupFiles: ["tests/support/setupFlows.ts", "tests/support/setupServer.ts"],
          testTimeout: 180_000,
          hookTimeout: 180_000,
        }),
        project("browser", {
          ...COMPILE_ONCE,
          globalSetup: ["tests/support/builtPortal.ts", "tests/support/demoData.ts"],
          testTimeout: 180_000,
          hookTimeout: 180_000,
          // One second, as Vitest has it, is a guess about the machine: a page's own waits have thirty.
          expect: { poll: { timeout: 20_000 } },
        }),
        {
          extends: true as const,
          test: { name: "house", include: ["tests/*.test.ts"], testTimeout: 20_000 },
        },
      ],
    },
  }),
);
