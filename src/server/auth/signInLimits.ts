import { CompiledQuery } from "kysely";
import { createHash } from "node:crypto";
import { isIPv6 } from "node:net";
import { setTimeout as pause } from "node:timers/promises";
import { RateLimiterPostgres, type RateLimiterRes } from "rate-limiter-flexible";
import { Refusal } from "../refusal.ts";
import type { Services } from "../services.ts";
import { createKeyedLock } from "../storage/embedded/blobs/sideBySide.ts";

const MINUTE = 60;

/** Wrong passwords of one user name from one address. */
const PAIR = { points: 10, duration: 5 * MINUTE };
/** Wrong passwords from one address, and for one user name, by whoever has never signed in there. */
const ADDRESS = { points: 100, duration: 15 * MINUTE };
const ACCOUNT = { points: 100, duration: 60 * MINUTE };
/** For so long a user is known at an address. */
const KNOWN_FOR = 90 * 24 * 60 * MINUTE;

/** A try to prove who one is: who, and from where. */
interface Try {
  username: string;
  address: string;
}

/** Slows, and then stops, whoever tries passwords. */
export interface SignInLimits {
  /**
   * Makes a try. What answers undefined was a wrong password, and counts; what is under way, or fails for another
   * reason, does not. After three wrong passwords a try waits, longer each time; after ten it is refused. Elsewhere
   * the same name goes on, and so does every other name known at the address.
   *
   * @throws Refusal 429 saying how long to wait; `retryAfter` in its details, in seconds
   */
  attempt<Result>(who: Try, work: () => Promise<Result | undefined>): Promise<Result | undefined>;
}

/**
 * Counts in the database, so that all servers of it count together and a restart forgets nothing.
 *
 * @param onLocked told as tries begin to be refused
 */
export function createSignInLimits(
  { db }: Pick<Services, "db">,
  onLocked: (who: Try) => Promise<void> = async () => undefined,
): SignInLimits {
  const client = {
    query: async ({ text, values = [] }: { text: string; values?: unknown[] }) => {
      const { rows } = await db.executeQuery(CompiledQuery.raw(text, values));
      return { rows, rowCount: rows.length };
    },
  };
  const counter = (keyPrefix: string, limit: { points: number; duration: number }, clears = false) =>
    new RateLimiterPostgres({
      ...{ ...limit, keyPrefix, storeClient: client, storeType: "pool" },
      ...{ tableName: "sign_in_tries", tableCreated: true, clearExpiredByTimeout: clears },
    });
  const known = counter("known", { points: 1, duration: KNOWN_FOR }, true);
  const counters = [counter("pair", PAIR), counter("address", ADDRESS), counter("account", ACCOUNT)] as const;
  const [pairs] = counters;
  // One after another, or tries sent all at once would all be made before the first is counted.
  const inTurn = createKeyedLock();

  return {
    async attempt({ username, address }, work) {
      const network = networkOf(address);
      const pair = keyOf(username, network);
      const keys = [pair, keyOf(network), keyOf(username)] as const;
      const isKnown = (await known.get(pair)) !== null;
      const asked = counters.map((limit, index) => ({ limit, key: keys[index]! })).slice(0, isKnown ? 1 : 3);
      const tryOnce = async () => {
        const counts = await Promise.all(asked.map(({ limit, key }) => limit.get(key)));
        refuse(counts.filter((count, index) => count && count.consumedPoints >= asked[index]!.limit.points));
        const result = await work();
        if (result !== undefined) return result;
        const wrong = await Promise.all(asked.map(({ limit, key }) => limit.penalty(key, 1)));
        // Told once, as it begins: whoever goes on trying fills no log.
        if (wrong.some(({ consumedPoints }, index) => consumedPoints === asked[index]!.limit.points))
          await onLocked({ username, address });
        return undefined;
      };
      const result = await inTurn(pair, async () => {
        await pause(slowness((await pairs.get(pair))?.consumedPoints ?? 0));
        return isKnown ? tryOnce() : inTurn(keyOf(network), tryOnce);
      });
      if (result !== undefined) await Promise.all([pairs.delete(pair), known.set(pair, 1, KNOWN_FOR)]);
      return result;
    },
  };
}

/** Milliseconds that a try waits after so many wrong passwords; one that is refused anyway need not wait. */
function slowness(wrong: number): number {
  if (wrong < 3 || wrong >= PAIR.points) return 0;
  return Math.min(2000, 100 * 2 ** (wrong - 3));
}

/** Names and addresses of any length fit, and stand in the table as nobody can read them. */
const keyOf = (...parts: string[]) => createHash("sha256").update(parts.join("\n")).digest("base64url");

/** A home or office has a whole range of IPv6 addresses: the first half of one tells it from others. */
export function networkOf(address: string): string {
  if (!isIPv6(address) || /^::ffff:\d+\./i.test(address)) return address.replace(/^::ffff:/i, "");
  const [head = "", tail = ""] = address.split("::");
  const [first, last] = [head, tail].map((part) => part.split(":").filter(Boolean));
  const zeros = Array.from({ length: 8 - first!.length - last!.length }, () => "0");
  return [...first!, ...zeros, ...last!].slice(0, 4).join(":");
}

function refuse(full: (RateLimiterRes | null)[]): void {
  if (full.length === 0) return;
  const seconds = Math.max(1, ...full.map((count) => Math.ceil((count?.msBeforeNext ?? 0) / 1000)));
  const minutes = Math.ceil(seconds / MINUTE);
  const wait = seconds < MINUTE ? counted(seconds, "second") : counted(minutes, "minute");
  throw new Refusal(429, `Too many failed tries. Please wait ${wait} and try again.`, undefined, {
    retryAfter: seconds,
  });
}

const counted = (count: number, unit: string) => `${count} ${unit}${count === 1 ? "" : "s"}`;
