import { readFile, writeFile } from "node:fs/promises";

/** The resident memory of a process in bytes, now or at its peak; NaN without Linux. See proc(5), status. */
async function readStatus(pid: number, name: "VmRSS" | "VmHWM"): Promise<number> {
  if (process.platform !== "linux") return NaN;
  const status = await readFile(`/proc/${pid}/status`, "utf8");
  return Number(new RegExp(`^${name}:\\s+(\\d+) kB`, "m").exec(status)?.[1]) * 1024;
}

export const readMemory = (pid: number): Promise<number> => readStatus(pid, "VmRSS");

/**
 * Without memory that it shares with other processes, such as the code of the program; NaN without Linux. See proc(5),
 * smaps_rollup.
 */
export async function readPrivateMemory(pid: number): Promise<number> {
  if (process.platform !== "linux") return NaN;
  const rollup = await readFile(`/proc/${pid}/smaps_rollup`, "utf8");
  return Number(/^Private_Dirty:\s+(\d+) kB/m.exec(rollup)?.[1]) * 1024;
}

/** The peak since the start or the last reset. */
export const readPeakMemory = (pid: number): Promise<number> => readStatus(pid, "VmHWM");

/** See proc(5), clear_refs. */
export const resetPeakMemory = (pid: number): Promise<void> => writeFile(`/proc/${pid}/clear_refs`, "5");
