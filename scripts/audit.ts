import { parseArgs } from "node:util";
import { readConfig } from "../src/server/config.ts";
import { listAuditEntries } from "../src/server/stores/auditStore.ts";
import { runCommand } from "./lib/command.ts";
import { openCommandDatabase } from "./lib/openCommandDatabase.ts";

const USAGE = `npm run audit -- [-n NUMBER]

Prints the last entries of the audit log (default: 100), oldest first, as one JSON object per line.
With the embedded database, stop the server first. With PostgreSQL (DATABASE_URL), the server may run.`;

async function printAuditLog(args: string[]) {
  const { values } = parseArgs({ args, options: { n: { type: "string", short: "n", default: "100" } } });
  const limit = Number(values.n);
  if (!Number.isInteger(limit) || limit < 1) throw new Error(USAGE);
  const { db, close } = await openCommandDatabase(readConfig({ DEMO: "false", ...process.env }));
  try {
    for (const line of (await listAuditEntries(db, { limit })).reverse()) console.log(JSON.stringify(line));
  } finally {
    await close();
  }
}

await runCommand(USAGE, printAuditLog);
