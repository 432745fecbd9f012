import type { Fault } from "../contract/rules/faults.ts";
import type { JsonObject } from "../contract/schema/fields.ts";

/** A call that is answered with less than success, in words for whoever made it. */
export class Refusal extends Error {
  constructor(
    readonly status: number,
    message: string,
    /** The broken rules of a document, each with its place. */
    readonly faults?: Fault[],
    /** Anything else the answer's body carries beside the message. */
    readonly details?: JsonObject,
  ) {
    super(message);
  }

  override readonly name = "Refusal";
}
