import { readSchemas } from "./generate/readSchemas.ts";
import { readRuleCases } from "./rule-examples/readRuleCases.ts";
import { survivorsOf } from "./rule-examples/survivorsOf.ts";

/** Takes each rule out of each schema, one at a time, and tells which of these changes no kept example notices. */
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
process.exitCode = left > 0 ? 1 : 0;
