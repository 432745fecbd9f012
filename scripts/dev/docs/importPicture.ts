import { readdirSync, readFileSync } from "node:fs";
import { posix } from "node:path";

export const PICTURE_FILE = "ARCHITECTURE.md";

/** Fewer imports than these between two groups are left out: the picture shows what leans on what. */
const FEWEST = 5;

/** Folders of the portal that screens share; the others are screens, one box together. */
const SHARED = ["form", "model-report", "providers", "shell", "ui"];

const FRAME = /(<!-- imports -->\n)[^]*?(<!-- \/imports -->)/;

/** The page on the architecture with its picture as the imports of src/ are now. */
export function architecturePage(page = readFileSync(PICTURE_FILE, "utf8")): string {
  const arrows = [...importsBetween()].filter(([, count]) => count >= FEWEST).map(([pair]) => `  ${pair}`);
  const lines = arrows.sort();
  return page.replace(FRAME, `$1\n\`\`\`mermaid\nflowchart LR\n${lines.join("\n")}\n\`\`\`\n\n$2`);
}

/** "from --> to" -> how many imports, by the groups of files. What all lean on is no arrow: contract and top files. */
function importsBetween(): Map<string, number> {
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

/** `portal.form`, or `portal.app` for the files at the top of a part; undefined for what all lean on. */
function groupOf(file: string): string | undefined {
  const [root, part = "", folder = "", ...below] = file.split("/");
  if (root !== "src" || part === "contract") return undefined;
  const name = part === "portal" && !SHARED.includes(folder) ? "screens" : folder;
  return `${part}.${below.length === 0 ? "app" : name}`;
}

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
