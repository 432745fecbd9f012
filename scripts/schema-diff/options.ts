import { parseArgs } from "node:util";

export const USAGE = `npm run schema-diff -- [--release N | REVISION] [--database URL | --data-dir FOLDER | --records FILE | FOLDER ...]

Compares the schemas and reference lists of the working tree with the last release (schemas/releases) and prints every
difference as Markdown, with the missing migrations. If you name stored records, it also lists those that would become
invalid, and why. It changes nothing.

REVISION           compares with a git revision, such as HEAD
--release N        compares with release N
--database URL     PostgreSQL database of an installation
--data-dir FOLDER  data folder of an installation with the embedded database; stop the server first
--records FILE     file or folder with records and contacts (JSON) or metadata (YAML); can be repeated

Exit code: 0 compared, 2 could not compare.`;

export interface DiffOptions {
  /** Git revision. Without a revision or a release, the newest release. */
  revision?: string | undefined;
  release?: number | undefined;
  databaseUrl?: string | undefined;
  dataDir?: string | undefined;
  records: string[];
}

export function parseDiffOptions(args: string[]): DiffOptions {
  const { values, positionals } = parseArgs({
    args,
    allowPositionals: true,
    options: {
      release: { type: "string" },
      database: { type: "string" },
      "data-dir": { type: "string" },
      records: { type: "string", multiple: true, default: [] },
    },
  });
  const { release } = values;
  const baselines = [...positionals, ...(release === undefined ? [] : [release])];
  const sources = [values.database, values["data-dir"], values.records[0]].filter(
    (source) => source !== undefined,
  );
  if (baselines.length > 1 || sources.length > 1) throw new Error(USAGE);
  if (release !== undefined && !/^[1-9]\d*$/.test(release))
    throw new Error(`--release ${release}: a release is a whole number of 1 or more.`);
  return {
    revision: positionals[0],
    release: release === undefined ? undefined : Number(release),
    databaseUrl: values.database,
    dataDir: values["data-dir"],
    records: values.records,
  };
}
