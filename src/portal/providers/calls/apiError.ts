import type { FieldError } from "../../../contract/rules/fieldErrors.ts";

export interface ApiErrorBody {
  message?: string;
  faults?: FieldError[];
  /** With status 500. */
  request_id?: string;
  [other: string]: unknown;
}

/** `status` 0: no response arrived. */
export class ApiError extends Error {
  override readonly name = "ApiError";

  constructor(
    message: string,
    readonly status: number,
    readonly body: ApiErrorBody = {},
    options?: ErrorOptions,
  ) {
    super(message, options);
  }
}

export const isNotFoundError = (error: unknown): boolean => error instanceof ApiError && error.status === 404;
