import { fileURLToPath } from "node:url";
import { build } from "vite";
import { PORTAL_FOLDER } from "../src/server/site/portalFiles.ts";
import { compileServer } from "./build/compileServer.ts";
import { runCommand } from "./lib/command.ts";
import { precompress } from "./start/precompress.ts";

const USAGE = `npm run build [-- --portal]

Writes the folder dist: the portal with compressed files, and the server and its commands as JavaScript. Warns if the
schemas differ from the last release.

--portal  only build the portal. npm start does this automatically after a change.`;

await runCommand(USAGE, async (args) => {
  // A build with NODE_ENV=test shows no styles under the portal's Content-Security-Policy.
  process.env["NODE_ENV"] = "production";
  await build({ root: fileURLToPath(new URL("..", import.meta.url)), logLevel: "error" });
  await precompress(PORTAL_FOLDER);
  if (args.includes("--portal")) return;
  await compileServer();
  // Imported on demand: the generator takes a second to load.
  const { warnIfUnreleased } = await import("./schema-diff/releases.ts");
  await warnIfUnreleased(fileURLToPath(new URL("../schemas", import.meta.url)));
});
