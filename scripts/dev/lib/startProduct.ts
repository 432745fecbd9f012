import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { RUN_VARIABLE } from "../test/leftoverProcesses.ts";
import { freePort } from "./freePort.ts";

/** A server in a process of its own, which a test can kill. */
export interface ServerProcess {
  /** Where the portal is, without a path. */
  url: string;
  pid: number | undefined;
  /** Everything it has said. */
  output: () => string;
  /** Sends a signal and answers the exit code once it has ended (null when a signal ended it). */
  end: (signal: NodeJS.Signals) => Promise<number | null>;
}

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

const MAIN = fileURLToPath(new URL("runMain.ts", import.meta.url));
const READY = /Ready: (\S+)\/metadata_app\//;
const START_WITHIN = 180_000;
/** Where a test does not compile WebAssembly a second time, and well, neither do the products that it starts. */
const COMPILE_ONCE = process.execArgv.filter((flag) => flag === "--liftoff-only");

/** Starts the server alone, without a build of the portal. */
export const startServerProcess = (env: Record<string, string>): Promise<ServerProcess> =>
  launch(MAIN, {
    env: { ...testRun(), PATH: process.env["PATH"] ?? "", PORT: "0", HOST: "127.0.0.1", ...env },
    within: START_WITHIN,
  });

/** What marks processes of a test run, so that its end finds those that were left running. */
function testRun(): Record<string, string> {
  const runId = process.env[RUN_VARIABLE];
  return runId === undefined ? {} : { [RUN_VARIABLE]: runId };
}

/** The whole product as `npm start` runs it in a folder: one process, with a data folder of its own. */
export async function startProduct(
  environment: Record<string, string> = {},
  folder = process.cwd(),
): Promise<Product> {
  const port = environment["PORT"] ?? String(await freePort());
  const dataDir = environment["DATA_DIR"] ?? mkdtempSync(join(tmpdir(), "flood-product-"));
  const env = { ...process.env, NODE_ENV: "production", ...environment, PORT: port, DATA_DIR: dataDir };
  const start = () => launch("scripts/start.ts", { env, cwd: folder, flags: COMPILE_ONCE });
  let running = await start();
  return {
    url: `http://localhost:${port}`,
    dataDir,
    output: () => running.output(),
    stop: (signal = "SIGTERM") => running.end(signal),
    async restart() {
      running = await start();
    },
    async remove() {
      await running.end("SIGKILL");
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}

/** Starts a script and waits until it says that it is ready. Rejects with what it said when it ends instead. */
async function launch(
  script: string,
  {
    env,
    cwd,
    within,
    flags = [],
  }: { env: NodeJS.ProcessEnv; cwd?: string; within?: number; flags?: string[] },
): Promise<ServerProcess> {
  const child = spawn(process.execPath, [...flags, "--import", "tsx", script], {
    ...{ env, cwd },
    stdio: ["ignore", "pipe", "pipe"],
  });
  const endWithUs = () => void child.kill("SIGKILL");
  process.prependOnceListener("exit", endWithUs);
  let output = "";
  const exit = once(child, "exit") as Promise<[number | null, NodeJS.Signals | null]>;
  void exit.then(() => process.off("exit", endWithUs));
  const url = await new Promise<string>((resolve, reject) => {
    const tooLong = () => {
      child.kill("SIGKILL");
      reject(new Error(`Not ready in time: ${output}`));
    };
    const giveUp = within === undefined ? undefined : setTimeout(tooLong, within);
    const hear = (chunk: Buffer) => {
      output += chunk.toString();
      const ready = READY.exec(output)?.[1];
      if (!ready) return;
      clearTimeout(giveUp);
      resolve(ready);
    };
    child.stdout.on("data", hear);
    child.stderr.on("data", hear);
    void exit.then(([code, signal]) => {
      clearTimeout(giveUp);
      reject(new Error(`The server ended with ${signal ?? code}:\n${output}`));
    });
  });
  return {
    url,
    pid: child.pid,
    output: () => output,
    async end(signal) {
      child.kill(signal);
      return (await exit)[0];
    },
  };
}
