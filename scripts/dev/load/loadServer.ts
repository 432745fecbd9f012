import { readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { freePort } from "../lib/freePort.ts";
import { startServerProcess, type ServerProcess } from "../lib/startProduct.ts";
import { temporaryFolder } from "../lib/temporaryFolder.ts";

/** The whole server in a process of its own, on the embedded database and store, at one address all the time. */
export interface LoadServer {
  url: string;
  dataDir: string;
  /** What it has said since it was started. */
  said(): string;
  /** Ends it in the midst of whatever it does, and waits for it. */
  kill(): Promise<void>;
  /** Starts it again on the same data. */
  start(): Promise<void>;
  /** Bytes of memory it holds now. Only where the system tells (Linux). */
  memory(): Promise<number>;
  /** The most it has held since it was started, or since `forgetPeak`. */
  peakMemory(): Promise<number>;
  forgetPeak(): Promise<void>;
  /** Ends it and removes its data. */
  remove(): Promise<void>;
}

/** Starts a server on a new data folder below `parent`. */
export async function startLoadServer(parent = tmpdir()): Promise<LoadServer> {
  const dataDir = await temporaryFolder("flood-load-", parent);
  const port = String(await freePort());
  const url = `http://127.0.0.1:${port}`;
  const launch = () =>
    startServerProcess({ PORT: port, DATA_DIR: dataDir, PUBLIC_URL: url, LOG_LEVEL: "error" });
  let running: ServerProcess | undefined = await launch();
  const kill = async () => {
    await running?.end("SIGKILL");
    running = undefined;
  };
  const statusLine = async (name: string) => {
    const status = await readFile(`/proc/${running?.pid}/status`, "utf8");
    return Number(new RegExp(`^${name}:\\s+(\\d+) kB`, "m").exec(status)?.[1]) * 1024;
  };
  return {
    url,
    dataDir,
    kill,
    said: () => running?.output() ?? "",
    async start() {
      running = await launch();
    },
    memory: () => statusLine("VmRSS"),
    peakMemory: () => statusLine("VmHWM"),
    // What the system offers for this: see proc(5).
    forgetPeak: () => writeFile(`/proc/${running?.pid}/clear_refs`, "5"),
    async remove() {
      await kill();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}
