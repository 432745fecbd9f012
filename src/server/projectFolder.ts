import { existsSync } from "node:fs";
import { dirname, join } from "node:path";

/** The folder of package.json, schemas, public and dist. The same for the sources and for the compiled server in dist. */
export const PROJECT_FOLDER = findProjectFolder(import.meta.dirname);

function findProjectFolder(folder: string): string {
  return existsSync(join(folder, "package.json")) ? folder : findProjectFolder(dirname(folder));
}
