import type { Server } from "node:http";
import { parseArgs } from "node:util";
import { createServer } from "vite";
import { runCommand } from "./lib/command.ts";
import { requireInstallation, type Installation } from "./schema-diff/readStored.ts";
import { readInBackground } from "./schema-studio/readInBackground.ts";
import { startStudio } from "./schema-studio/startStudio.ts";
import { pageConfig } from "./schema-studio/pageConfig.ts";

const USAGE = `npm run schema -- [--port N] [--database URL | --data-dir FOLDER]

Opens the schema studio, a page on this computer to edit the files in schemas/. It checks each edit as "npm run generate"
does, and shows the form and the other views of the edited schema. It writes only when you press Save.

--port N           port of the page; 4300 without this option
--database URL     PostgreSQL database of an installation, to list the stored records that an edit makes invalid
--data-dir FOLDER  the same for a data folder with the embedded database; stop the server first

Exit code: 0 stopped, 2 could not start.`;

const DEFAULT_PORT = "4300";

async function runStudio(args: string[]): Promise<void> {
  const { values } = parseArgs({
    args,
    options: {
      port: { type: "string", default: DEFAULT_PORT },
      database: { type: "string" },
      "data-dir": { type: "string" },
    },
  });
  const { port, database: databaseUrl, "data-dir": dataDir } = values;
  if (!/^\d+$/.test(port) || (databaseUrl !== undefined && dataDir !== undefined)) throw new Error(USAGE);
  const installation = databaseUrl ? { databaseUrl } : dataDir ? { dataDir } : undefined;
  const stored = installation && (await startReading(installation));
  // React's development checks slow the preview down.
  process.env["NODE_ENV"] ??= "production";
  const createPage = async (server: Server) => (await createServer(pageConfig(server))).middlewares;
  const { url } = await startStudio({
    folder: "schemas",
    port: Number(port),
    stored: stored?.reading,
    createPage,
  });
  console.log(`Schema studio: ${url} (Ctrl+C stops it)`);
}

/** The page opens at once. It shows the error too. */
async function startReading(installation: Installation) {
  await requireInstallation(installation);
  const reading = readInBackground(installation);
  reading.catch((error: Error) => console.error(error.message));
  return { reading };
}

await runCommand(USAGE, runStudio);
