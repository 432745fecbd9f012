import type { Kysely } from "kysely";
import { Migrator, sql } from "kysely";
import { mkdtemp, readdir, rm, stat, truncate } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, it, vi } from "vitest";
import { migrate, migrations } from "../../../src/server/database/migrate.ts";
import { openDatabase } from "../../../src/server/database/openDatabase.ts";
import { openServices } from "../../../src/server/openServices.ts";
import type { Database } from "../../../src/server/database/tables.ts";
import { setSettingOnce } from "../../../src/server/stores/settingStore.ts";
import { aMetadata } from "../../support/aMetadata.ts";
import { copyPreparedData } from "../../support/copyPreparedData.ts";
import { onEachDatabase } from "../../support/database.ts";
import { aConfig } from "../../support/startServer.ts";

onEachDatabase("The database", (database) => {
  let db: Kysely<Database>;
  let dataDir: string;
  beforeAll(async () => {
    dataDir = await mkdtemp(join(tmpdir(), "flood-database-"));
    db = await openDatabase({ dataDir, ...database() });
  });
  afterAll(async () => {
    await db?.destroy();
    if (dataDir) await rm(dataDir, { recursive: true, force: true });
  });

  it("is migrated once, also with concurrent and repeated calls", async () => {
    await Promise.all([migrate(db), migrate(db), migrate(db)]);
    await migrate(db);
    const { rows } = await sql<{ name: string }>`SELECT name FROM kysely_migration`.execute(db);
    expect(rows.map(({ name }) => name)).toEqual(Object.keys(migrations));
  });

  it("counts the rows that a statement after WITH changes", async () => {
    await migrate(db);
    const set = (value: string) => db.insertInto("settings").values({ name: "counted", value }).execute();
    await set("1");
    const names = db.selectFrom("settings").select("name").where("name", "=", "counted");
    const changed = await db
      .with("found", () => names)
      .updateTable("settings")
      .set({ value: "2" })
      .where("name", "in", (settings) => settings.selectFrom("found").select("found.name"))
      .executeTakeFirst();
    expect(changed.numUpdatedRows).toBe(1n);
    const deleted = await db
      .with("found", () => names)
      .deleteFrom("settings")
      .where("name", "in", (settings) => settings.selectFrom("found").select("found.name"))
      .executeTakeFirst();
    expect(deleted.numDeletedRows).toBe(1n);
  });

  it("has files that only the owner can read", async () => {
    if (database().databaseUrl) return;
    const files = await readdir(join(dataDir, "database"), { recursive: true });
    const modes = await Promise.all(
      files.map(async (file) => (await stat(join(dataDir, "database", file))).mode),
    );
    expect(modes.filter((mode) => (mode & 0o077) !== 0)).toEqual([]);
  });

  it("is migrated once by several servers that start together", async () => {
    const { databaseUrl } = database();
    if (!databaseUrl) return;
    await sql`DROP SCHEMA public CASCADE`.execute(db);
    await sql`CREATE SCHEMA public`.execute(db);
    const servers = await Promise.all([1, 2, 3].map(() => openDatabase({ dataDir, databaseUrl })));
    await Promise.all(servers.map(migrate));
    await Promise.all(servers.map((server) => server.destroy()));
    expect(await db.selectFrom("settings").selectAll().execute()).toEqual([]);
  });

  it("gets what the review queue searches from the records of an earlier version", async () => {
    await sql`DROP SCHEMA public CASCADE`.execute(db);
    await sql`CREATE SCHEMA public`.execute(db);
    const migrator = new Migrator({ db, provider: { getMigrations: async () => migrations } });
    await migrator.migrateTo("0003-assignment");
    const metadata = JSON.stringify(aMetadata({ modelName: "Denton Creek", county: ["Comal", "Hays"] }));
    await sql`INSERT INTO contacts (document) VALUES ('{}')`.execute(db);
    await sql`INSERT INTO accounts (id, username, password_hash) VALUES (1, 'vendor1', '')`.execute(db);
    await sql`INSERT INTO records (username, metadata, schema_version) VALUES ('vendor1', ${metadata}::jsonb, 1)`.execute(
      db,
    );
    for (const username of ["vendor1", "agency1", "portal"])
      await sql`INSERT INTO messages (record_id, username, content) VALUES (1, ${username}, '')`.execute(db);
    await migrate(db);
    const columns = [
      ...(["title", "region", "counties"] as const),
      ...(["last_vendor_message_id", "last_agency_message_id", "agency_read_message_id"] as const),
    ];
    expect(await db.selectFrom("records").select(columns).execute()).toEqual([
      {
        ...{ title: "Denton Creek", region: "03", counties: ["Comal", "Hays"] },
        ...{ last_vendor_message_id: 1, last_agency_message_id: 2, agency_read_message_id: 1 },
      },
    ]);
  });

  it("is rejected and not changed if an unreleased or a newer build made it", async () => {
    const refusals = [
      { executed: ["001-initial", "014-announced-zips"], message: "made by an unreleased build" },
      { executed: [...Object.keys(migrations), "9999-later"], message: "made by a newer version" },
    ];
    const tables = await db.introspection.getTables();
    for (const { executed: names, message } of refusals) {
      await sql`DELETE FROM kysely_migration`.execute(db);
      for (const name of names)
        await sql`INSERT INTO kysely_migration (name, timestamp) VALUES (${name}, '')`.execute(db);
      await expect(migrate(db)).rejects.toThrow(message);
      await expect(migrate(db)).rejects.toThrow("an empty DATA_DIR or database");
    }
    expect(await db.introspection.getTables()).toEqual(tables);
    await sql`DELETE FROM kysely_migration WHERE name = '9999-later'`.execute(db);
    await migrate(db);
  });

  it("returns integers, dates, documents and lists as the same types", async () => {
    const { rows } = await sql<Record<string, unknown>>`
      SELECT 9007199254740991::bigint AS big, count(*) AS count, '{"a":[1,null]}'::jsonb AS document,
        '2026-03-02T15:04:05.678Z'::timestamptz AS time, ARRAY[1,2]::bigint[] AS bigs, ARRAY['a','b'] AS texts,
        NULL::bigint AS nothing, true AS yes
    `.execute(db);
    expect(rows).toEqual([
      {
        big: 9007199254740991,
        count: 1,
        document: { a: [1, null] },
        time: new Date("2026-03-02T15:04:05.678Z"),
        bigs: [1, 2],
        texts: ["a", "b"],
        nothing: null,
        yes: true,
      },
    ]);
  });

  it("stores times to the millisecond", async () => {
    const uploaded_at = new Date("2026-03-08T02:30:00.123Z");
    const row = {
      stored_name: "a",
      username: "b",
      original_name: 'c"d',
      size: 2 ** 40,
      sha256: "e",
      uploaded_at,
      is_saved: false,
    };
    await db.insertInto("spatial_extents").values(row).execute();
    expect(await db.selectFrom("spatial_extents").selectAll().execute()).toEqual([row]);
  });

  it("rolls back a failed transaction", async () => {
    const work = db.transaction().execute(async (trx) => {
      await setSettingOnce(trx, "undone", "1");
      throw new Error("No.");
    });
    await expect(work).rejects.toThrow("No.");
    expect(await db.selectFrom("settings").selectAll().where("name", "=", "undone").execute()).toEqual([]);
  });

  it("rejects a query that uses another connection while a transaction is open", async () => {
    const work = (run: () => Promise<unknown>) =>
      db.transaction().execute(async (trx) => {
        await setSettingOnce(trx, "outside", "1");
        await run();
      });
    const query = () => db.selectFrom("settings").select("name").execute();
    await expect(work(query)).rejects.toThrow("run the query on it (trx)");
    await expect(work(() => db.transaction().execute(query))).rejects.toThrow("run the query on it (trx)");
    expect((await query()).map(({ name }) => name)).not.toContain("outside");
  });

  it("survives a connection that breaks between the queries of a transaction", async () => {
    const { databaseUrl } = database();
    if (!databaseUrl) return;
    const uncaught = vi.fn();
    process.on("uncaughtException", uncaught);
    const other = await openDatabase({ dataDir, databaseUrl });
    const work = db.transaction().execute(async (trx) => {
      const { rows } = await sql<{ pid: number }>`SELECT pg_backend_pid() AS pid`.execute(trx);
      const { pid } = rows[0]!;
      await sql`SELECT pg_terminate_backend(${pid})`.execute(other);
      const isOpen = sql`SELECT FROM pg_stat_activity WHERE pid = ${pid}`;
      await vi.waitFor(async () => expect((await isOpen.execute(other)).rows).toEqual([]), 60_000);
      await sql`SELECT 1`.execute(trx);
    });
    await expect(work).rejects.toThrow();
    expect((await sql`SELECT 1`.execute(db)).rows).toHaveLength(1);
    await other.destroy();
    process.off("uncaughtException", uncaught);
    expect(uncaught).not.toHaveBeenCalled();
  });

  it("runs migrations without a time limit", async () => {
    const { databaseUrl } = database();
    if (!databaseUrl) return;
    const limits: unknown[] = [];
    const later = "9000-later";
    migrations[later] = {
      async up(trx) {
        const shown = await sql<{ statement_timeout: string }>`SHOW statement_timeout`.execute(trx);
        limits.push(shown.rows[0]?.statement_timeout);
      },
    };
    try {
      const { close } = await openServices(aConfig(dataDir, { databaseUrl }));
      await close();
    } finally {
      delete migrations[later];
      await sql`DELETE FROM kysely_migration WHERE name = ${later}`.execute(db);
    }
    expect(limits).toEqual(["0"]);
    const { rows } = await sql<{ statement_timeout: string }>`SHOW statement_timeout`.execute(db);
    expect(rows[0]?.statement_timeout).toBe("1min");
  });

  it("isolates concurrent transactions", async () => {
    await setSettingOnce(db, "counter", "0");
    const add = () =>
      db.transaction().execute(async (trx) => {
        const { value } = await trx
          .selectFrom("settings")
          .select("value")
          .where("name", "=", "counter")
          .forUpdate()
          .executeTakeFirstOrThrow();
        await trx
          .updateTable("settings")
          .set({ value: String(Number(value) + 1) })
          .where("name", "=", "counter")
          .execute();
      });
    await Promise.all(Array.from({ length: 25 }, add));
    const row = await db.selectFrom("settings").selectAll().where("name", "=", "counter").executeTakeFirst();
    expect(row?.value).toBe("25");
  });

  it("updates planner statistics after many inserts", async () => {
    // PostgreSQL looks by itself, but not at once.
    if (database().databaseUrl) return;
    const numbers = sql`generate_series(1, 10000)`;
    await sql`INSERT INTO settings SELECT 'many ' || number, 'alike' FROM ${numbers} AS number`.execute(db);
    const { rows } = await sql<{ "QUERY PLAN": string }>`
      EXPLAIN SELECT FROM settings WHERE value = 'alike'`.execute(db);
    const planned = Number(/rows=(\d+)/.exec(rows[0]!["QUERY PLAN"])?.[1]);
    expect(planned).toBeGreaterThan(9000);
  });

  it("returns the number of changed rows", async () => {
    const result = await db
      .updateTable("settings")
      .set({ value: "5" })
      .where("name", "=", "counter")
      .executeTakeFirst();
    expect(result.numUpdatedRows).toBe(1n);
    const none = await db.deleteFrom("settings").where("name", "=", "none").executeTakeFirst();
    expect(none.numDeletedRows).toBe(0n);
  });
});

it.each<[string, (folder: string) => Promise<void>]>([
  ["lacks its version file", (folder) => rm(join(folder, "PG_VERSION"))],
  ["has an empty control file", (folder) => truncate(join(folder, "global", "pg_control"))],
])("names a damaged embedded database and the remedy if it %s", async (_, damage) => {
  const dataDir = await mkdtemp(join(tmpdir(), "flood-damaged-"));
  try {
    copyPreparedData("EMPTY_DATA", dataDir);
    await damage(join(dataDir, "database"));
    const before = await readdir(dataDir, { recursive: true });
    await expect(openDatabase({ dataDir })).rejects.toThrow(
      /^The database in .* \(DATA_DIR\) is damaged\. .*restore a backup \(docs\/operate\.md\)\.$/,
    );
    const left = await readdir(dataDir, { recursive: true });
    expect(left.filter((name) => !before.includes(name))).toEqual([]);
  } finally {
    await rm(dataDir, { recursive: true, force: true });
  }
});
