import type { NamedSchema } from "../generate/readSchemas.ts";
import { compileSchema } from "../generate/compileSchema.ts";
import { ruleCases } from "./ruleCases.ts";
import { exampleFiles, ruleFileText } from "./ruleFiles.ts";

/**
 * The files of all schemas' examples: as they are kept, or each as a whole document.
 *
 * @returns file name -> text, and the rules without an example, each with what to add
 */
export function ruleExamples(schemas: NamedSchema[], kind: "kept" | "whole") {
  const files = new Map<string, string>();
  const missing: string[] = [];
  for (const { name, schema } of schemas) {
    const made = ruleCases(schema, compileSchema(schema));
    missing.push(...made.missing.map((line) => `schemas/${name}.schema.json: ${line}`));
    if (kind === "kept") files.set(`${name}.json`, ruleFileText(made.cases));
    else for (const [file, text] of exampleFiles(schema, made.cases)) files.set(file, text);
  }
  return { files, missing };
}
