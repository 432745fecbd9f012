import { readdirSync, readFileSync } from "node:fs";
import { resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { describe, expect, it, vi } from "vitest";
import { getLanguageService, TextDocument } from "vscode-json-languageservice";

vi.setConfig({ testTimeout: 60_000 });

/** The project's settings as Visual Studio Code reads them, with the service that it checks JSON with. */
const settings = JSON.parse(readFileSync(".vscode/settings.json", "utf8")) as {
  "json.schemas": { fileMatch: string[]; url: string }[];
};

const uriOf = (path: string) => pathToFileURL(resolve(path)).href;

const service = getLanguageService({
  schemaRequestService: (uri) => Promise.resolve(readFileSync(new URL(uri), "utf8")),
  workspaceContext: { resolveRelativePath: (path, resource) => new URL(path, resource).href },
});
service.configure({
  validate: true,
  schemas: settings["json.schemas"].map(({ fileMatch, url }) => ({ uri: uriOf(url), fileMatch })),
});

function opened(name: string, alter: (text: string) => string = (text) => text) {
  const path = `schemas/${name}.schema.json`;
  const document = TextDocument.create(uriOf(path), "json", 1, alter(readFileSync(path, "utf8")));
  return { document, json: service.parseJSONDocument(document) };
}

/** The underlined pieces of a schema, each with its message. */
async function underlined(name: string, alter?: (text: string) => string) {
  const { document, json } = opened(name, alter);
  const found = await service.doValidation(document, json);
  return found.map(({ range, message }) => `${document.getText(range)}: ${message}`);
}

describe("an editor that reads the project's settings", () => {
  it.each(readdirSync("schemas").flatMap((file) => /^(.*)\.schema\.json$/.exec(file)?.[1] ?? []))(
    "underlines nothing in %s",
    async (name) => {
      expect(await underlined(name)).toEqual([]);
    },
  );

  it.each([
    ["a misspelt x- word", '"x-section": "Model', '"x-secton": "Model', '"x-secton"'],
    ["an unknown widget", '"x-widget": "longText"', '"x-widget": "bigText"', '"bigText"'],
    ["an unknown codec", '"codec": "commaList"', '"codec": "commas"', '"commas"'],
    ["an unknown source", '"source": "counties"', '"source": "countys"', '"countys"'],
    ["an unknown role", '"x-role": "county"', '"x-role": "countie"', '"countie"'],
    ["an unknown rule", '"periodIsWhole",', '"periodIsHole",', '"periodIsHole"'],
    ["a word that is not in x-wire", '"accept": "collection_id"', '"acept": "collection_id"', '"acept"'],
    ["a value of the wrong type", '"minItems": 1', '"minItems": "1"', '"1"'],
  ])("underlines %s", async (_, from, to, piece) => {
    const found = await underlined("metadata", (text) => text.replace(from, to));
    expect(found.map((line) => line.split(": ")[0])).toContain(piece);
  });

  it("offers the words of the vocabulary, with what they mean", async () => {
    const { document, json } = opened("metadata", (text) =>
      text.replace('"x-section": "Model', '"": "Model'),
    );
    const at = document.positionAt(document.getText().indexOf('"": "Model') + 1);
    const offered = await service.doComplete(document, at, json);
    const words = offered?.items.filter(({ label }) => label.startsWith("x-")) ?? [];
    expect(words.map(({ label }) => label)).toEqual(
      expect.arrayContaining(["x-section", "x-widget", "x-changes"]),
    );
    for (const { documentation } of words) expect(JSON.stringify(documentation)).toMatch(/\w/);
  });
});
