import { parseArgs } from "node:util";

export const USAGE = `npm run schema-diff -- [REVISION] [--database URL | --data-dir FOLDER | --records FILE | FOLDER ...]

Compares the schemas of the working tree with a git revision (default: HEAD) and prints the changes as Markdown: fields,
rules, API names, texts and missing migrations. If you name stored records, it also lists those that would become
invalid, and why. It changes nothing.

--database URL     PostgreSQL database of an installation
--data-dir FOLDER  data folder of an installation with the embedded database; stop the server first
--records FILE     file or folder with records and contacts (JSON) or metadata (YAML); can be repeated

Exit code: 0 compared, 2 could not compare.`;

export interface DiffOptions {
  revision: string;
  databaseUrl?: string | undefined;
  dataDir?: string | undefined;
  records: string[];
}

export function parseDiffOptions(args: string[]): DiffOptions {
  const { values, positionals } = parseArgs({
    args,
    allowPositionals: true,
    options: {
      database: { type: "string" },
      "data-dir": { type: "string" },
      records: { type: "string", multiple: true, default: [] },
    },
  });
  const sources = [values.database, values["data-dir"], values.records[0]].filter(
    (source) => source !== undefined,
  );
  if (positionals.length > 1 || sources.length > 1) throw new Error(USAGE);
  return {
    revision: positionals[0] ?? "HEAD",
    databaseUrl: values.database,
    dataDir: values["data-dir"],
    records: values.records,
  };
}
