import { readFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { readSchemas } from "./readSchemas.ts";
import { buildRegistryFiles } from "./registryFiles.ts";
import { replaceFolder } from "./writeFiles.ts";

const ENTRY_FILES = ["product.ts", "schemas.ts"];
const CONFLICT_MARKER = /^(<{7}|={7}|>{7})( |$)/m;

/**
 * Writes the modules that `generate` imports from its own output, if they are missing or a merge left conflicts in them.
 *
 * @throws Error with file, line and column of a schema that cannot be read
 */
export async function restoreRegistry(generatedFolder: string, schemaFolder: string): Promise<void> {
  const entryFiles = ENTRY_FILES.map((file) => join(generatedFolder, file));
  if ((await Promise.all(entryFiles.map(isImportable))).every(Boolean)) return;
  await replaceFolder(generatedFolder, buildRegistryFiles(await readSchemas(schemaFolder)));
}

async function isImportable(file: string): Promise<boolean> {
  const text = await readFile(file, "utf8").catch(() => "");
  if (text === "" || CONFLICT_MARKER.test(text)) return false;
  const imported = [...text.matchAll(/ from "(\.\/[^"]+)"/g)].map(([, path = ""]) =>
    join(dirname(file), path),
  );
  return (await Promise.all(imported.map(isImportable))).every(Boolean);
}
