import { mkdir, rm, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { generate } from "./generate/generate.ts";

/** Writes everything the schemas say to src/contract/generated. */
const files = await generate("schemas");
await rm("src/contract/generated", { recursive: true, force: true });
for (const [name, content] of files) {
  const path = join("src/contract/generated", name);
  await mkdir(dirname(path), { recursive: true });
  await writeFile(path, content);
}
console.log(`Wrote ${files.size} files to src/contract/generated.`);
