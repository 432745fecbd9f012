import { main } from "../../../src/server/main.ts";

/** The server as a process of its own, without a build of the portal: for tests that kill it. */
await main();
