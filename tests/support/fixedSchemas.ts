import { cpSync } from "node:fs";
import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import type { Plugin } from "vite";

const SHIPPED_FOLDER = "schemas";
const FIXED_FOLDER = "tests/fixtures/schemas";
const SUFFIX = ".schema.json";

/** Writes a folder like `schemas/` with the fixed schemas in place of the shipped ones. */
export function copyFixedSchemas(folder: string): void {
  // The releases are of the shipped schemas.
  cpSync(SHIPPED_FOLDER, folder, { recursive: true, filter: (path) => !path.endsWith("releases") });
  cpSync(FIXED_FOLDER, folder, { recursive: true });
}

/**
 * Runs tests of the engine with the schemas of `tests/fixtures/schemas`, whatever the shipped schemas of the same names
 * contain. Replaces the generated modules of these schemas as they are loaded.
 */
export function fixedSchemas(): Plugin {
  let modules: Promise<Map<string, string>> | undefined;
  return {
    name: "fixed-schemas",
    enforce: "pre",
    async load(id) {
      const file = /\/src\/contract\/generated\/(.+)$/.exec(id)?.[1];
      return file === undefined ? undefined : (await (modules ??= buildModules())).get(file);
    },
  };
}

/** @returns file name (relative to the generated folder) -> content */
async function buildModules(): Promise<Map<string, string>> {
  // Imported on demand: the generator takes a second to load.
  const { buildValidatorModule } = await import("../../scripts/generate/generatedCode.ts");
  const { parseProduct, parseSchemas } = await import("../../scripts/generate/readSchemas.ts");
  const fixed = await listSchemas(FIXED_FOLDER);
  const texts = (await listSchemas(SHIPPED_FOLDER)).map(async (name) => {
    const folder = fixed.includes(name) ? FIXED_FOLDER : SHIPPED_FOLDER;
    return [name, await readFile(join(folder, name + SUFFIX), "utf8")] as const;
  });
  const product = parseProduct(await readFile(join(SHIPPED_FOLDER, "product.json"), "utf8"));
  const modules = new Map<string, string>();
  for (const named of parseSchemas(new Map(await Promise.all(texts)), product)) {
    if (!fixed.includes(named.name)) continue;
    modules.set(`schemas/${named.name}.json`, JSON.stringify(named.schema));
    modules.set(`validators/${named.name}.js`, await buildValidatorModule(named.schema));
  }
  return modules;
}

async function listSchemas(folder: string): Promise<string[]> {
  const files = await readdir(folder);
  return files
    .filter((file) => file.endsWith(SUFFIX) && !file.startsWith("vocabulary"))
    .map((file) => file.slice(0, -SUFFIX.length));
}
