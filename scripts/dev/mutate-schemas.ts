import { readSchemas } from "../generate/readSchemas.ts";
import { EXIT_CODES, runCommand } from "../lib/command.ts";
import { readRuleCases } from "../rule-examples/ruleFiles.ts";
import { findSurvivors } from "./mutate-schemas/mutants.ts";

const USAGE = `npm run mutate-schemas

Removes each rule from each schema, one at a time, and lists the removals that no rule example detects. Changes no files.

Exit code: 0 all removals are detected, 1 some are not, 2 could not run.`;

await runCommand(USAGE, async () => {
  const { schemas } = await readSchemas("schemas");
  let total = 0;
  let survivorCount = 0;
  for (const { name, schema } of schemas) {
    const { mutantCount, survivors } = findSurvivors(schema, await readRuleCases(name));
    total += mutantCount;
    survivorCount += survivors.length;
    for (const survivor of survivors) console.log(`schemas/${name}.schema.json survives without ${survivor}`);
  }
  console.log(`${total} mutants, ${survivorCount === 0 ? "none survives" : `${survivorCount} survive`}.`);
  return survivorCount > 0 ? EXIT_CODES.problemsFound : EXIT_CODES.success;
});
