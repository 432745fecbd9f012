import { parseArgs } from "node:util";

export const USAGE = `npm run schema-diff -- [REVISION] [--database URL | --data-dir FOLDER | --records FILE | FOLDER ...]

Says in words, as Markdown, what the schemas of the working tree change against a revision of the repository (HEAD
without one): fields, rules, names on the wire, wording, and which migrations are needed. Given records, it checks which
of them would become invalid, and why. It changes nothing.

--database URL     the PostgreSQL of an installation
--data-dir FOLDER  the data folder of an installation with the embedded database; stop the server first
--records FILE     records and contacts as JSON, or metadata YAML; several times for several, or a folder

Exit code: 0, or 2 when it could not be told.`;

export interface DiffOptions {
  revision: string;
  databaseUrl?: string | undefined;
  dataDir?: string | undefined;
  records: string[];
}

/** @throws Error saying which argument is wrong */
export function diffOptions(args: string[]): DiffOptions {
  const { values, positionals } = parseArgs({
    args,
    allowPositionals: true,
    options: {
      database: { type: "string" },
      "data-dir": { type: "string" },
      records: { type: "string", multiple: true, default: [] },
    },
  });
  const places = [values.database, values["data-dir"], values.records[0]].filter(
    (place) => place !== undefined,
  );
  if (positionals.length > 1 || places.length > 1) throw new Error(USAGE);
  return {
    revision: positionals[0] ?? "HEAD",
    databaseUrl: values.database,
    dataDir: values["data-dir"],
    records: values.records,
  };
}
