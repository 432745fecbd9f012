import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";

/**
 * Text that tells one process from any other that has had its id, before or after: when it started. Nothing when no
 * process of that id runs. Where the system does not say, the mark is empty and the id alone must do.
 */
export function processMark(pid: number): string | undefined {
  if (!isRunning(pid)) return undefined;
  try {
    return process.platform === "linux" ? linuxMark(pid) : startedAt(pid);
  } catch {
    return isRunning(pid) ? "" : undefined;
  }
}

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === "EPERM";
  }
}

/** Ticks since the machine was started, and which start of the machine it was. A dead but unreaped process is gone. */
function linuxMark(pid: number): string | undefined {
  const stat = readFileSync(`/proc/${pid}/stat`, "utf8");
  const [state, ...fields] = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
  if (state === "Z" || state === "X") return undefined;
  return `${fields[18]} ${readFileSync("/proc/sys/kernel/random/boot_id", "utf8").trim()}`;
}

function startedAt(pid: number): string {
  if (process.platform === "win32") return "";
  return execFileSync("ps", ["-o", "lstart=", "-p", String(pid)], { encoding: "utf8" }).trim();
}
