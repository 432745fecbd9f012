import { startStore } from "./embeddedStore.ts";

/** A store in a process of its own, so that it can be killed: says its port and serves until then. */
const store = await startStore({ folder: process.argv[2]!, port: Number(process.argv[3] ?? 0) });
process.stdout.write(`${store.port}\n`);
