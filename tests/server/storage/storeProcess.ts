import { startStore } from "./embeddedStore.ts";

/** A store that a test can kill. Prints its port. */
const store = await startStore({ folder: process.argv[2]!, port: Number(process.argv[3] ?? 0) });
process.stdout.write(`${store.port}\n`);
