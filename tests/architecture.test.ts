import { readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { describe, expect, it } from "vitest";
import {
  architecturePage,
  importsOf,
  PICTURE_FILE,
  SHARED_PARTS,
  SHELL,
  typeScriptFiles,
} from "../scripts/dev/docs/importPicture.ts";

/** Allowed imports of each part of src/, besides itself and packages. */
const PARTS: Record<string, string[]> = {
  contract: [],
  portal: ["contract"],
  "blob-store": [],
  server: ["contract", "blob-store"],
};

/** Folders of the server, from the lowest layer. A folder may import from lower layers only. */
const SERVER_LAYERS = [
  ["database", "storage"],
  ["stores"],
  ["auth", "jobs", "mail", "processing"],
  ["uploads"],
  ["records"],
  ["background"],
  ["seed"],
  ["openapi"],
  ["metrics", "routes", "site"],
];

const files = typeScriptFiles("src");

/** The files of src/ that a file imports. */
const sourcesOf = (file: string) => importsOf(file).filter((target) => target.startsWith("src/"));

const partOf = (path: string) => path.split("/")[1] ?? "";
/** The folder of a file in the portal; undefined for top-level files, which all folders share. */
const portalPartOf = (path: string) => /^src\/portal\/([^/]+)\//.exec(path)?.[1];

/** The layer of a file in the server; undefined for top-level files, which all folders share. */
function serverLayerOf(path: string): number | undefined {
  const [, folder] = /^src\/server\/([^/]+)\//.exec(path) ?? [];
  if (folder === undefined) return undefined;
  const layer = SERVER_LAYERS.findIndex((folders) => folders.includes(folder));
  if (layer < 0) throw new Error(`${path}: add its folder to SERVER_LAYERS`);
  return layer;
}

const folderOf = (path: string) => path.split("/").slice(0, 3).join("/");

describe.each(files)("%s", (file) => {
  it("imports only from lower layers of the server", () => {
    const own = serverLayerOf(file);
    if (own === undefined) return;
    const others = sourcesOf(file).filter((target) => folderOf(target) !== folderOf(file));
    const tooHigh = others.filter((target) => (serverLayerOf(target) ?? -1) >= own);
    expect(tooHigh, "Move what both need to a lower layer of SERVER_LAYERS").toEqual([]);
  });

  it("imports only from allowed parts of src/", () => {
    const others = sourcesOf(file).filter((target) => partOf(target) !== partOf(file));
    const allowed = PARTS[partOf(file)] ?? [];
    const forbidden = others.filter((target) => !allowed.includes(partOf(target)));
    expect(forbidden, `May import from: ${allowed.join(", ") || "no other part"}`).toEqual([]);
  });

  it("imports only from shared folders of the portal, not from other screens", () => {
    const own = portalPartOf(file);
    if (own === undefined || own === SHELL) return;
    const allowed = SHARED_PARTS[own] ?? Object.keys(SHARED_PARTS);
    const others = sourcesOf(file)
      .map((target) => portalPartOf(target))
      .filter((part) => part !== undefined && part !== own);
    const forbidden = others.filter((part) => !allowed.includes(part!));
    expect(forbidden, `Move what both need to one of: ${allowed.join(", ")}`).toEqual([]);
  });
});

it("src/ has no circular imports", () => {
  // Lazy imports may be circular: a screen links to screens that link back.
  const known = new Map(files.map((file) => [file, importsOf(file, "fixed")]));
  const done = new Set<string>();
  const circles: string[][] = [];
  const walk = (file: string, way: string[]) => {
    if (way.includes(file)) return void circles.push([...way.slice(way.indexOf(file)), file]);
    if (done.has(file)) return;
    for (const target of known.get(file) ?? []) walk(target, [...way, file]);
    done.add(file);
  };
  for (const file of files) walk(file, []);
  expect(circles).toEqual([]);
});

it("the login page's static imports do not include the schemas of all entities", () => {
  const reached = new Set(["src/portal/main.tsx"]);
  for (const file of reached) {
    if (!file.endsWith(".ts") && !file.endsWith(".tsx")) continue;
    const imports = readFileSync(file, "utf8").matchAll(/^import (?!type)[^;]*from "(\.[^"]*)"/gm);
    for (const [, target] of imports) reached.add(join(dirname(file), target!));
  }
  expect([...reached]).toContain("src/portal/login/SignInForm.tsx");
  expect([...reached]).not.toContain("src/contract/generated/schemas.ts");
});

it("no script imports from tests/", () => {
  const needing = typeScriptFiles("scripts").filter((name) =>
    /"(\.\.\/)+tests\//.test(readFileSync(name, "utf8")),
  );
  expect(needing).toEqual([]);
});

it("only the schema studio loads its page and the text editor", () => {
  const others = [...files, ...typeScriptFiles("scripts")].filter((file) => !file.includes("schema-studio"));
  const loading = others.filter((file) =>
    /from "([^"]*schema-studio|@codemirror)\//.test(readFileSync(file, "utf8")),
  );
  expect(loading).toEqual([]);
});

it("src/contract imports no React, Node or server package", () => {
  const contract = files.filter((file) => partOf(file) === "contract" && !file.includes("/generated/"));
  const packages = contract.flatMap((file) =>
    [...readFileSync(file, "utf8").matchAll(/^import (?!type)[^;]*from "([^."][^"]*)"/gm)].map(
      (match) => match[1]!,
    ),
  );
  expect(packages.filter((name) => /^(node:|react|@mui|fastify|kysely)/.test(name))).toEqual([]);
});

it(`${PICTURE_FILE} matches the current imports (run npm run docs to update it)`, () => {
  expect(readFileSync(PICTURE_FILE, "utf8")).toBe(architecturePage());
});
