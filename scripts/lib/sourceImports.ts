import { readdirSync, readFileSync } from "node:fs";
import { posix } from "node:path";

/** Every TypeScript file of a folder and below, by its path from the project's root. */
export const typeScriptFiles = (folder: string): string[] =>
  readdirSync(folder, { recursive: true, encoding: "utf8" })
    .map((name) => posix.join(folder, name))
    .filter((name) => /\.tsx?$/.test(name));

const IMPORTS = { fixed: /from\s*"(\.[^"]+)"/g, all: /(?:from|import\()\s*"(\.[^"]+)"/g };

/** The project's own files that a file imports; `fixed`: without what it fetches only when it is shown. */
export const importsOf = (file: string, kind: keyof typeof IMPORTS = "all"): string[] =>
  [...readFileSync(file, "utf8").matchAll(IMPORTS[kind])].map(([, target = ""]) =>
    posix.join(posix.dirname(file), target),
  );
