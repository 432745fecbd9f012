import { readlinkSync } from "node:fs";
import { hostname } from "node:os";

/** Where a process runs. Its id means something to the processes of the same place, and to no other. */
export interface ProcessPlace {
  host: string;
  /** The space of process ids, which a container has for itself; empty where the system has only one. */
  space: string;
}

/** Where this process runs. */
export const processPlace = (): ProcessPlace => ({ host: hostname(), space: idSpace() });

function idSpace(): string {
  try {
    return readlinkSync("/proc/self/ns/pid");
  } catch {
    return "";
  }
}
