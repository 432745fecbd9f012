import { fileURLToPath } from "node:url";
import { build } from "vite";
import { PORTAL_FOLDER } from "../src/server/site/portalFiles.ts";
import { runCommand } from "./lib/command.ts";
import { precompress } from "./start/precompress.ts";

const USAGE = `npm run build

Builds the portal into the folder dist, with compressed files. npm start does this automatically after a change.`;

await runCommand(USAGE, async () => {
  // A build with NODE_ENV=test shows no styles under the portal's Content-Security-Policy.
  process.env["NODE_ENV"] = "production";
  await build({ root: fileURLToPath(new URL("..", import.meta.url)), logLevel: "error" });
  await precompress(PORTAL_FOLDER);
});
