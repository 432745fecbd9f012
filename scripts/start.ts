import { runCommand } from "./lib/command.ts";

const USAGE = `npm start [-- ROLE]

Builds the portal if needed, then serves the portal, the API and the embedded store until you press Ctrl+C. docs/deploy.md
lists the environment variables and the roles.`;

await runCommand(USAGE, async ([role]) => {
  const [{ main }, { buildPortal }] = await Promise.all([
    import("../src/server/main.ts"),
    import("./start/buildPortal.ts"),
  ]);
  await main({ prepare: buildPortal, role });
});
