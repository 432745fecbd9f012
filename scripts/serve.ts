import { existsSync } from "node:fs";
import { main } from "../src/server/main.ts";
import { PORTAL_FOLDER } from "../src/server/site/portalFiles.ts";
import { runCommand } from "./lib/command.ts";

const USAGE = `npm run serve [-- ROLE]

Serves what npm run build wrote to the folder dist, without the development dependencies: the portal, the API and the
embedded store. docs/deploy.md lists the environment variables and the roles.`;

await runCommand(USAGE, ([role]) => main({ prepare: requireBuiltPortal, role }));

async function requireBuiltPortal(): Promise<void> {
  if (existsSync(PORTAL_FOLDER)) return;
  throw new Error(
    "There is no build of the portal. Run npm ci and npm run build, or copy the folder dist from another machine.",
  );
}
