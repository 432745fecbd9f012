import { format } from "prettier";
import { readSchemas } from "./generate/readSchemas.ts";
import { exitOnClosedPipe, runCommand } from "./lib/command.ts";
import { compareSchemas, formatDiff } from "./schema-diff/schemaDiff.ts";
import { parseDiffOptions, USAGE, type DiffOptions } from "./schema-diff/options.ts";
import { readSchemasOfRevision } from "./schema-diff/readRevision.ts";
import { readInstallation, readStoredFiles } from "./schema-diff/readStored.ts";
import { readReferences } from "./validate/readReferences.ts";

async function printSchemaDiff({ revision, databaseUrl, dataDir, records }: DiffOptions) {
  const before = readSchemasOfRevision(revision);
  const after = new Map((await readSchemas("schemas")).schemas.map(({ name, schema }) => [name, schema]));
  const references = await readReferences();
  const installation = databaseUrl ? { databaseUrl } : dataDir ? { dataDir } : undefined;
  const files = records.length > 0 ? await readStoredFiles(records, before, references) : undefined;
  const stored = installation ? await readInstallation(installation) : files;
  const text = formatDiff(revision, compareSchemas({ before, after, stored, references }));
  process.stdout.write(await format(text, { parser: "markdown", printWidth: 110 }));
}

exitOnClosedPipe();
await runCommand(USAGE, (args) => printSchemaDiff(parseDiffOptions(args)));
