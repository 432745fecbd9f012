import { spawnSync } from "node:child_process";
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join, posix } from "node:path";
import { createVitest, type Vitest } from "vitest/node";
import { EXIT_CODES, runCommand } from "../lib/command.ts";
import { projectCopy } from "./lib/projectCopy.ts";
import { exitOnSignals } from "./lib/temporaryFolder.ts";
import { listMutants, pickRandom, type Mutant } from "./mutate/mutants.ts";
import { createTestFinder } from "./mutate/nearestTests.ts";

const USAGE = `npm run mutate -- [COUNT] [SEED]

Changes COUNT random places (default 60) of the logic in src/, one at a time, in a copy of the project, and runs the
tests of "npm test" that import the changed file, the nearest first, until one fails. Lists the mutants that no test
detects. Fails if fewer than 90 % are detected.`;

const MIN_DETECTED_SHARE = 0.9;
const PROJECTS = ["contract", "portal", "server", "module mocks"];
const TEST_FOLDERS = ["tests/contract", "tests/portal", "tests/server"];
/** Most mutants fail one of the nearest test files; only the rest must run all that are related. */
const ROUNDS: [from: number, to: number][] = [
  [0, 4],
  [4, 20],
  [20, Infinity],
];
/** A mutant may loop. */
const MAX_RUN_MS = 20 * 60_000;

/** Logic files: the demo data and the generated code contain none. */
const listLogicFiles = (): string[] =>
  readdirSync("src", { recursive: true, encoding: "utf8" })
    .map((name) => posix.join("src", name))
    .filter((file) => /\.tsx?$/.test(file) && !/\/(generated|seed)\//.test(file));

/** One Vitest for all mutants: its start and the databases of the server tests take longer than most tests. */
const startVitest = async (folder: string): Promise<Vitest> => {
  const vitest = await createVitest("test", {
    root: folder,
    watch: false,
    project: PROJECTS,
    bail: 1,
    maxWorkers: 1,
    reporters: [{}],
  });
  await vitest.standalone();
  return vitest;
};

/** Returns what failed first, undefined if all tests passed. */
async function findFailure(vitest: Vitest, tests: string[]): Promise<string | undefined> {
  if (tests.length === 0) return undefined;
  const timer = setTimeout(killWorkers, MAX_RUN_MS);
  const specifications = await vitest.globTestSpecifications(tests);
  const { testModules, unhandledErrors } = await vitest.runTestSpecifications(specifications);
  clearTimeout(timer);
  // Vitest returns the modules of earlier runs too.
  const failed = testModules.find(
    (module) => tests.includes(module.relativeModuleId) && module.state() === "failed",
  );
  return failed?.relativeModuleId ?? (unhandledErrors.length > 0 ? "an error outside any test" : undefined);
}

const describe = ({ file, line, before, after }: Mutant) =>
  `${file}:${line}  ${before}  ->  ${after || "(removed)"}`;

const killWorkers = () =>
  spawnSync("pkill", ["-KILL", "-P", String(process.pid), "-f", "vitest/dist/workers"]);

await runCommand(USAGE, async ([count = "60", seed = String(Date.now() % 1_000_000)]) => {
  exitOnSignals();
  const all = listLogicFiles().flatMap((file) => listMutants(file, readFileSync(file, "utf8")));
  const sample = pickRandom(all, Number(count), Number(seed));
  console.log(`${sample.length} of ${all.length} mutants, seed ${seed}`);
  const findTests = createTestFinder(TEST_FOLDERS);
  const copy = projectCopy();
  process.once("exit", () => copy.remove());
  process.chdir(copy.folder);
  const vitest = await startVitest(copy.folder);

  const apply = (file: string, text: string) => {
    const path = join(copy.folder, file);
    writeFileSync(path, text);
    vitest.invalidateFile(path);
  };
  const runTests = async ({ file, text }: Mutant, tests: string[]) => {
    const original = copy.read(file);
    apply(file, text);
    const failure = await findFailure(vitest, tests);
    apply(file, original);
    return failure;
  };
  let undetected: Mutant[] = sample;
  for (const [from, to] of ROUNDS) {
    const survivors: Mutant[] = [];
    for (const mutant of undetected) {
      const failure = await runTests(mutant, findTests(mutant.file).slice(from, to));
      if (failure) console.log(`detected  ${describe(mutant)}  (${failure})`);
      else survivors.push(mutant);
    }
    undetected = survivors;
    console.log(`${sample.length - undetected.length} detected by the ${to} nearest test files`);
  }
  for (const mutant of undetected) console.log(`SURVIVED  ${describe(mutant)}`);
  const detected = sample.length - undetected.length;
  await vitest.close();
  console.log(`${detected} of ${sample.length} mutants detected`);
  return detected >= MIN_DETECTED_SHARE * sample.length ? EXIT_CODES.success : EXIT_CODES.problemsFound;
});
