import { EXIT_CODES, runCommand } from "./lib/command.ts";
import { releaseSchemas } from "./schema-diff/releases.ts";

const USAGE = `npm run release-schemas

Writes the schemas and reference lists to schemas/releases/N.json, where N is the next number. Run it before you deploy
edited schemas, and commit the file. schema-diff and generate then compare with this release.

Exit code: 0 written, 1 not written: the schemas have errors, or nothing differs from the last release, 2 could not write.`;

await runCommand(USAGE, async () => {
  try {
    console.log(`Wrote ${await releaseSchemas("schemas")}.`);
  } catch (error) {
    console.error((error as Error).message);
    return EXIT_CODES.problemsFound;
  }
});
