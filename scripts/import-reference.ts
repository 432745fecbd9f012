import { importReference, USAGE } from "./import-reference/importReference.ts";

/** Refreshes a reference list from an official export. */
try {
  const args = process.argv.slice(2);
  console.log(args.includes("--help") ? USAGE : await importReference(args));
} catch (error) {
  console.error((error as Error).message);
  process.exitCode = 1;
}
