import { useEffect } from "react";
import type { RecordRow } from "../providers/recordsDialect.ts";

/** Looked at between two questions for the time. */
const STEP = 20;

/** Reads the metadata of all records while the browser is idle: the first search then need not. */
export function useReadAhead(records: RecordRow[]): void {
  useEffect(() => {
    if (!("requestIdleCallback" in window)) return;
    let next = 0;
    const read: IdleRequestCallback = (deadline) => {
      while (next < records.length && deadline.timeRemaining() > 1) {
        const last = Math.min(next + STEP, records.length);
        for (; next < last; next += 1) void records[next]?.currentMetadata;
      }
      if (next < records.length) handle = requestIdleCallback(read);
    };
    let handle = requestIdleCallback(read);
    return () => cancelIdleCallback(handle);
  }, [records]);
}
