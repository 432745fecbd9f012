import { parseArgs } from "node:util";
import type { SchemaName } from "../../src/contract/schema/fields.ts";
import { schemas } from "../../src/contract/generated/schemas.ts";
import { suggestion } from "../source/didYouMean.ts";

export const USAGE = `npm run validate -- [--schema NAME] [--schema-version NUMBER] [--json] FILE | FOLDER | - ...

Checks records, contacts, messages and metadata YAML by the rules that the form and the server run. A file is JSON or
YAML and holds one document, a list of them, or an answer of the services, or a document on each line (.jsonl, .ndjson);
"-" is standard input.

--schema NAME            the schema to check against; without it, the one a document's names belong to
--schema-version NUMBER  the version of documents that do not say under which one they were written
--json                   everything found as JSON, for machines

Exit code: 0 everything is valid, 1 something is not, 2 nothing could be checked.
Schemas: ${Object.keys(schemas).join(", ")}`;

export interface ValidateOptions {
  names: string[];
  schema?: SchemaName | undefined;
  version?: number | undefined;
  asJson: boolean;
}

/** @throws Error saying which argument is wrong; with the usage where there is none to check */
export function validateOptions(args: string[]): ValidateOptions {
  const { values, positionals } = parseArgs({
    args,
    allowPositionals: true,
    options: {
      schema: { type: "string" },
      "schema-version": { type: "string" },
      json: { type: "boolean", default: false },
    },
  });
  if (positionals.length === 0) throw new Error(USAGE);
  const version = values["schema-version"];
  if (version !== undefined && !/^[1-9]\d*$/.test(version))
    throw new Error(`--schema-version ${version}: a version is a whole number from 1.`);
  return {
    names: positionals,
    schema: schemaNamed(values.schema),
    version: version === undefined ? undefined : Number(version),
    asJson: values.json,
  };
}

function schemaNamed(name: string | undefined): SchemaName | undefined {
  if (name === undefined || name in schemas) return name as SchemaName | undefined;
  throw new Error(`There is no schema "${name}".${suggestion(name, Object.keys(schemas))}`);
}
