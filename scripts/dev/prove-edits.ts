import { existsSync } from "node:fs";
import { join } from "node:path";
import { EXIT_CODES, runCommand } from "../lib/command.ts";
import { projectCopy, type ProjectCopy } from "./lib/projectCopy.ts";
import { exitOnSignals } from "./lib/temporaryFolder.ts";
import { SINGLE_EDITS } from "./prove-edits/singleEdits.ts";

const NAMES = Object.keys(SINGLE_EDITS);

const USAGE = `npm run prove-edits -- [--all] [EDIT...]

Makes usual edits of schemas, one at a time, in a copy of the project. After each it runs "npm run generate" and the tests
that read schemas. Prints which edits fail a test. Without names, it makes all edits:
${NAMES.map((name) => `  ${JSON.stringify(name)}`).join("\n")}

--all  also runs the slow tests, which check copies of the fixed schemas

Exit code: 0 no edit fails a test, 1 some do, 2 could not run.`;

const PROJECTS = ["contract", "schemas", "house"].map((name) => `--project=${name}`);
const TESTS = ["tests/contract/", "tests/schemas/", "tests/fieldNames.test.ts", "tests/documents.test.ts"];
const SLOW_TESTS = ["vocabulary", "schemaStudio", "schemaDiff", "validate", "ruleCases"].map(
  (name) => `tests/contract/${name}.test.ts`,
);
/** The first two take long, and are the same for every schema. The others read no schema. */
const OTHER_TESTS = [
  ...["ruleExamples", "generateCommand"].map((name) => `tests/schemas/${name}.test.ts`),
  ...["models", "uploads", "zip"].map((folder) => `tests/contract/${folder}/**`),
];
const REPORT = "prove-edits-report.json";

interface Report {
  testResults: { name: string; message: string; assertionResults: { status: string; fullName: string }[] }[];
}

function listFailures(copy: ProjectCopy): string[] {
  const { testResults } = JSON.parse(copy.read(REPORT)) as Report;
  return testResults.flatMap(({ name, message, assertionResults }) => {
    const failed = assertionResults.filter(({ status }) => status === "failed");
    const titles = failed.length > 0 ? failed.map(({ fullName }) => fullName) : message ? [message] : [];
    return titles.map((title) => `${name.slice(name.indexOf("/tests/") + 1)}: ${title}`);
  });
}

/** @returns what failed */
function proveEdit(copy: ProjectCopy, name: string, excluded: string[]): string[] {
  SINGLE_EDITS[name]!(copy.folder);
  try {
    copy.run("npm", "run", "generate");
  } catch (error) {
    return [(error as { stderr: string }).stderr.trim()];
  }
  try {
    const exclusions = excluded.map((pattern) => `--exclude=${pattern}`);
    const reporter = ["--reporter=json", `--outputFile=${REPORT}`];
    copy.run("npx", "vitest", "run", "--bail=3", ...reporter, ...PROJECTS, ...exclusions, ...TESTS);
    return [];
  } catch (error) {
    if (!existsSync(join(copy.folder, REPORT))) throw error;
    return listFailures(copy);
  }
}

await runCommand(USAGE, async (args) => {
  const names = args.filter((arg) => arg !== "--all");
  const excluded = args.includes("--all") ? OTHER_TESTS : [...OTHER_TESTS, ...SLOW_TESTS];
  const unknown = names.filter((name) => !NAMES.includes(name));
  if (unknown.length > 0) throw new Error(`Unknown edit: ${unknown.join(", ")}\n\n${USAGE}`);
  exitOnSignals();
  const copy = projectCopy();
  process.once("exit", () => copy.remove());
  let failedCount = 0;
  for (const name of names.length > 0 ? names : NAMES) {
    const startedAt = performance.now();
    const failures = proveEdit(copy, name, excluded);
    const seconds = ((performance.now() - startedAt) / 1000).toFixed(0).padStart(4);
    console.log(`${name.padEnd(40)} ${seconds} s  ${failures.length === 0 ? "passes" : "FAILS"}`);
    for (const failure of failures) console.log(`  ${failure.replaceAll("\n", "\n  ")}`);
    if (failures.length > 0) failedCount += 1;
    copy.restore();
  }
  return failedCount > 0 ? EXIT_CODES.problemsFound : EXIT_CODES.success;
});
