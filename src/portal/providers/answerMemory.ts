import type { VendorAnswer } from "./vendorCall.ts";

/** More than any screen polls at a time. */
const KEPT = 12;

/** The answers read last, by their address, for as long as the services give them the same version. */
export function createAnswerMemory() {
  const answers = new Map<string, VendorAnswer>();
  return {
    /** The answer of this address in this version; undefined when it was another, or none is known. */
    recall(address: string, etag: string | undefined): VendorAnswer | undefined {
      const answer = answers.get(address);
      return etag !== undefined && answer?.etag === etag ? answer : undefined;
    },
    keep(address: string, answer: VendorAnswer): void {
      answers.delete(address);
      if (answer.etag === undefined) return;
      answers.set(address, answer);
      const [oldest] = answers.keys();
      if (answers.size > KEPT && oldest !== undefined) answers.delete(oldest);
    },
  };
}
