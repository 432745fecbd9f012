import { readdirSync, readFileSync } from "node:fs";
import { resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { describe, expect, it } from "vitest";
import { getLanguageService, TextDocument } from "vscode-json-languageservice";

/** VS Code's JSON language service with the project's settings. */
const settings = JSON.parse(readFileSync(".vscode/settings.json", "utf8")) as {
  "json.schemas": { fileMatch: string[]; url: string }[];
};

const toUri = (path: string) => pathToFileURL(resolve(path)).href;

const service = getLanguageService({
  schemaRequestService: (uri) => Promise.resolve(readFileSync(new URL(uri), "utf8")),
  workspaceContext: { resolveRelativePath: (path, resource) => new URL(path, resource).href },
});
service.configure({
  validate: true,
  schemas: settings["json.schemas"].map(({ fileMatch, url }) => ({ uri: toUri(url), fileMatch })),
});

/** @param edit changes the fixed schema, as if it were the shipped one */
function openSchema(name: string, edit?: (text: string) => string) {
  const path = `schemas/${name}.schema.json`;
  const text = edit ? edit(readFileSync(`tests/fixtures/${path}`, "utf8")) : readFileSync(path, "utf8");
  const document = TextDocument.create(toUri(path), "json", 1, text);
  return { document, json: service.parseJSONDocument(document) };
}

/** Underlined text and message of each diagnostic. */
async function listUnderlined(name: string, edit?: (text: string) => string) {
  const { document, json } = openSchema(name, edit);
  const diagnostics = await service.doValidation(document, json);
  return diagnostics.map(({ range, message }) => `${document.getText(range)}: ${message}`);
}

describe("an editor with the project's settings", () => {
  it.each(readdirSync("schemas").flatMap((file) => /^(.*)\.schema\.json$/.exec(file)?.[1] ?? []))(
    "underlines nothing in %s",
    async (name) => {
      expect(await listUnderlined(name)).toEqual([]);
    },
  );

  it.each([
    ["a misspelled x- keyword", '"x-section": "Model', '"x-secton": "Model', '"x-secton"'],
    ["an unknown widget", '"x-widget": "longText"', '"x-widget": "bigText"', '"bigText"'],
    ["an unknown codec", '"codec": "commaList"', '"codec": "commas"', '"commas"'],
    ["an unknown source", '"source": "counties"', '"source": "countys"', '"countys"'],
    ["an unknown role", '"x-role": "county"', '"x-role": "countie"', '"countie"'],
    ["an unknown rule", '"periodIsWhole",', '"periodIsHole",', '"periodIsHole"'],
    ["an unknown key in x-wire", '"accept": "collection_id"', '"acept": "collection_id"', '"acept"'],
    ["a value of the wrong type", '"minItems": 1', '"minItems": "1"', '"1"'],
  ])("underlines %s", async (_, from, to, piece) => {
    const lines = await listUnderlined("metadata", (text) => text.replace(from, to));
    expect(lines.map((line) => line.split(": ")[0])).toContain(piece);
  });

  it("suggests the keywords of the vocabulary with their descriptions", async () => {
    const { document, json } = openSchema("metadata", (text) =>
      text.replace('"x-section": "Model', '"": "Model'),
    );
    const position = document.positionAt(document.getText().indexOf('"": "Model') + 1);
    const completion = await service.doComplete(document, position, json);
    const keywords = completion?.items.filter(({ label }) => label.startsWith("x-")) ?? [];
    expect(keywords.map(({ label }) => label)).toEqual(
      expect.arrayContaining(["x-section", "x-widget", "x-changes"]),
    );
    for (const { documentation } of keywords) expect(JSON.stringify(documentation)).toMatch(/\w/);
  });
});
