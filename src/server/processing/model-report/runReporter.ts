import { fork, type ChildProcess } from "node:child_process";
import { setTimeout as pause } from "node:timers/promises";
import type { ModelReport } from "../../../contract/generated/entities.ts";
import type { ModelSource } from "../../../contract/models/readModelFiles.ts";
import { findChildProgram } from "../childProgram.ts";
import type { ReporterOutput, ReporterInput } from "./reporter.ts";

const program = findChildProgram(import.meta.dirname, "reporter");
const DEFAULT_TIMEOUT_MS = 120_000;
const HEAP_MEGABYTES = 256;
const IDLE_TIMEOUT_MS = 30_000;

/** Idle processes are reused: starting one takes a second, as long as reading most models. */
const idleReporters = new Set<ChildProcess>();

/** Uses a child process, so that a large or forged file cannot block the server; undefined if it fails or times out. */
export async function runReporter(
  source: ModelSource,
  timeoutMs = DEFAULT_TIMEOUT_MS,
): Promise<ModelReport | undefined> {
  const reporter = takeIdleReporter() ?? startReporter();
  const killTimer = setTimeout(() => reporter.kill("SIGKILL"), timeoutMs);
  try {
    const report = await requestReport(reporter, source);
    if (report) keepIdle(reporter);
    else reporter.kill("SIGKILL");
    return report;
  } catch (error) {
    reporter.kill("SIGKILL");
    throw error;
  } finally {
    clearTimeout(killTimer);
  }
}

export function warmUpReporter(): void {
  if (!findIdleReporter()) keepIdle(startReporter());
}

function startReporter(): ChildProcess {
  return fork(program.file, {
    execArgv: [`--max-old-space-size=${HEAP_MEGABYTES}`, ...program.nodeOptions],
    env: {},
    serialization: "advanced",
    // Problems of a vendor's file do not belong in the server log.
    stdio: ["ignore", "ignore", "ignore", "ipc"],
  });
}

const findIdleReporter = () => [...idleReporters].find(({ connected }) => connected);

function takeIdleReporter(): ChildProcess | undefined {
  const reporter = findIdleReporter();
  if (!reporter) return undefined;
  idleReporters.delete(reporter);
  reporter.ref();
  reporter.channel?.ref();
  return reporter;
}

function keepIdle(reporter: ChildProcess): void {
  for (const event of ["message", "error", "exit"]) reporter.removeAllListeners(event);
  // A reporter that failed to start is never connected and so never used.
  reporter.on("error", () => idleReporters.delete(reporter));
  reporter.unref();
  reporter.channel?.unref();
  idleReporters.add(reporter);
  void pause(IDLE_TIMEOUT_MS, undefined, { ref: false }).then(
    () => idleReporters.delete(reporter) && reporter.kill("SIGKILL"),
  );
}

const requestReport = (reporter: ChildProcess, source: ModelSource) =>
  new Promise<ModelReport | undefined>((resolve, reject) => {
    const send = (message: ReporterInput) => reporter.connected && reporter.send(message);
    reporter.on("message", (message: ReporterOutput) => {
      if ("report" in message) return resolve(message.report);
      const { id, requests } = message;
      const parts = requests.map(({ path, length, offset }) => source.read(path, length, offset));
      Promise.all(parts).then((read) => send({ id, parts: read }), reject);
    });
    reporter.on("error", () => resolve(undefined));
    reporter.on("exit", () => resolve(undefined));
    send({ files: source.files });
  });
