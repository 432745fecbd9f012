import { runCommand } from "./lib/command.ts";

const USAGE = `npm start

Builds the portal when needed, then serves portal, API and the embedded store from this one process until Ctrl+C. It is
set by the environment, as the README lists.`;

await runCommand(USAGE, async () => {
  const [{ main }, { buildPortal }] = await Promise.all([
    import("../src/server/main.ts"),
    import("./start/buildPortal.ts"),
  ]);
  await main({ prepare: buildPortal });
});
