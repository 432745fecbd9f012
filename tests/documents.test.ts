import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { expect, it } from "vitest";
import { DEPLOY_PAGE, deployPage } from "../scripts/dev/docs/settingsTable.ts";
import { generate } from "../scripts/generate/generate.ts";
import { readSchemas } from "../scripts/generate/readSchemas.ts";
import type { EntitySchema } from "../src/contract/schema/fields.ts";
import { migrateToCurrentSchema } from "../src/contract/schema/migrateToCurrentSchema.ts";
import { buildSecurityHeaders } from "../src/server/site/securityHeaders.ts";
import { DEMO_PASSWORD, demoPeople } from "../src/server/seed/demoData.ts";
import { copyFixedSchemas } from "./support/fixedSchemas.ts";

const readme = readFileSync("README.md", "utf8");
const docsPages = readdirSync("docs")
  .filter((name) => name.endsWith(".md"))
  .map((name) => `docs/${name}`);
const scriptsPages = ["scripts/README.md", "scripts/dev/README.md"];
const pages = ["README.md", "ARCHITECTURE.md", "CONTRIBUTING.md", ...docsPages, ...scriptsPages].map(
  (path) => ({
    path,
    text: readFileSync(path, "utf8"),
  }),
);
const { scripts } = JSON.parse(readFileSync("package.json", "utf8")) as { scripts: Record<string, string> };

it("lists every setting with its default in docs/deploy.md", async () => {
  expect(readFileSync(DEPLOY_PAGE, "utf8")).toBe(await deployPage());
});

it.each(pages)("names only commands that exist in $path", ({ text }) => {
  const commands = [...text.matchAll(/npm run ([a-z:-]+)/g)].map((match) => match[1]!);
  expect(commands.filter((command) => !(command in scripts))).toEqual([]);
});

it("lists each command in scripts/README.md or scripts/dev/README.md", () => {
  const lists = scriptsPages.map((path) => readFileSync(path, "utf8")).join();
  const isListed = (name: string) => new RegExp(`\\| .*\`npm (run )?${name}\``).test(lists);
  expect(Object.keys(scripts).filter((name) => !isListed(name))).toEqual([]);
});

it("lists the demo accounts in the README", () => {
  for (const { account } of demoPeople)
    if (account)
      expect(readme).toMatch(new RegExp(`\\| \`${account.username}\`\\s*\\| \`${DEMO_PASSWORD}\``));
});

function jsonExampleIn(path: string, section: string): Record<string, unknown> {
  const text = readFileSync(path, "utf8").split(`## ${section}\n`)[1]!.split(/\n##/)[0]!;
  return JSON.parse(/```json\n([^]*?)```/.exec(text)![1]!) as Record<string, unknown>;
}

it("docs/schemas.md shows a renamed field that the generator accepts and that keeps older records readable", async () => {
  const folder = mkdtempSync(join(tmpdir(), "readme-"));
  copyFixedSchemas(folder);
  const before = new Map((await readSchemas(folder)).schemas.map((named) => [named.name, named.schema]));
  const file = join(folder, "metadata.schema.json");
  const schema = JSON.parse(readFileSync(file, "utf8")) as EntitySchema;
  const old = "modelPurpose";
  schema["x-changes"] = { version: 2 };
  schema.properties["purposeOfModel"] = {
    ...schema.properties[old]!,
    ...jsonExampleIn("docs/schemas.md", "Change a field"),
  };
  delete schema.properties[old];
  schema.required = schema.required!.map((name) => (name === old ? "purposeOfModel" : name));
  writeFileSync(file, JSON.stringify(schema));
  await expect(generate(folder, { released: before })).resolves.toBeDefined();
  rmSync(folder, { recursive: true });
  expect(migrateToCurrentSchema(schema, { [old]: "Mapping" }, 1)).toEqual({ purposeOfModel: "Mapping" });
});

it("docs/deploy.md shows service addresses that the content security policy then allows", async () => {
  const file = JSON.parse(readFileSync("public/config.json", "utf8")) as Record<string, unknown>;
  const example = jsonExampleIn(DEPLOY_PAGE, "Use the agency's own services");
  expect(Object.keys(example).filter((name) => !(name in file))).toEqual([]);
  const { contentSecurityPolicy } = buildSecurityHeaders([], { ...file, ...example });
  const { directives } = contentSecurityPolicy as { directives: Record<string, string[]> };
  for (const address of Object.values(example))
    expect(directives["connect-src"]).toContain(new URL(String(address)).origin);
});

it.each(pages)("links only to files that exist in $path", ({ path, text }) => {
  const links = [...text.replace(/`[^`]*`/g, "").matchAll(/\]\((?!http)([^)#]+)\)/g)].map(
    (match) => match[1]!,
  );
  expect(links.filter((link) => !existsSync(join(dirname(path), link)))).toEqual([]);
});
