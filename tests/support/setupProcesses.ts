import { exitOnSignals } from "../../scripts/dev/lib/temporaryFolder.ts";

// Vitest ends its workers with SIGTERM; only a regular exit ends the servers and browsers that a worker has started.
exitOnSignals();
