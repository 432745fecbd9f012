import { fork, type ChildProcess } from "node:child_process";
import { createRequire } from "node:module";
import { setTimeout as pause } from "node:timers/promises";
import { fileURLToPath, pathToFileURL } from "node:url";
import type { ModelReport } from "../../contract/generated/entities.ts";
import type { ModelSource } from "../../contract/models/readModelFiles.ts";
import type { ReporterMessage, ReporterOrder } from "./reporter.ts";

const REPORTER = fileURLToPath(new URL("reporter.ts", import.meta.url));
const LONGEST = 120_000;
const HEAP_MEGABYTES = 256;
const IDLE_FOR = 30_000;

/** Processes that wait for the next model: to start one takes a second, as long as most models take to be read. */
const idle = new Set<ChildProcess>();

/**
 * Makes a model's report in a process of its own, so that neither a long file nor a forged one holds up the server.
 * Undefined when that took too long, too much memory, or failed.
 *
 * @throws when the source fails
 */
export async function makeReport(source: ModelSource, longest = LONGEST): Promise<ModelReport | undefined> {
  const reporter = idleReporter() ?? startReporter();
  const tooLong = setTimeout(() => reporter.kill("SIGKILL"), longest);
  try {
    const report = await answerOf(reporter, source);
    if (report) rest(reporter);
    else reporter.kill("SIGKILL");
    return report;
  } catch (error) {
    reporter.kill("SIGKILL");
    throw error;
  } finally {
    clearTimeout(tooLong);
  }
}

/** Starts a reporter for a model that is about to come, where none waits. */
export function prepareReporter(): void {
  if (!waitingReporter()) rest(startReporter());
}

function startReporter(): ChildProcess {
  const tsx = pathToFileURL(createRequire(import.meta.url).resolve("tsx")).href;
  return fork(REPORTER, {
    execArgv: [`--max-old-space-size=${HEAP_MEGABYTES}`, "--import", tsx],
    env: {},
    serialization: "advanced",
    // What is wrong with a stranger's file is no news for the server's log.
    stdio: ["ignore", "ignore", "ignore", "ipc"],
  });
}

const waitingReporter = () => [...idle].find(({ connected }) => connected);

function idleReporter(): ChildProcess | undefined {
  const reporter = waitingReporter();
  if (!reporter) return undefined;
  idle.delete(reporter);
  reporter.ref();
  reporter.channel?.ref();
  return reporter;
}

/** Keeps a reporter for a while. It holds up no ending: it ends with this process. */
function rest(reporter: ChildProcess): void {
  for (const event of ["message", "error", "exit"]) reporter.removeAllListeners(event);
  // One that could not be started is not connected, and never taken.
  reporter.on("error", () => idle.delete(reporter));
  reporter.unref();
  reporter.channel?.unref();
  idle.add(reporter);
  void pause(IDLE_FOR, undefined, { ref: false }).then(
    () => idle.delete(reporter) && reporter.kill("SIGKILL"),
  );
}

const answerOf = (reporter: ChildProcess, source: ModelSource) =>
  new Promise<ModelReport | undefined>((resolve, reject) => {
    const order = (message: ReporterOrder) => reporter.connected && reporter.send(message);
    reporter.on("message", (message: ReporterMessage) => {
      if ("report" in message) return resolve(message.report);
      const { id, asked } = message;
      const parts = asked.map(({ path, length, offset }) => source.read(path, length, offset));
      Promise.all(parts).then((read) => order({ id, parts: read }), reject);
    });
    reporter.on("error", () => resolve(undefined));
    reporter.on("exit", () => resolve(undefined));
    order({ files: source.files });
  });
