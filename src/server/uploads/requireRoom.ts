import { Refusal } from "../refusal.ts";
import type { Services } from "../services.ts";
import { keptBytes } from "../stores/uploads/quotaStore.ts";

/** Refuses with 413 what a vendor wants to send who has used up the room there is for one. */
export async function requireRoom({ config, db }: Services, username: string): Promise<void> {
  if ((await keptBytes(db, username)) < config.vendorQuota) return;
  const gigabytes = (config.vendorQuota / 1e9).toLocaleString("en-US");
  throw new Refusal(
    413,
    `Your uploads take up the ${gigabytes} GB that one vendor may have here. Ask the agency for more room.`,
  );
}
