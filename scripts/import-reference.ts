import { importReference } from "./import-reference/importReference.ts";

/** Refreshes a reference list from an official export. */
try {
  console.log(await importReference(process.argv.slice(2)));
} catch (error) {
  console.error((error as Error).message);
  process.exitCode = 1;
}
