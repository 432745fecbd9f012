import { readSchemas } from "./generate/readSchemas.ts";
import { command, EXIT } from "./lib/command.ts";
import { readRuleCases } from "./rule-examples/ruleFiles.ts";
import { survivorsOf } from "./rule-examples/mutants.ts";

const USAGE = `npm run mutate-schemas

Takes each rule out of each schema, one at a time, and tells which of these changes no kept example notices. It changes
no file.`;

await command(USAGE, async () => {
  const { schemas } = await readSchemas("schemas");
  let total = 0;
  let left = 0;
  for (const { name, schema } of schemas) {
    const { tried, survivors } = survivorsOf(schema, await readRuleCases(name));
    total += tried;
    left += survivors.length;
    for (const survivor of survivors) console.log(`schemas/${name}.schema.json survives without ${survivor}`);
  }
  console.log(`${total} mutants, ${left === 0 ? "none survives" : `${left} survive`}.`);
  return left > 0 ? EXIT.found : EXIT.well;
});
