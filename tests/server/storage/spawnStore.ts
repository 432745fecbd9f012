import { BlobServiceClient } from "@azure/storage-blob";
import { spawn } from "node:child_process";
import { once } from "node:events";
import { createInterface } from "node:readline";
import { buildEmbeddedConnectionString } from "./embeddedConnectionString.ts";
import { ACCOUNT } from "./embeddedStore.ts";

/** Starts the store in a separate process, optionally with a maximum file size. */
export async function spawnStore(folder: string, maxFileKib?: number, port = 0) {
  const node = [
    process.execPath,
    "--import",
    "tsx",
    "tests/server/storage/storeProcess.ts",
    folder,
    String(port),
  ];
  const limited = ["bash", "-c", `ulimit -f ${maxFileKib}; exec "$@"`, "bash", ...node];
  const [program, ...args] = maxFileKib === undefined ? node : limited;
  const child = spawn(program!, args, { stdio: ["ignore", "pipe", "inherit"] });
  const [line] = (await once(createInterface(child.stdout), "line")) as [string];
  const connectionString = buildEmbeddedConnectionString({ ...ACCOUNT, port: Number(line) });
  return {
    connectionString,
    service: BlobServiceClient.fromConnectionString(connectionString, { retryOptions: { maxTries: 1 } }),
    async kill() {
      const ended = once(child, "exit");
      if (child.kill("SIGKILL")) await ended;
    },
  };
}
