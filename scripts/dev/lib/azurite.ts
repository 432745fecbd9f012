import { spawn, type ChildProcess } from "node:child_process";
import { existsSync } from "node:fs";
import { setTimeout as delay } from "node:timers/promises";
import { freePort } from "./freePort.ts";

const LOCAL = "tests/azurite/node_modules/.bin/azurite-blob";

/** Why the tests against Microsoft's emulator cannot run here; nothing when they can. */
export const azuriteMissing =
  process.env.AZURITE_CONNECTION_STRING || existsSync(LOCAL)
    ? undefined
    : "no Azurite: set AZURITE_CONNECTION_STRING or run npm ci --prefix tests/azurite --omit=dev";

/** The emulator's one account; its key is published with it and opens nothing else. */
const ACCOUNT = "devstoreaccount1";
const KEY = "Eby8vdM02xNOcqFlqUwJPLlmEtlCDXJ1OUzFT50uSRZ6IFsuFq2UVErCz4I6tq/K1SZFPTOtr/KBHBeksoGMGw==";

/** Uses the emulator named by the environment, or starts the local one on a free port, keeping all in memory. */
export async function startAzurite() {
  const given = process.env.AZURITE_CONNECTION_STRING;
  if (given) return { connectionString: given, stop: async () => undefined };
  const port = await freePort();
  const where = ["--blobHost", "127.0.0.1", "--blobPort", String(port), "--inMemoryPersistence", "--silent"];
  const emulator = spawn(LOCAL, [...where, "--skipApiVersionCheck", "--disableTelemetry"], {
    stdio: "ignore",
  });
  const endpoint = `http://127.0.0.1:${port}/${ACCOUNT}`;
  await answering(endpoint, emulator);
  return {
    connectionString: `DefaultEndpointsProtocol=http;AccountName=${ACCOUNT};AccountKey=${KEY};BlobEndpoint=${endpoint}`,
    async stop() {
      emulator.kill();
      if (emulator.exitCode === null) await new Promise((resolve) => emulator.once("exit", resolve));
    },
  };
}

async function answering(address: string, server: ChildProcess): Promise<void> {
  for (let attempt = 0; attempt < 300; attempt += 1) {
    if (server.exitCode !== null) throw new Error(`Azurite ended with ${server.exitCode}.`);
    if (await fetch(address).catch(() => undefined)) return;
    await delay(100);
  }
  server.kill();
  throw new Error("Azurite did not answer within 30 seconds.");
}
