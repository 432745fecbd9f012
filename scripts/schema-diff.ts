import { format } from "prettier";
import { exitOnClosedPipe, runCommand } from "./lib/command.ts";
import { compareSchemaSets, formatDiff } from "./schema-diff/schemaDiff.ts";
import { parseDiffOptions, USAGE, type DiffOptions } from "./schema-diff/options.ts";
import { readRevision } from "./schema-diff/readRevision.ts";
import { readInstallation, readStoredFiles } from "./schema-diff/readStored.ts";
import { listReleases, readRelease } from "./schema-diff/releases.ts";
import { readSchemaSet } from "./schema-diff/schemaSet.ts";
import { readReferences } from "./validate/readReferences.ts";

const FOLDER = "schemas";

async function printSchemaDiff({ databaseUrl, dataDir, records, ...options }: DiffOptions) {
  const { name, before } = await readBaseline(options);
  const after = await readSchemaSet(FOLDER);
  const references = await readReferences();
  const installation = databaseUrl ? { databaseUrl } : dataDir ? { dataDir } : undefined;
  const files = records.length > 0 ? await readStoredFiles(records, before.resolved, references) : undefined;
  const stored = installation ? await readInstallation(installation) : files;
  const text = formatDiff(name, compareSchemaSets({ before, after, stored, references }));
  process.stdout.write(await format(text, { parser: "markdown", printWidth: 110 }));
}

async function readBaseline({ revision, release }: Pick<DiffOptions, "revision" | "release">) {
  if (revision !== undefined) return { name: `\`${revision}\``, before: readRevision(revision) };
  const number = release ?? (await listReleases(FOLDER)).at(-1);
  if (number === undefined)
    throw new Error(
      `${FOLDER}/releases is empty. Run "npm run release-schemas", or name a git revision, such as HEAD.`,
    );
  return { name: `release ${number}`, before: await readRelease(FOLDER, number) };
}

exitOnClosedPipe();
await runCommand(USAGE, (args) => printSchemaDiff(parseDiffOptions(args)));
