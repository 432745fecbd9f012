import { command, endQuietly } from "./lib/command.ts";
import { USAGE, validateOptions } from "./validate/options.ts";

/** Checks documents in files, folders or standard input; see `npm run validate -- --help`. */
endQuietly();
await command(USAGE, async (args) => {
  const { validate } = await import("./validate/validate.ts");
  return validate(validateOptions(args), process);
});
