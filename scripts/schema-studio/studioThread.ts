import { Piscina } from "piscina";
import { findChildProgram } from "../../src/server/processing/childProgram.ts";
import type { CallAnswer, StudioCall } from "./answerCall.ts";
import type { StudioOptions } from "./studio.ts";

export interface StudioThread {
  /** @param isWanted whether the page still waits for the answer once it is the call's turn */
  run(call: StudioCall, isWanted: () => boolean): Promise<CallAnswer>;
  stop(): Promise<void>;
}

/** A thread for calls that take long, one after the other, so that a preview does not wait for them. */
export function startThread(options: StudioOptions): StudioThread {
  const { file: filename, nodeOptions: execArgv } = findChildProgram(import.meta.dirname, "studioWorker");
  const pool = new Piscina<StudioCall, CallAnswer>({
    ...{ filename, execArgv, workerData: options },
    minThreads: 1,
    maxThreads: 1,
  });
  let last: Promise<unknown> = Promise.resolve();
  return {
    run(call, isWanted) {
      const answer = last.then(() => (isWanted() ? pool.run(call) : NOT_WANTED));
      last = answer.catch(() => undefined);
      return answer;
    },
    stop: () => pool.destroy(),
  };
}

const NOT_WANTED: CallAnswer = { status: 409, content: { message: "A later call replaces it.", errors: [] } };
