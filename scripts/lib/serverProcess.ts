import { spawn } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";

const MAIN = fileURLToPath(new URL("runMain.ts", import.meta.url));
const READY = /Ready: (\S+)\/metadata_app\//;
const START_WITHIN = 180_000;

/** A server in a process of its own, which a test can kill. */
export interface ServerProcess {
  url: string;
  pid: number | undefined;
  /** Everything it has said. */
  output: () => string;
  /** Sends a signal and answers the exit code once it has ended. */
  end: (signal: NodeJS.Signals) => Promise<number | null>;
}

/** Starts a process and waits until it says that it is ready. Rejects with what it said when it ends instead. */
export async function startServerProcess(env: Record<string, string>): Promise<ServerProcess> {
  const child = spawn(process.execPath, ["--import", "tsx", MAIN], {
    env: { PATH: process.env["PATH"] ?? "", PORT: "0", HOST: "127.0.0.1", ...env },
    stdio: ["ignore", "pipe", "pipe"],
  });
  const endWithUs = () => void child.kill("SIGKILL");
  process.prependOnceListener("exit", endWithUs);
  let output = "";
  const exit = once(child, "exit") as Promise<[number | null, NodeJS.Signals | null]>;
  void exit.then(() => process.off("exit", endWithUs));
  const url = await new Promise<string>((resolve, reject) => {
    const giveUp = setTimeout(() => {
      child.kill("SIGKILL");
      reject(new Error(`Not ready in time: ${output}`));
    }, START_WITHIN);
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
      reject(new Error(`${output}Ended with ${signal ?? code}`));
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
