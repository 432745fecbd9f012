import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";

export interface ProjectCopy {
  folder: string;
  read(file: string): string;
  /** Runs a command in the copy and returns its standard output. */
  run(command: string, ...args: string[]): string;
  /** Files added, changed and removed since the copy was made, except ignored ones. */
  changes(): string[];
  /** Undoes all changes, except in ignored files. */
  restore(): void;
  remove(): void;
}

const LIST_UNIGNORED_FILES = ["ls-files", "--cached", "--others", "--exclude-standard"];
const git = (cwd: string, ...args: string[]) => execFileSync("git", args, { cwd, encoding: "utf8" });
const listUnignoredFiles = (folder: string) =>
  git(folder, ...LIST_UNIGNORED_FILES)
    .split("\n")
    .filter(Boolean);

/** Copies the working tree to a temporary folder that shares the installed packages. */
export function projectCopy(): ProjectCopy {
  const folder = mkdtempSync(join(tmpdir(), "flood-schemas-"));
  const files = listUnignoredFiles(".").filter(
    (file) => existsSync(file) && !file.startsWith("tests/azurite/"),
  );
  for (const file of files) {
    mkdirSync(dirname(join(folder, file)), { recursive: true });
    cpSync(file, join(folder, file));
  }
  symlinkSync(join(process.cwd(), "node_modules"), join(folder, "node_modules"));
  git(folder, "init", "--quiet");
  // .gitignore names a folder, but this is a link.
  writeFileSync(join(folder, ".git/info/exclude"), "node_modules\n");
  git(folder, "add", "--all");
  const read = (file: string) => readFileSync(join(folder, file), "utf8");
  const state = () => new Map(listUnignoredFiles(folder).map((file) => [file, hashOf(join(folder, file))]));
  const before = state();
  return {
    folder,
    read,
    run: (command, ...args) =>
      execFileSync(command, args, {
        cwd: folder,
        encoding: "utf8",
        stdio: "pipe",
        env: { ...process.env, NO_COLOR: "1" },
      }),
    changes() {
      const after = state();
      const all = [...new Set([...before.keys(), ...after.keys()])];
      return all.filter((file) => before.get(file) !== after.get(file)).toSorted();
    },
    restore() {
      git(folder, "checkout", "--quiet", "--", ".");
      git(folder, "clean", "--quiet", "--force", "-d");
    },
    remove: () => rmSync(folder, { recursive: true, force: true }),
  };
}

function hashOf(path: string): string | undefined {
  if (!existsSync(path)) return undefined;
  return createHash("sha256").update(readFileSync(path)).digest("hex");
}
