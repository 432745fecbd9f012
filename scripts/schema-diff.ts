import { format } from "prettier";
import { readSchemas } from "./generate/readSchemas.ts";
import { diffMarkdown } from "./schema-diff/diffMarkdown.ts";
import { diffOptions, type DiffOptions } from "./schema-diff/options.ts";
import { readRevision } from "./schema-diff/readRevision.ts";
import { readInstallation, readStoredFiles } from "./schema-diff/readStored.ts";
import { schemaDiff } from "./schema-diff/schemaDiff.ts";
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

try {
  await main(diffOptions(process.argv.slice(2)));
} catch (error) {
  console.error((error as Error).message);
  process.exitCode = 2;
}
