import { defineConfig, mergeConfig } from "vitest/config";
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
      // Vitest leaves a core free, which is half of a small machine.
      maxWorkers: "100%",
      // What waits for a process or a screen may be late once on a busy machine; what is broken fails again.
      retry: process.env["CI"] ? 1 : 0,
      projects: [
        project("contract", { env: { TZ: "America/Chicago" }, testTimeout: 20_000 }),
        ...["UTC", "Pacific/Apia"].map((zone) => ({
          extends: true as const,
          test: {
            name: `contract in ${zone}`,
            include: DATE_TESTS,
            environment: "node" as const,
            env: { TZ: zone },
          },
        })),
        project("portal", {
          environment: "jsdom",
          setupFiles: ["tests/support/setupPortal.ts"],
          // react-admin takes the router by this name; by the other, the tests would hold a second copy of it.
          alias: [{ find: /^react-router$/, replacement: "react-router-dom" }],
          testTimeout: 60_000,
        }),
        project("server", {
          ...COMPILE_ONCE,
          globalSetup: ["tests/support/demoData.ts"],
          setupFiles: ["tests/support/setupServer.ts"],
          testTimeout: 180_000,
          hookTimeout: 180_000,
        }),
        project("flows", {
          ...COMPILE_ONCE,
          globalSetup: ["tests/support/demoData.ts"],
          setupFiles: ["tests/support/setupFlows.ts", "tests/support/setupServer.ts"],
          testTimeout: 180_000,
          hookTimeout: 180_000,
        }),
        project("browser", {
          globalSetup: ["tests/support/demoData.ts"],
          testTimeout: 180_000,
          hookTimeout: 180_000,
          // One second, as Vitest has it, is a guess about the machine: a page's own waits have thirty.
          expect: { poll: { timeout: 20_000 } },
          // After all others, of which some keep a core busy for minutes.
          sequence: { groupOrder: 1 },
        }),
        {
          extends: true as const,
          test: { name: "house", include: ["tests/*.test.ts"], testTimeout: 20_000 },
        },
      ],
    },
  }),
);
