import { exitOnClosedPipe, runCommand } from "./lib/command.ts";
import { parseValidateOptions, USAGE } from "./validate/options.ts";

exitOnClosedPipe();
await runCommand(USAGE, async (args) => {
  const { validateFiles } = await import("./validate/validateFiles.ts");
  return validateFiles(parseValidateOptions(args), process);
});
