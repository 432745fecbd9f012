import { validateOptions } from "./validate/options.ts";
import { validate } from "./validate/validate.ts";

/** Checks documents in files, folders or standard input; see `npm run validate -- --help`. */
try {
  process.exitCode = await validate(validateOptions(process.argv.slice(2)), process);
} catch (error) {
  console.error((error as Error).message);
  process.exitCode = 2;
}
