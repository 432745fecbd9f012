import { BlobServiceClient } from "@azure/storage-blob";
import { spawn } from "node:child_process";
import { once } from "node:events";
import { createInterface } from "node:readline";
import { embeddedConnectionString } from "./embeddedConnectionString.ts";
import { ACCOUNT } from "./embeddedStore.ts";

/** Starts the store in another process; `limit` is the largest file, in KiB, that the system lets it write. */
export async function spawnStore(folder: string, limit?: number, port = 0) {
  const node = [
    process.execPath,
    "--import",
    "tsx",
    "tests/server/storage/storeProcess.ts",
    folder,
    String(port),
  ];
  const limited = ["bash", "-c", `ulimit -f ${limit}; exec "$@"`, "bash", ...node];
  const [program, ...args] = limit === undefined ? node : limited;
  const child = spawn(program!, args, { stdio: ["ignore", "pipe", "inherit"] });
  const [line] = (await once(createInterface(child.stdout), "line")) as [string];
  const connectionString = embeddedConnectionString({ ...ACCOUNT, port: Number(line) });
  return {
    connectionString,
    service: BlobServiceClient.fromConnectionString(connectionString, { retryOptions: { maxTries: 1 } }),
    /** Ends it in the midst of whatever it does. */
    async kill() {
      const ended = once(child, "exit");
      if (child.kill("SIGKILL")) await ended;
    },
  };
}
