import { main } from "../src/server/main.ts";
import { buildPortal } from "./start/buildPortal.ts";

/** `npm start`: the portal is built when needed, then everything runs in this one process. */
await main({ prepare: buildPortal });
