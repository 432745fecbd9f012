import { readFileSync } from "node:fs";
import { format } from "prettier";
import { settings } from "../../../src/server/settings.ts";

export const DEPLOY_PAGE = "docs/deploy.md";

const MARKERS = /(<!-- settings -->\n)[^]*?(<!-- \/settings -->)/;

/** The deployment page with the table of all server settings. */
export async function deployPage(page = readFileSync(DEPLOY_PAGE, "utf8")): Promise<string> {
  const rows = settings.map(
    ({ name, defaultValue, description }) =>
      `| \`${name}\` | ${defaultValue && `\`${defaultValue}\``} | ${description} |`,
  );
  const table = await format(["| variable | default | description |", "|---|---|---|", ...rows].join("\n"), {
    parser: "markdown",
    printWidth: 110,
  });
  return page.replace(MARKERS, (_, start: string, end: string) => `${start}\n${table}\n${end}`);
}
