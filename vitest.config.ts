import { readdirSync, readFileSync } from "node:fs";
import { defineConfig, mergeConfig } from "vitest/config";
import { fixedSchemas } from "./tests/support/fixedSchemas.ts";
import { WaitingFilesFirst } from "./tests/support/waitingFilesFirst.ts";
import portal from "./vite.config.ts";

/**
 * Server tests that kill processes, fill disks, send thousands of files or run other programs (AzCopy, Azurite, curl,
 * GDAL). Only `npm run test:full` runs them, the browser tests and the flows.
 */
const LONG_TESTS = [
  "tests/{schemaProof,usualEdits}.test.ts",
  "tests/server/install.test.ts",
  "tests/server/mail/killedWhileMailing.test.ts",
  "tests/server/main.test.ts",
  "tests/server/operation/{backup,commands,ending,outage}.test.ts",
  "tests/server/scripts/{resuming,uploadScripts}.test.ts",
  "tests/server/security/eventLoop.test.ts",
  "tests/server/processing/coverage/spatialExtent.test.ts",
  "tests/server/storage/{durability,manyBlobs,realClients}.test.ts",
  "tests/server/uploads/{manyFiles,soak,stories,takeover}.test.ts",
];
/** Server tests that replace modules, which the other files of a shared process would have loaded. */
const MODULE_MOCK_TESTS = readdirSync("tests/server", { encoding: "utf8", recursive: true })
  .filter((name) => name.endsWith(".test.ts"))
  .map((name) => `tests/server/${name.replaceAll("\\", "/")}`)
  .filter((file) => readFileSync(file, "utf8").includes("vi.mock("));
const MAIN_JOURNEY = "tests/browser/journey.test.ts";

/** Of the engine, whose tests must not depend on the fields that the shipped schemas contain. */
const ENGINE_PROJECTS = ["contract", "portal", "server", "module mocks"];

/** One Vitest project per kind of test, each with the environment it needs. */
const project = (name: string, overrides: Record<string, unknown> = {}) => ({
  extends: true as const,
  plugins: ENGINE_PROJECTS.includes(name) ? [fixedSchemas()] : [],
  test: {
    name,
    include: [`tests/${name}/**/*.test.{ts,tsx}`],
    environment: "node",
    // Vitest's default of ten seconds is too short on a busy machine.
    hookTimeout: 300_000,
    ...overrides,
  },
});

/** Date tests run in several time zones: texts must be read and written alike in each. */
const DATE_TESTS = ["wire", "validateEntity", "metadataYaml", "parseDate"].map(
  (name) => `tests/contract/${name}.test.ts`,
);

/** Compiles WebAssembly without optimization: the databases of a test file live too short for it to pay. */
const WITHOUT_WASM_OPTIMIZATION = ["--liftoff-only"];

const serverProject = (name: string, overrides: Record<string, unknown> = {}) =>
  project(name, {
    execArgv: WITHOUT_WASM_OPTIMIZATION,
    globalSetup: ["tests/support/postgresTemplates.ts", "tests/support/embeddedDataFolders.ts"],
    setupFiles: ["tests/support/setupProcesses.ts", "tests/support/setupServer.ts"],
    testTimeout: 300_000,
    ...overrides,
  });

const browserProject = (name: string, overrides: Record<string, unknown> = {}) =>
  project(name, {
    execArgv: WITHOUT_WASM_OPTIMIZATION,
    globalSetup: ["tests/support/builtPortal.ts", "tests/support/embeddedDataFolders.ts"],
    setupFiles: ["tests/support/setupProcesses.ts"],
    testTimeout: 300_000,
    // Vitest's default of one second is too short on a busy machine.
    expect: { poll: { timeout: 60_000 } },
    ...overrides,
  });

export default mergeConfig(
  portal,
  defineConfig({
    test: {
      sequence: { sequencer: WaitingFilesFirst },
      coverage: {
        provider: "v8",
        include: ["src/**/*.{ts,tsx}"],
        exclude: ["src/contract/generated/**"],
        reporter: ["text-summary", "html"],
      },
      projects: [
        project("contract", { env: { TZ: "America/Chicago" }, testTimeout: 300_000, isolate: false }),
        ...["UTC", "Pacific/Apia"].map((zone) => ({
          extends: true as const,
          plugins: [fixedSchemas()],
          test: {
            name: `contract in ${zone}`,
            include: DATE_TESTS,
            environment: "node" as const,
            isolate: false,
            env: { TZ: zone },
          },
        })),
        project("schemas", { testTimeout: 300_000, isolate: false }),
        project("portal", {
          environment: "jsdom",
          // A process for each file would load React and MUI again each time: 40 % of the CPU time of these tests.
          isolate: false,
          // jsdom allocates much at once; a larger young generation collects it before it is copied.
          execArgv: ["--max-semi-space-size=64"],
          setupFiles: ["tests/support/setupPortal.ts"],
          // react-admin imports the router by this name; with the other name, tests would load a second copy of it.
          alias: [{ find: /^react-router$/, replacement: "react-router-dom" }],
          testTimeout: 180_000,
        }),
        // A process for each file would load the server's libraries again each time.
        serverProject("server", { exclude: [...LONG_TESTS, ...MODULE_MOCK_TESTS], isolate: false }),
        serverProject("module mocks", { include: MODULE_MOCK_TESTS, exclude: LONG_TESTS }),
        serverProject("long", {
          include: LONG_TESTS,
          globalSetup: [
            "tests/support/builtPortal.ts",
            "tests/support/postgresTemplates.ts",
            "tests/support/embeddedDataFolders.ts",
          ],
        }),
        serverProject("flows", {
          globalSetup: [
            "tests/support/builtPortal.ts",
            "tests/support/postgresTemplates.ts",
            "tests/support/embeddedDataFolders.ts",
          ],
          setupFiles: [
            "tests/support/setupProcesses.ts",
            "tests/support/setupFlows.ts",
            "tests/support/setupServer.ts",
          ],
        }),
        browserProject("browser", { exclude: [MAIN_JOURNEY] }),
        browserProject("journey", { include: [MAIN_JOURNEY] }),
        project("house", { include: ["tests/*.test.ts"], exclude: LONG_TESTS, testTimeout: 300_000 }),
      ],
    },
  }),
);
