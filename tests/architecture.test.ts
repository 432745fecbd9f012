import { readFileSync, readdirSync } from "node:fs";
import { posix } from "node:path";
import { describe, expect, it } from "vitest";

/** What each part of src/ may import, besides itself and packages. */
const PARTS: Record<string, string[]> = { contract: [], portal: ["contract"], server: ["contract"] };

/** What each part of the portal may import, besides itself; what is not listed here stands above all of them. */
const PORTAL_PARTS: Record<string, string[]> = {
  ui: [],
  providers: [],
  form: ["ui"],
  table: ["ui"],
  features: ["ui", "form", "table", "providers"],
  shell: ["ui", "providers", "features"],
};

const files = readdirSync("src", { recursive: true, encoding: "utf8" })
  .map((name) => posix.join("src", name))
  .filter((name) => /\.tsx?$/.test(name));

const importsOf = (file: string) =>
  [...readFileSync(file, "utf8").matchAll(/(?:from|import\()\s*"(\.[^"]+)"/g)]
    .map((match) => posix.join(posix.dirname(file), match[1]!))
    .filter((target) => target.startsWith("src/"));

const partOf = (path: string) => path.split("/")[1] ?? "";
const portalPartOf = (path: string) => (partOf(path) === "portal" ? path.split("/")[2]! : undefined);

describe.each(files)("%s", (file) => {
  it("imports only what its part may", () => {
    const strangers = importsOf(file).filter((target) => partOf(target) !== partOf(file));
    expect(strangers.filter((target) => !PARTS[partOf(file)]?.includes(partOf(target)))).toEqual([]);
  });

  it("imports within the portal only downwards", () => {
    const allowed = PORTAL_PARTS[portalPartOf(file) ?? ""];
    if (!allowed) return;
    const others = importsOf(file).filter(
      (target) => portalPartOf(target) !== portalPartOf(file) && portalPartOf(target),
    );
    const isShared = (target: string) => /^src\/portal\/[^/]+\.tsx?$/.test(target);
    expect(others.filter((target) => !isShared(target) && !allowed.includes(portalPartOf(target)!))).toEqual(
      [],
    );
  });

  it("imports no other feature", () => {
    const featureOf = (path: string) => /^src\/portal\/features\/([^/]+)\//.exec(path)?.[1];
    const own = featureOf(file);
    if (!own) return;
    expect(importsOf(file).filter((target) => featureOf(target) && featureOf(target) !== own)).toEqual([]);
  });
});

it("keeps React and Node out of the contract", () => {
  const contract = files.filter((file) => partOf(file) === "contract" && !file.includes("/generated/"));
  const packages = contract.flatMap((file) =>
    [...readFileSync(file, "utf8").matchAll(/^import (?!type)[^;]*from "([^."][^"]*)"/gm)].map(
      (match) => match[1]!,
    ),
  );
  expect(packages.filter((name) => /^(node:|react|@mui|fastify|kysely)/.test(name))).toEqual([]);
});
