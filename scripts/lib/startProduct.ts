import { spawn, type ChildProcess } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { freePort } from "./freePort.ts";

export interface Product {
  /** Where the portal is, without a path. */
  url: string;
  dataDir: string;
  /** All it has printed so far. */
  output(): string;
  /** Ends the process and waits for it; answers its exit code (null when a signal ended it). */
  stop(signal?: NodeJS.Signals): Promise<number | null>;
  /** Starts it again on the same address and data. */
  restart(): Promise<void>;
  /** Ends the process and forgets its data. */
  remove(): Promise<void>;
}

const READY = /Ready: (\S+)/;

/** The whole product as `npm start` runs it in a folder: one process, with a data folder of its own. */
export async function startProduct(
  environment: Record<string, string> = {},
  folder = process.cwd(),
): Promise<Product> {
  const port = environment["PORT"] ?? String(await freePort());
  const dataDir = environment["DATA_DIR"] ?? mkdtempSync(join(tmpdir(), "flood-product-"));
  const env = { ...process.env, NODE_ENV: "production", ...environment, PORT: port, DATA_DIR: dataDir };
  let running = await launch(env, folder);
  return {
    url: `http://localhost:${port}`,
    dataDir,
    output: () => running.output(),
    stop: (signal = "SIGTERM") => end(running.process, signal),
    async restart() {
      running = await launch(env, folder);
    },
    async remove() {
      await end(running.process, "SIGKILL");
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}

async function launch(env: NodeJS.ProcessEnv, cwd: string) {
  const process_ = spawn(process.execPath, ["--import", "tsx", "scripts/start.ts"], { env, cwd });
  const endWithUs = () => void process_.kill("SIGKILL");
  process.prependOnceListener("exit", endWithUs);
  process_.once("exit", () => process.off("exit", endWithUs));
  let text = "";
  const ready = new Promise<void>((resolve, reject) => {
    const listen = (chunk: Buffer) => {
      text += chunk.toString();
      if (READY.test(text)) resolve();
    };
    process_.stdout.on("data", listen);
    process_.stderr.on("data", listen);
    process_.once("exit", (code) => reject(new Error(`The product ended with ${code}:\n${text}`)));
  });
  await ready;
  return { process: process_, output: () => text };
}

function end(process_: ChildProcess, signal: NodeJS.Signals): Promise<number | null> {
  if (process_.exitCode !== null || process_.signalCode !== null) return Promise.resolve(process_.exitCode);
  return new Promise((resolve) => {
    process_.once("exit", resolve);
    process_.kill(signal);
  });
}
