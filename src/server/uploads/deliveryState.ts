import { Refusal } from "../refusal.ts";
import type { Services } from "../services.ts";
import { findBatchByToken, type StoredBatch } from "../stores/uploads/uploadBatchStore.ts";
import { isNews } from "./queue/isNews.ts";
import { sentPath } from "./uploadPlaces.ts";
import { hashOfToken } from "./uploadToken.ts";

/** What an upload script learns before it sends anything, and while it waits for what becomes of its zip. */
export interface DeliveryState {
  /**
   * `expected`: a zip may be sent; `refused`: the one that lies in the store was at fault, and another may be sent in its
   * place. One that was sent since is not reported yet, and expected.
   */
  state: "expected" | "refused" | "processing" | "processed";
  /** What the portal does with the zip just now, or has done last. */
  stage?: "hashing" | "checking" | "extracting" | "cataloguing" | "catalogued";
  /** Why the zip was refused, sentence by sentence. */
  faults?: string[];
}

/** How far the upload of a token has come. Refused with 401 when the token is unknown or has expired. */
export async function deliveryState(services: Services, token: string): Promise<DeliveryState> {
  const { db, now, storage } = services;
  const batch = requireLive(await findBatchByToken(db, hashOfToken(token)), now());
  if (batch.catalogued_at !== null) return { state: "processed", stage: "catalogued" };
  if (batch.due_at !== null) return { state: "processing", stage: stageOf(batch) };
  if (batch.failed_at === null) return { state: "expected" };
  const sent = await storage.find(sentPath(batch));
  if (sent && isNews(batch, sent)) return { state: "expected" };
  return { state: "refused", faults: (batch.fault ?? "").split("\n") };
}

function stageOf({
  sealed_sha256,
  checked_at,
  extracted_at,
}: StoredBatch): NonNullable<DeliveryState["stage"]> {
  if (extracted_at !== null) return "cataloguing";
  if (checked_at !== null) return "extracting";
  return sealed_sha256 === null ? "hashing" : "checking";
}

/** The batch of a token that is still good. Refused with 401 otherwise. */
export function requireLive(batch: StoredBatch | undefined, now: Date): StoredBatch {
  if (!batch || batch.revoked_at !== null)
    throw new Refusal(401, `This upload script is not known here, or no longer. ${RENEW}`);
  const end = batch.expires_at;
  if (end <= now) throw new Refusal(401, `This upload script was good until ${end.toISOString()}. ${RENEW}`);
  return batch;
}

const RENEW = "Download a new script on the instructions page of the record.";
