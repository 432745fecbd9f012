import { format } from "prettier";
import { readSchemas } from "./generate/readSchemas.ts";
import { command } from "./lib/command.ts";
import { diffMarkdown } from "./schema-diff/diffMarkdown.ts";
import { diffOptions, USAGE, type DiffOptions } from "./schema-diff/options.ts";
import { readRevision } from "./schema-diff/readRevision.ts";
import { readInstallation } from "./schema-diff/readInstallation.ts";
import { readStoredFiles } from "./schema-diff/readStoredFiles.ts";
import { schemaDiff } from "./schema-diff/schemaDiff.ts";
import { endQuietly } from "./source/endQuietly.ts";
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
