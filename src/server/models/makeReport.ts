import { fork } from "node:child_process";
import { createRequire } from "node:module";
import { fileURLToPath, pathToFileURL } from "node:url";
import type { ModelReport } from "../../contract/generated/entities.ts";
import type { ModelSource } from "../../contract/models/readModel.ts";
import type { ReporterMessage } from "./reporter.ts";

const REPORTER = fileURLToPath(new URL("reporter.ts", import.meta.url));
const LONGEST = 120_000;
const HEAP_MEGABYTES = 256;

/**
 * Makes a model's report in a process of its own, so that neither a long file nor a forged one holds up the server.
 * Undefined when that took too long, too much memory, or failed.
 *
 * @throws when the source fails
 */
export function makeReport(source: ModelSource, longest = LONGEST): Promise<ModelReport | undefined> {
  const tsx = pathToFileURL(createRequire(import.meta.url).resolve("tsx")).href;
  const reporter = fork(REPORTER, {
    execArgv: [`--max-old-space-size=${HEAP_MEGABYTES}`, "--import", tsx],
    env: {},
    serialization: "advanced",
    // What is wrong with a stranger's file is no news for the server's log.
    stdio: ["ignore", "ignore", "ignore", "ipc"],
    timeout: longest,
    killSignal: "SIGKILL",
  });
  const report = new Promise<ModelReport | undefined>((resolve, reject) => {
    reporter.on("message", (message: ReporterMessage) => {
      if ("report" in message) return resolve(message.report);
      const { id, path, length } = message;
      source.read(path, length).then((bytes) => reporter.connected && reporter.send({ id, bytes }), reject);
    });
    reporter.on("error", () => resolve(undefined));
    reporter.on("exit", () => resolve(undefined));
    reporter.send({ files: source.files });
  });
  return report.finally(() => reporter.kill("SIGKILL"));
}
