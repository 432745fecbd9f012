import { parseArgs } from "node:util";
import type { SchemaName } from "../../src/contract/schema/fields.ts";
import { schemas } from "../../src/contract/generated/schemas.ts";
import { suggestion } from "../source/didYouMean.ts";

export const USAGE = `npm run validate -- [--schema NAME] [--schema-version NUMBER] [--json] FILE | FOLDER | - ...

Checks records, contacts, messages and metadata YAML with the rules of the form and the server. A file is JSON or YAML and
contains a document, a list of documents, an API response, or one document per line (.jsonl, .ndjson). Use "-" for
standard input.

--schema NAME            schema to check against; by default it is recognized by the field names, and for a file of
                         \`npm run examples\` by its folder
--schema-version NUMBER  schema version of documents that do not give one
--json                   print the result as JSON

Exit code: 0 all valid, 1 errors found, 2 nothing could be checked.
Schemas: ${Object.keys(schemas).join(", ")}`;

export interface ValidateOptions {
  names: string[];
  schema?: SchemaName | undefined;
  version?: number | undefined;
  asJson: boolean;
}

export function parseValidateOptions(args: string[]): ValidateOptions {
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
    throw new Error(`--schema-version ${version}: a version must be a whole number of 1 or more.`);
  return {
    names: positionals,
    schema: parseSchemaName(values.schema),
    version: version === undefined ? undefined : Number(version),
    asJson: values.json,
  };
}

function parseSchemaName(name: string | undefined): SchemaName | undefined {
  if (name === undefined || name in schemas) return name as SchemaName | undefined;
  throw new Error(`Unknown schema "${name}".${suggestion(name, Object.keys(schemas))}`);
}
