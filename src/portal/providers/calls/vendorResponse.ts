import type { JsonObject } from "../../../contract/json.ts";

export interface VendorResponse {
  rows: JsonObject[];
  etag: string | undefined;
  /** Of a list that the server pages: where the next page starts, and the number of all rows if it was counted. */
  nextCursor?: string | undefined;
  numberMatched?: number | undefined;
}
