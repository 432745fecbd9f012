import { Refusal } from "../refusal.ts";
import type { Services } from "../services.ts";
import { findBatchByToken, type StoredBatch } from "../stores/uploadBatchStore.ts";
import { hashOfToken } from "./uploadToken.ts";

/** What an upload script learns before it sends anything. */
export interface DeliveryState {
  /** `expected`: a zip may be sent; `refused`: the one that was sent was at fault, and another may be sent. */
  state: "expected" | "refused" | "processing" | "processed";
}

/** How far the upload of a token has come. Refused with 401 when the token is unknown or has expired. */
export async function deliveryState({ db, now }: Services, token: string): Promise<DeliveryState> {
  return stateOf(requireLive(await findBatchByToken(db, hashOfToken(token)), now()));
}

/** The batch of a token that is still good. Refused with 401 otherwise. */
export function requireLive(batch: StoredBatch | undefined, now: Date): StoredBatch {
  if (!batch || batch.expires_at <= now) throw new Refusal(401, UNKNOWN_TOKEN);
  return batch;
}

const UNKNOWN_TOKEN =
  "This upload script is not known here or has expired. Download a new one from the record's upload instructions.";

function stateOf({ catalogued_at, due_at, failed_at }: StoredBatch): DeliveryState {
  if (catalogued_at !== null) return { state: "processed" };
  if (due_at !== null) return { state: "processing" };
  return { state: failed_at === null ? "expected" : "refused" };
}
