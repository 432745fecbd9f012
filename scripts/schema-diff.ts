import { format } from "prettier";
import { readSchemas } from "./generate/readSchemas.ts";
import { command, endQuietly } from "./lib/command.ts";
import { diffMarkdown, schemaDiff } from "./schema-diff/schemaDiff.ts";
import { diffOptions, USAGE, type DiffOptions } from "./schema-diff/options.ts";
import { readRevision } from "./schema-diff/readRevision.ts";
import { readInstallation, readStoredFiles } from "./schema-diff/readStored.ts";
import { readReferences } from "./validate/readReferences.ts";

/** Tells what a change of the schemas does; see `npm run schema-diff -- --help`. */
async function main({ revision, databaseUrl, dataDir, records }: DiffOptions) {
  const before = readRevision(revision);
  const after = new Map((await readSchemas("schemas")).schemas.map(({ name, schema }) => [name, schema]));
  const references = await readReferences();
  const installation = databaseUrl ? { databaseUrl } : dataDir ? { dataDir } : undefined;
  const files = records.length > 0 ? await readStoredFiles(records, before, references) : undefined;
  const stored = installation ? await readInstallation(installation) : files;
  const text = diffMarkdown(revision, schemaDiff({ before, after, stored, references }));
  process.stdout.write(await format(text, { parser: "markdown", printWidth: 110 }));
}

endQuietly();
await command(USAGE, (args) => main(diffOptions(args)));
