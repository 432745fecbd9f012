import { existsSync, readFileSync } from "node:fs";
import { format } from "prettier";
import { expect, it } from "vitest";
import { settings } from "../src/server/config/settings.ts";
import { DEMO_PASSWORD, demoPeople } from "../src/server/seed/demoData.ts";

const readme = readFileSync("README.md", "utf8");
const { scripts } = JSON.parse(readFileSync("package.json", "utf8")) as { scripts: Record<string, string> };

it("lists every setting with its default", async () => {
  const rows = settings.map(
    ({ name, fallback, about }) => `| \`${name}\` | ${fallback && `\`${fallback}\``} | ${about} |`,
  );
  const table = await format(["| variable | default | what it is |", "|---|---|---|", ...rows].join("\n"), {
    parser: "markdown",
    printWidth: 110,
  });
  expect(readme).toContain(`<!-- settings -->\n\n${table}\n<!-- /settings -->`);
});

it("names commands that exist", () => {
  const named = [...readme.matchAll(/npm run ([a-z-]+)/g)].map((match) => match[1]!);
  expect(named.filter((name) => !(name in scripts))).toEqual([]);
});

it("names the demo sign-ins", () => {
  for (const { account } of demoPeople)
    if (account)
      expect(readme).toMatch(new RegExp(`\\| \`${account.username}\`\\s*\\| \`${DEMO_PASSWORD}\``));
});

it("links to files that exist", () => {
  const links = [...readme.matchAll(/\]\((?!http)([^)#]+)\)/g)].map((match) => match[1]!);
  expect(links.length).toBeGreaterThan(0);
  expect(links.filter((path) => !existsSync(path))).toEqual([]);
});
