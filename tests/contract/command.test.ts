import { spawnSync } from "node:child_process";
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { command, EXIT } from "../../scripts/lib/command.ts";

const { scripts } = JSON.parse(readFileSync("package.json", "utf8")) as { scripts: Record<string, string> };
const files = Object.entries(scripts).flatMap(([name, line]) => {
  const file = /scripts\/[\w-]+\.ts/.exec(line)?.[0];
  return file ? [[name, file] as const] : [];
});

const TSX = join(process.cwd(), "node_modules/tsx/dist/loader.mjs");
let exitCode: typeof process.exitCode;

beforeEach(() => (exitCode = process.exitCode));
afterEach(() => {
  process.exitCode = exitCode;
  vi.restoreAllMocks();
});

it.each(files)("npm run %s tells how it is used before it does anything", (_, file) => {
  const text = readFileSync(file, "utf8");
  expect(text).toMatch(/^await command\(USAGE,/m);
  // What stands outside the command runs before --help is looked at.
  expect(text.match(/^await /gm)).toHaveLength(1);
});

it.each(["examples", "generate", "validate"])(
  "npm run %s -- --help prints help and writes nothing",
  { timeout: 60_000 },
  (name) => {
    const folder = mkdtempSync(join(tmpdir(), "help-"));
    const script = join(process.cwd(), `scripts/${name}.ts`);
    const run = spawnSync(process.execPath, ["--import", TSX, script, "--help"], {
      cwd: folder,
      encoding: "utf8",
    });
    expect(run.stdout).toMatch(new RegExp(`^npm run ${name}`));
    expect(run.status).toBe(EXIT.well);
    expect(readdirSync(folder)).toEqual([]);
    rmSync(folder, { recursive: true });
  },
);

it("writes no examples into a folder that holds something", { timeout: 60_000 }, () => {
  const folder = mkdtempSync(join(tmpdir(), "examples-"));
  writeFileSync(join(folder, "mine.txt"), "");
  const run = spawnSync(process.execPath, ["--import", TSX, "scripts/examples.ts", folder], {
    encoding: "utf8",
  });
  expect(run.stderr).toContain("is not empty");
  expect(run.status).toBe(EXIT.failed);
  expect(readdirSync(folder)).toEqual(["mine.txt"]);
  rmSync(folder, { recursive: true });
});

it.each([
  ["is well", () => Promise.resolve(), EXIT.well],
  ["found something", () => Promise.resolve(EXIT.found), EXIT.found],
  ["could do nothing", () => Promise.reject(new Error("There is no file.")), EXIT.failed],
])("ends a script that %s with its exit code, and with no stack", async (_, run, code) => {
  process.exitCode = undefined;
  const told = vi.spyOn(console, "error").mockImplementation(() => undefined);
  await command("usage", run, []);
  expect(process.exitCode).toBe(code);
  for (const [text] of told.mock.calls) expect(text).toBe("There is no file.");
});
