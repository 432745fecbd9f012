import { sql } from "kysely";
import type { Db } from "../../database/tables.ts";
import { UUID_PATTERN } from "./uploadStore.ts";

/** The blocks of the largest blob there can be, sent ten times. */
const MOST_WRITES = 500_000;

/**
 * Bytes that count toward a vendor's quota: zips that were taken in, whatever came through the links of others until
 * it is cleared away, and spatial extents.
 */
export async function usedQuotaBytes(db: Db, username: string): Promise<number> {
  const { rows } = await sql<{ kept: number }>`SELECT (
    (SELECT coalesce(sum(CASE WHEN cataloged_at IS NOT NULL THEN coalesce(snapshot_size, 0)
      WHEN incoming_deleted_at IS NULL THEN received_bytes ELSE 0 END), 0)
      FROM uploads WHERE username = ${username})
    + (SELECT coalesce(sum(size), 0) FROM spatial_extents WHERE username = ${username}))::bigint AS kept`.execute(
    db,
  );
  return rows[0]?.kept ?? 0;
}

/** What came through a link since its count was read, beside all that its vendor keeps. */
interface Recent {
  writes: number;
  newBytes: number;
  newWrites: number;
  vendor: { kept: number };
}

/** How much is known to this process alone, at most: in bytes of one upload, and in milliseconds. */
const WRITTEN_EVERY = { bytes: 64 * 1024 ** 2, milliseconds: 5000 };

interface QuotaCounter {
  /** Answers false where the vendor of an upload's path has no room, or its link was used more than any upload needs. */
  take(path: string, bytes: number): Promise<boolean>;
  /** Writes down what was counted. */
  write(): Promise<void>;
}

/**
 * Counts what is about to come through the links of uploads. A block costs no call of the database: counts are kept here
 * and written now and then, so that what comes at once, or to several processes, may go over the quota by that much.
 */
export function createQuotaCounter(db: Db, quota: number): QuotaCounter {
  const recent = new Map<string, Promise<Recent | undefined>>();
  const vendors = new Map<string, Promise<Recent["vendor"]>>();
  let written: Promise<void> = Promise.resolve();
  let timer: NodeJS.Timeout | undefined;

  async function read(id: string): Promise<Recent | undefined> {
    await written;
    const batch = await db
      .selectFrom("uploads")
      .select(["username", "received_writes"])
      .where("id", "=", id)
      .executeTakeFirst();
    if (!batch) return undefined;
    const { username, received_writes: writes } = batch;
    const vendor = vendors.get(username) ?? usedQuotaBytes(db, username).then((kept) => ({ kept }));
    vendors.set(username, vendor);
    return { writes, newBytes: 0, newWrites: 0, vendor: await vendor };
  }

  function known(id: string): Promise<Recent | undefined> {
    timer ??= setTimeout(() => void write().catch(() => undefined), WRITTEN_EVERY.milliseconds).unref();
    const found = recent.get(id) ?? read(id);
    recent.set(id, found);
    return found;
  }

  async function fits(id: string, bytes: number): Promise<boolean> {
    const upload = await known(id);
    if (!upload) return true;
    const { vendor } = upload;
    if (upload.writes + upload.newWrites >= MOST_WRITES || vendor.kept + bytes > quota) return false;
    vendor.kept += bytes;
    upload.newBytes += bytes;
    upload.newWrites += 1;
    if (upload.newBytes >= WRITTEN_EVERY.bytes) await write();
    return true;
  }

  /** What is asked for next is read anew. */
  function write(): Promise<void> {
    const counted = [...recent];
    clearTimeout(timer);
    timer = undefined;
    recent.clear();
    vendors.clear();
    const writing = written.then(async () => {
      for (const [id, upload] of counted) {
        const { newBytes = 0, newWrites = 0 } = (await upload.catch(() => undefined)) ?? {};
        if (newWrites > 0) await addReceived(db, id, newBytes, newWrites);
      }
    });
    written = writing.catch(() => undefined);
    return writing;
  }

  return {
    async take(path, bytes) {
      const id = path.split("/")[1] ?? "";
      if (!UUID_PATTERN.test(id) || (await fits(id, bytes))) return true;
      // Uploads that were taken in or cleared away since may have made room.
      await write();
      return fits(id, bytes);
    },
    write,
  };
}

async function addReceived(db: Db, id: string, bytes: number, writes: number): Promise<void> {
  await db
    .updateTable("uploads")
    .set({
      received_bytes: sql`received_bytes + ${bytes}`,
      received_writes: sql`received_writes + ${writes}`,
    })
    .where("id", "=", id)
    .execute();
}
