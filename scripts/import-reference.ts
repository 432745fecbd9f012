import { importReference, USAGE } from "./import-reference/importReference.ts";
import { command } from "./lib/command.ts";

/** Refreshes a reference list from an official export; see `npm run import-reference -- --help`. */
await command(USAGE, async (args) => console.log(await importReference(args)));
