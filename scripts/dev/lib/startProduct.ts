import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { RUN_VARIABLE } from "../test/leftoverProcesses.ts";
import { findFreePort } from "./freePort.ts";

export interface ServerProcess {
  /** Without a path. */
  url: string;
  pid: number | undefined;
  /** Everything printed so far. */
  output: () => string;
  /** Sends a signal and waits; returns the exit code, null if the signal ended the process. */
  end: (signal: NodeJS.Signals) => Promise<number | null>;
}

/** A server process that can be stopped and started again with the same address and data. */
export interface Product {
  /** Without a path. */
  url: string;
  dataDir: string;
  pid(): number | undefined;
  /** Everything printed since the last start. */
  output(): string;
  /** Returns the exit code, null if the signal ended the process. */
  stop(signal?: NodeJS.Signals): Promise<number | null>;
  restart(): Promise<void>;
  /** Kills the process and deletes its data. */
  remove(): Promise<void>;
}

const SERVER_SCRIPT = fileURLToPath(new URL("runMain.ts", import.meta.url));
const READY_LINE = /Ready: (\S+?)(\/metadata_app\/)?\s/;
const START_TIMEOUT_MS = 180_000;
const { scripts } = JSON.parse(readFileSync(new URL("../../../package.json", import.meta.url), "utf8")) as {
  scripts: { start: string; serve: string };
};
/** The flags of `npm start` and of `npm run serve`, without the program. */
const START_FLAGS = scripts.start.split(" ").slice(1, -1);
const SERVE_FLAGS = scripts.serve.split(" ").slice(1, -1);
/** Tests name the compiled server in it: it starts in half the CPU time of the sources. */
export const COMPILED_SERVER_VARIABLE = "COMPILED_SERVER";
/** Tests run with --liftoff-only: it skips the optimizing compiler for WebAssembly, so servers start faster. */
export const WASM_FLAGS = process.execArgv.filter((flag) => flag === "--liftoff-only");

/** Starts the server without the portal, in a clean environment and on a free port. */
export const startServerProcess = (
  env: Record<string, string>,
  flags: string[] = WASM_FLAGS,
): Promise<ServerProcess> =>
  launch(SERVER_SCRIPT, {
    flags,
    env: { ...buildTestRunEnv(), PATH: process.env["PATH"] ?? "", PORT: "0", HOST: "127.0.0.1", ...env },
    timeoutMs: START_TIMEOUT_MS,
  });

/** Marks the process as part of the test run, which ends leftover processes. */
function buildTestRunEnv(): Record<string, string> {
  const runId = process.env[RUN_VARIABLE];
  return runId === undefined ? {} : { [RUN_VARIABLE]: runId };
}

/** Starts the product as `npm start` does, with a new data folder if the environment names none. */
export const startProduct = (
  environment: Record<string, string> = {},
  folder = process.cwd(),
): Promise<Product> => startScript("scripts/start.ts", environment, folder);

/** Starts the server without the portal. @param niceness as of `nice -n` */
export const startServerOnly = (
  environment: Record<string, string> = {},
  niceness?: number,
): Promise<Product> => startScript(SERVER_SCRIPT, environment, process.cwd(), niceness);

async function startScript(
  script: string,
  environment: Record<string, string>,
  folder: string,
  niceness?: number,
): Promise<Product> {
  const port = environment["PORT"] ?? String(await findFreePort());
  const dataDir = environment["DATA_DIR"] ?? mkdtempSync(join(tmpdir(), "flood-product-"));
  // Measurements send more requests than a user.
  const limits = { RATE_LIMIT: "0" };
  const env = {
    ...{ ...process.env, NODE_ENV: "production", ...limits, ...environment },
    ...{ PORT: port, DATA_DIR: dataDir },
  };
  const start = () => launch(script, { env, cwd: folder, flags: WASM_FLAGS, niceness });
  let running = await start();
  return {
    url: `http://localhost:${port}`,
    dataDir,
    pid: () => running.pid,
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

/** Waits until the script prints that it is ready. Rejects with its output if it ends before. */
async function launch(
  script: string,
  {
    env,
    cwd = process.cwd(),
    timeoutMs,
    flags = [],
    niceness,
  }: {
    env: NodeJS.ProcessEnv;
    cwd?: string;
    timeoutMs?: number;
    flags?: string[];
    niceness?: number | undefined;
  },
): Promise<ServerProcess> {
  const compiled = cwd === process.cwd() ? process.env[COMPILED_SERVER_VARIABLE] : undefined;
  const start = compiled ? [...SERVE_FLAGS, ...flags, compiled] : [...START_FLAGS, ...flags, script];
  const command = [process.execPath, ...start];
  const [program, ...args] = niceness === undefined ? command : ["nice", "-n", String(niceness), ...command];
  const child = spawn(program!, args, {
    ...{ env, cwd },
    stdio: ["ignore", "pipe", "pipe"],
  });
  const killOnExit = () => void child.kill("SIGKILL");
  process.prependOnceListener("exit", killOnExit);
  let output = "";
  const exit = once(child, "exit") as Promise<[number | null, NodeJS.Signals | null]>;
  void exit.then(() => process.off("exit", killOnExit));
  const url = await new Promise<string>((resolve, reject) => {
    const onTimeout = () => {
      child.kill("SIGKILL");
      reject(new Error(`Not ready in time: ${output}`));
    };
    const timer = timeoutMs === undefined ? undefined : setTimeout(onTimeout, timeoutMs);
    const onOutput = (chunk: Buffer) => {
      output += chunk.toString();
      const readyUrl = READY_LINE.exec(output)?.[1];
      if (!readyUrl) return;
      clearTimeout(timer);
      resolve(readyUrl);
    };
    child.stdout.on("data", onOutput);
    child.stderr.on("data", onOutput);
    void exit.then(([code, signal]) => {
      clearTimeout(timer);
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
