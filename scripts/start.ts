import { runCommand } from "./lib/command.ts";

const USAGE = `npm start

Builds the portal if needed, then serves the portal, the API and the embedded store until you press Ctrl+C. docs/deploy.md
lists the environment variables.`;

await runCommand(USAGE, async () => {
  const [{ main }, { buildPortal }] = await Promise.all([
    import("../src/server/main.ts"),
    import("./start/buildPortal.ts"),
  ]);
  await main({ prepare: buildPortal });
});
