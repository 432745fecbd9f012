import type { LocatedError, RefusalAnswer } from "./protocol.ts";

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

const SERVER_ERROR = 500;

export function describeRefusal(error: unknown): { status: number; content: RefusalAnswer } {
  const { status, errors } = error instanceof Refusal ? error : { status: SERVER_ERROR, errors: [] };
  return { status, content: { message: (error as Error).message, errors } };
}
