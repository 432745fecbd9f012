import { readdirSync, readFileSync } from "node:fs";
import { posix } from "node:path";

export const PICTURE_FILE = "ARCHITECTURE.md";

const MIN_SHOWN_IMPORTS = 5;

/** The folders of the portal that screens share, each with those of them that it may import. */
export const SHARED_PARTS: Record<string, string[]> = {
  ui: [],
  providers: [],
  form: ["ui"],
  drafts: ["ui", "providers"],
  "record-parts": ["ui", "providers", "form", "drafts"],
  "model-report": ["ui", "providers"],
  "browser-upload": ["ui", "providers", "record-parts", "model-report"],
};

/** May import all screens. Every other folder of the portal is a screen. */
export const SHELL = "shell";

const FRAME = /(<!-- imports -->\n)[^]*?(<!-- \/imports -->)/;

/** The architecture page with a diagram of the current imports. */
export function architecturePage(page = readFileSync(PICTURE_FILE, "utf8")): string {
  const arrows = [...countImports()].filter(([, count]) => count >= MIN_SHOWN_IMPORTS);
  const lines = arrows.map(([pair]) => `  ${pair}`).sort();
  return page.replace(FRAME, `$1\n\`\`\`mermaid\nflowchart LR\n${lines.join("\n")}\n\`\`\`\n\n$2`);
}

/** @returns "from --> to" -> number of imports. Imports of the contract and of top-level files are not counted. */
function countImports(): Map<string, number> {
  const counts = new Map<string, number>();
  for (const file of typeScriptFiles("src")) {
    for (const target of importsOf(file)) {
      const [from, to] = [groupOf(file), groupOf(target)];
      if (from !== to && from && to && !to.endsWith("app"))
        counts.set(`${from} --> ${to}`, (counts.get(`${from} --> ${to}`) ?? 0) + 1);
    }
  }
  return counts;
}

/** `portal.form`, or `portal.app` for the top-level files of a part; undefined for the contract. */
function groupOf(file: string): string | undefined {
  const [root, part = "", folder = "", ...below] = file.split("/");
  if (root !== "src" || part === "contract") return undefined;
  const isScreen = part === "portal" && folder !== SHELL && !(folder in SHARED_PARTS);
  return `${part}.${below.length === 0 ? "app" : isScreen ? "screens" : folder}`;
}

/** All TypeScript files below a folder, with paths from the project folder. */
export const typeScriptFiles = (folder: string): string[] =>
  readdirSync(folder, { recursive: true, encoding: "utf8" })
    .map((name) => posix.join(folder, name))
    .filter((name) => /\.tsx?$/.test(name));

const IMPORTS = {
  fixed: /from\s*"(\.[^"]+)"/g,
  all: /(?:from|import\()\s*"(\.[^"]+)"/g,
  values: /(?:^(?:import|export) (?!type )[^"]*from |^import |import\()\s*"(\.[^"]+)"/gm,
};

/** The project's own files that a file imports; `fixed`: without lazy imports, `values`: without imports of types. */
export const importsOf = (file: string, kind: keyof typeof IMPORTS = "all"): string[] =>
  [...readFileSync(file, "utf8").matchAll(IMPORTS[kind])].map(([, target = ""]) =>
    posix.join(posix.dirname(file), target),
  );
