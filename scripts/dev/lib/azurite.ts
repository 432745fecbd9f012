import { spawn, type ChildProcess } from "node:child_process";
import { existsSync } from "node:fs";
import { setTimeout as delay } from "node:timers/promises";
import { findFreePort } from "./freePort.ts";

const LOCAL_AZURITE = "tests/azurite/node_modules/.bin/azurite-blob";

/** The reason why Azurite (Microsoft's storage emulator) cannot run here; undefined if it can. */
export const missingAzuriteReason =
  process.env.AZURITE_CONNECTION_STRING || existsSync(LOCAL_AZURITE)
    ? undefined
    : "no Azurite: set AZURITE_CONNECTION_STRING or run npm ci --prefix tests/azurite --omit=dev";

/** Azurite's default account; its key is public. */
const ACCOUNT = "devstoreaccount1";
const KEY = "Eby8vdM02xNOcqFlqUwJPLlmEtlCDXJ1OUzFT50uSRZ6IFsuFq2UVErCz4I6tq/K1SZFPTOtr/KBHBeksoGMGw==";

/** Uses AZURITE_CONNECTION_STRING, or starts Azurite with in-memory storage on a free port. */
export async function startAzurite() {
  const configured = process.env.AZURITE_CONNECTION_STRING;
  if (configured) return { connectionString: configured, stop: async () => undefined };
  const port = await findFreePort();
  const options = [
    "--blobHost",
    "127.0.0.1",
    "--blobPort",
    String(port),
    "--inMemoryPersistence",
    "--silent",
  ];
  const emulator = spawn(LOCAL_AZURITE, [...options, "--skipApiVersionCheck", "--disableTelemetry"], {
    stdio: "ignore",
  });
  const endpoint = `http://127.0.0.1:${port}/${ACCOUNT}`;
  await waitUntilReady(endpoint, emulator);
  return {
    connectionString: `DefaultEndpointsProtocol=http;AccountName=${ACCOUNT};AccountKey=${KEY};BlobEndpoint=${endpoint}`,
    async stop() {
      emulator.kill();
      if (emulator.exitCode === null) await new Promise((resolve) => emulator.once("exit", resolve));
    },
  };
}

async function waitUntilReady(address: string, server: ChildProcess): Promise<void> {
  for (let attempt = 0; attempt < 300; attempt += 1) {
    if (server.exitCode !== null) throw new Error(`Azurite ended with ${server.exitCode}.`);
    if (await fetch(address).catch(() => undefined)) return;
    await delay(100);
  }
  server.kill();
  throw new Error("Azurite was not ready within 30 seconds.");
}
