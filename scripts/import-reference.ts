import { importReference, USAGE } from "./import-reference/importReference.ts";
import { runCommand } from "./lib/command.ts";

await runCommand(USAGE, async (args) => console.log(await importReference(args)));
