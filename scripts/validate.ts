import { endQuietly } from "./source/endQuietly.ts";
import { USAGE, validateOptions } from "./validate/options.ts";
import { validate } from "./validate/validate.ts";

/** Checks documents in files, folders or standard input; see `npm run validate -- --help`. */
const args = process.argv.slice(2);
endQuietly();
try {
  if (args.includes("--help")) console.log(USAGE);
  else process.exitCode = await validate(validateOptions(args), process);
} catch (error) {
  console.error((error as Error).message);
  process.exitCode = 2;
}
