import type { Fault } from "../../../contract/rules/faults.ts";

/** What a refusal of the vendor services carries besides its words. */
export interface RefusalBody {
  message?: string;
  faults?: Fault[];
  [other: string]: unknown;
}

/** A call of the vendor services that did not succeed. `status` 0 means that no answer came. */
export class VendorError extends Error {
  override readonly name = "VendorError";

  constructor(
    message: string,
    readonly status: number,
    readonly body: RefusalBody = {},
    options?: ErrorOptions,
  ) {
    super(message, options);
  }
}

/** True where an installation's services do not know a call at all. */
export const isNotServed = (error: unknown): boolean => error instanceof VendorError && error.status === 404;

/** An answer; undefined where an installation's services do not know the call. */
export async function unlessNotServed<Answer>(answer: Promise<Answer>): Promise<Answer | undefined> {
  try {
    return await answer;
  } catch (error) {
    if (isNotServed(error)) return undefined;
    throw error;
  }
}
