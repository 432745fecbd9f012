import { session } from "../providers/session.ts";

type FlushListener = (isLeaving: boolean) => boolean | Promise<boolean>;

const listeners = new Set<FlushListener>();

/** Saves the input of open forms now. Resolves to false if some of it is not saved anywhere. */
export const flushDrafts = async (isLeaving = false): Promise<boolean> =>
  (await Promise.all([...listeners].map((listener) => listener(isLeaving)))).every(Boolean);

/** The listener stores its input on this device before it first awaits. It returns false if its input is not saved. */
export function onFlushDrafts(listener: FlushListener): () => void {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}

window.addEventListener("pagehide", () => void flushDrafts(true));
document.addEventListener("visibilitychange", () => void flushDrafts());
session.onBeforeEnd(() => void flushDrafts());
