import { spawnSync } from "node:child_process";
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { EXIT_CODES, runCommand } from "../../scripts/lib/command.ts";

const { scripts } = JSON.parse(readFileSync("package.json", "utf8")) as { scripts: Record<string, string> };
const files = Object.entries(scripts).flatMap(([name, line]) => {
  const file = /scripts\/(?:dev\/)?[\w-]+\.ts/.exec(line)?.[0];
  return file ? [[name, file] as const] : [];
});

const TSX = join(process.cwd(), "node_modules/tsx/dist/loader.mjs");
let exitCode: typeof process.exitCode;

beforeEach(() => (exitCode = process.exitCode));
afterEach(() => {
  process.exitCode = exitCode;
  vi.restoreAllMocks();
});

it.each(files)("npm run %s handles --help before it does anything", (_, file) => {
  const text = readFileSync(file, "utf8");
  expect(text).toMatch(/^await runCommand\(USAGE,/m);
  // Any other top-level await would run before --help is handled.
  expect(text.match(/^await /gm)).toHaveLength(1);
});

it.each(["examples", "generate", "validate"])(
  "npm run %s -- --help prints help and writes nothing",
  { timeout: 300_000 },
  (name) => {
    const folder = mkdtempSync(join(tmpdir(), "help-"));
    const script = join(process.cwd(), `scripts/${name}.ts`);
    const run = spawnSync(process.execPath, ["--import", TSX, script, "--help"], {
      cwd: folder,
      encoding: "utf8",
    });
    expect(run.stdout).toMatch(new RegExp(`^npm run ${name}`));
    expect(run.status).toBe(EXIT_CODES.success);
    expect(readdirSync(folder)).toEqual([]);
    rmSync(folder, { recursive: true });
  },
);

it("npm run examples writes nothing to a folder that is not empty", { timeout: 300_000 }, () => {
  const folder = mkdtempSync(join(tmpdir(), "examples-"));
  writeFileSync(join(folder, "mine.txt"), "");
  const run = spawnSync(process.execPath, ["--import", TSX, "scripts/examples.ts", folder], {
    encoding: "utf8",
  });
  expect(run.stderr).toContain("is not empty");
  expect(run.status).toBe(EXIT_CODES.failed);
  expect(readdirSync(folder)).toEqual(["mine.txt"]);
  rmSync(folder, { recursive: true });
});

it.each([
  ["succeeds", () => Promise.resolve(), EXIT_CODES.success],
  ["finds a problem", () => Promise.resolve(EXIT_CODES.problemsFound), EXIT_CODES.problemsFound],
  ["fails", () => Promise.reject(new Error("There is no file.")), EXIT_CODES.failed],
])("sets the exit code of a script that %s and prints no stack", async (_, run, code) => {
  process.exitCode = undefined;
  const printed = vi.spyOn(console, "error").mockImplementation(() => undefined);
  await runCommand("usage", run, []);
  expect(process.exitCode).toBe(code);
  for (const [text] of printed.mock.calls) expect(text).toBe("There is no file.");
});
