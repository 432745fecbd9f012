import { cpSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { format } from "prettier";
import { expect, it } from "vitest";
import { generate } from "../scripts/generate/generate.ts";
import { schemaOf, type EntitySchema } from "../src/contract/schema/fields.ts";
import { migrate } from "../src/contract/schema/migrations.ts";
import { settings } from "../src/server/settings.ts";
import { securityHeaders } from "../src/server/site/securityHeaders.ts";
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

/** The JSON that a section of the README shows. */
function shownIn(section: string): Record<string, unknown> {
  const text = readme.split(`### ${section}\n`)[1]!.split(/\n##/)[0]!;
  return JSON.parse(/```json\n([^]*?)```/.exec(text)![1]!) as Record<string, unknown>;
}

it("shows a renamed field that the generator takes, and reads older records by it", async () => {
  const folder = mkdtempSync(join(tmpdir(), "readme-"));
  cpSync("schemas", folder, { recursive: true });
  const file = join(folder, "metadata.schema.json");
  const schema = JSON.parse(readFileSync(file, "utf8")) as EntitySchema;
  const old = "modelPurpose";
  schema["x-changes"] = { version: 2 };
  schema.properties["purposeOfModel"] = { ...schema.properties[old]!, ...shownIn("Change a field") };
  delete schema.properties[old];
  schema.required = schema.required!.map((name) => (name === old ? "purposeOfModel" : name));
  writeFileSync(file, JSON.stringify(schema));
  await expect(generate(folder, new Map([["metadata", schemaOf("metadata")]]))).resolves.toBeDefined();
  rmSync(folder, { recursive: true });
  expect(migrate(schema, { [old]: "Mapping" }, 1)).toEqual({ purposeOfModel: "Mapping" });
});

it("shows addresses of services that the portal's pages may call", async () => {
  const file = JSON.parse(readFileSync("public/config.json", "utf8")) as Record<string, unknown>;
  const shown = shownIn("Point the portal at the agency's services");
  expect(Object.keys(shown).filter((name) => !(name in file))).toEqual([]);
  const { contentSecurityPolicy } = securityHeaders([], { ...file, ...shown });
  const { directives } = contentSecurityPolicy as { directives: Record<string, string[]> };
  for (const address of Object.values(shown))
    expect(directives["connect-src"]).toContain(new URL(String(address)).origin);
});

it("links to files that exist", () => {
  const links = [...readme.matchAll(/\]\((?!http)([^)#]+)\)/g)].map((match) => match[1]!);
  expect(links.length).toBeGreaterThan(0);
  expect(links.filter((path) => !existsSync(path))).toEqual([]);
});
