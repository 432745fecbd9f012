import type { FieldError } from "../contract/rules/fieldErrors.ts";
import type { JsonObject } from "../contract/json.ts";

/** Sent to the caller as `{ message, faults?, ...details }`. */
export class HttpError extends Error {
  constructor(
    readonly status: number,
    message: string,
    readonly errors?: FieldError[],
    /** Further properties of the response body. `retryAfter` (seconds) is also sent as a header. */
    readonly details?: JsonObject,
  ) {
    super(message);
  }

  override readonly name = "HttpError";
}

/** Of the cursor of any paged list. */
export const INVALID_CURSOR =
  "The parameter after is not valid. Use the URL in the Link header of the page before.";
