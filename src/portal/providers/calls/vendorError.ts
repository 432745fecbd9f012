import type { FieldError } from "../../../contract/rules/fieldErrors.ts";

export interface VendorErrorBody {
  message?: string;
  faults?: FieldError[];
  [other: string]: unknown;
}

/** `status` 0: no response arrived. */
export class VendorError extends Error {
  override readonly name = "VendorError";

  constructor(
    message: string,
    readonly status: number,
    readonly body: VendorErrorBody = {},
    options?: ErrorOptions,
  ) {
    super(message, options);
  }
}

/** Services answer 404 for a call that they do not offer. */
export const isNotFoundError = (error: unknown): boolean =>
  error instanceof VendorError && error.status === 404;

export async function undefinedIf404<Response>(call: Promise<Response>): Promise<Response | undefined> {
  try {
    return await call;
  } catch (error) {
    if (isNotFoundError(error)) return undefined;
    throw error;
  }
}
