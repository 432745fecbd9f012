import type { LocatedError } from "./protocol.ts";

/** A request that the studio does not carry out. */
export class Refusal extends Error {
  override name = "Refusal";

  constructor(
    readonly status: number,
    message: string,
    readonly errors: LocatedError[] = [],
  ) {
    super(message);
  }
}
