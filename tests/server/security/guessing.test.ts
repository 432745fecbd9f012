import { sql, type Kysely } from "kysely";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { afterAll, afterEach, beforeAll, beforeEach, expect, it, vi } from "vitest";
import {
  createSignInLimiter,
  getNetworkPrefix,
  type SignInLimiter,
} from "../../../src/server/auth/signInLimiter.ts";
import { migrate } from "../../../src/server/database/migrate.ts";
import { openDatabase } from "../../../src/server/database/openDatabase.ts";
import type { Database } from "../../../src/server/database/tables.ts";
import { onEachDatabase } from "../../support/database.ts";
import { copyPreparedData } from "../../support/copyPreparedData.ts";

const waits = vi.hoisted(() => vi.fn<(milliseconds: number) => Promise<void>>(() => Promise.resolve()));
vi.mock("node:timers/promises", () => ({ setTimeout: waits }));

const WRONG = async () => undefined;
const RIGHT = async () => "account";
const LOCKED = { status: 429 };
const repeat = <T>(count: number, run: (index: number) => Promise<T>) =>
  Promise.all(Array.from({ length: count }, (_, index) => run(index)));

onEachDatabase("Guessing passwords", (database) => {
  let folder: string;
  let db: Kysely<Database>;
  let limiter: SignInLimiter;
  let address: string;
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), "flood-guessing-"));
    if (!database().databaseUrl) copyPreparedData("EMPTY_DATA", folder);
    db = await openDatabase({ dataDir: folder, ...database() });
    await migrate(db);
  });
  beforeEach(async () => {
    await sql`DELETE FROM sign_in_attempts`.execute(db);
    waits.mockClear();
    limiter = createSignInLimiter({ db });
    address = "192.0.2.1";
  });
  afterEach(() => vi.useRealTimers());
  afterAll(async () => {
    await db?.destroy();
    await rm(folder, { recursive: true, force: true });
  });
  const attempt = (username: string, work: () => Promise<unknown>, from = address) =>
    limiter.attempt({ username, address: from }, work);

  it("is delayed more after each wrong password, then blocked, on every server and after a restart", async () => {
    await repeat(10, () => attempt("ann", WRONG));
    const delays = waits.mock.calls.map(([milliseconds]) => milliseconds);
    expect(delays).toEqual([0, 0, 0, 100, 200, 400, 800, 1600, 2000, 2000]);
    const work = vi.fn(RIGHT);
    const otherServer = createSignInLimiter({ db });
    for (const one of [limiter, otherServer])
      await expect(one.attempt({ username: "ann", address }, work)).rejects.toMatchObject(LOCKED);
    expect(work).not.toHaveBeenCalled();
  });

  it("does not count attempts that fail because of the database", async () => {
    const failing = repeat(20, () =>
      attempt("ann", () => Promise.reject(new Error("The database is away."))).catch(String),
    );
    expect(new Set(await failing)).toEqual(new Set(["Error: The database is away."]));
    expect(waits).not.toHaveBeenCalledWith(100);
    expect(await attempt("ann", RIGHT)).toBe("account");
  });

  it("from many addresses blocks the user only at unknown addresses", async () => {
    expect(await attempt("ann", RIGHT)).toBe("account");
    await repeat(100, (index) => attempt("ann", WRONG, `198.51.100.${index}`));
    expect(await attempt("ann", RIGHT)).toBe("account");
    await expect(attempt("ann", RIGHT, "203.0.113.1")).rejects.toMatchObject(LOCKED);
    expect(await attempt("bob", RIGHT, "203.0.113.1")).toBe("account");
  });

  it("for many names from one address blocks only users who are unknown there", async () => {
    expect(await attempt("ann", RIGHT)).toBe("account");
    await repeat(100, (index) => attempt(`name-${index}`, WRONG));
    await expect(attempt("bob", RIGHT)).rejects.toMatchObject(LOCKED);
    expect(await attempt("ann", RIGHT)).toBe("account");
    expect(await attempt("bob", RIGHT, "203.0.113.1")).toBe("account");
  });

  it("with a flood of names unblocks no blocked name, and keeps nothing in memory", async () => {
    await repeat(10, () => attempt("ann", WRONG));
    await sql`
      INSERT INTO sign_in_attempts
      SELECT kind || ':flood-' || index, 1, ${Date.now() + 60_000}
      FROM generate_series(1, 50000) AS index, unnest(ARRAY['account', 'pair']) AS kind`.execute(db);
    const answers = await repeat(300, async (index) => {
      const answer = { account: index };
      await attempt(`name-${index}`, async () => answer, `198.51.100.${index % 250}`);
      return new WeakRef(answer);
    });
    await expect(attempt("ann", RIGHT)).rejects.toMatchObject(LOCKED);
    setFlagsFromString("--expose-gc");
    await vi.waitFor(() => {
      runInNewContext("gc")();
      expect(answers.filter((answer) => answer.deref() !== undefined)).toEqual([]);
    });
  });

  it("removes expired attempts from the database", async () => {
    vi.useFakeTimers({ toFake: ["setTimeout"] });
    createSignInLimiter({ db });
    const ended = Date.now() - 2 * 60 * 60_000;
    await sql`INSERT INTO sign_in_attempts VALUES ('over', 1, ${ended})`.execute(db);
    await attempt("ann", WRONG);
    vi.advanceTimersByTime(10 * 60_000);
    vi.useRealTimers();
    await vi.waitFor(async () => {
      const { rows } = await sql<{ key: string }>`SELECT key FROM sign_in_attempts ORDER BY key`.execute(db);
      const kinds = rows.map(({ key }) => key.split(":")[0]);
      expect(kinds).toEqual(["account", "address", "pair"]);
    });
  });
});

it("treats the addresses of one network as one address", () => {
  expect(getNetworkPrefix("2001:db8:1:2::7")).toBe(getNetworkPrefix("2001:db8:1:2:ffff:0:0:1"));
  expect(getNetworkPrefix("2001:db8:1:2::7")).not.toBe(getNetworkPrefix("2001:db8:1:3::7"));
  expect(getNetworkPrefix("::1")).not.toBe(getNetworkPrefix("1::"));
  expect(getNetworkPrefix("::ffff:192.0.2.1")).toBe("192.0.2.1");
});
