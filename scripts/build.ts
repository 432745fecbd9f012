import { fileURLToPath } from "node:url";
import { build } from "vite";
import { PORTAL_FOLDER } from "../src/server/site/portalFiles.ts";
import { runCommand } from "./lib/command.ts";
import { precompress } from "./start/precompress.ts";

const USAGE = `npm run build

Builds the portal into the folder dist, compressed forms beside it. npm start does so by itself after a change.`;

await runCommand(USAGE, async () => {
  // Whoever asks for it: what is built where NODE_ENV says test shows no styles under the portal's own policy.
  process.env["NODE_ENV"] = "production";
  await build({ root: fileURLToPath(new URL("..", import.meta.url)), logLevel: "warn" });
  await precompress(PORTAL_FOLDER);
});
