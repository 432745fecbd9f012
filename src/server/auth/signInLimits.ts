import { CompiledQuery } from "kysely";
import { createHash } from "node:crypto";
import { isIPv6 } from "node:net";
import { setTimeout as pause } from "node:timers/promises";
import { RateLimiterPostgres, type RateLimiterRes } from "rate-limiter-flexible";
import { HttpError } from "../refusal.ts";
import type { Services } from "../services.ts";
import { createKeyedLock } from "../storage/embedded/blobs/sideBySide.ts";

const MINUTE_SECONDS = 60;

/** Wrong passwords of one user name from one address. */
const USERNAME_AND_ADDRESS_LIMIT = { points: 10, duration: 5 * MINUTE_SECONDS };
/** Wrong passwords from one address, and for one user name, by whoever has never signed in there. */
const ADDRESS_LIMIT = { points: 100, duration: 15 * MINUTE_SECONDS };
const USERNAME_LIMIT = { points: 100, duration: 60 * MINUTE_SECONDS };
/** For so long a user is known at an address. */
const KNOWN_ADDRESS_SECONDS = 90 * 24 * 60 * MINUTE_SECONDS;

/** A try to prove who one is: who, and from where. */
interface SignInAttempt {
  username: string;
  address: string;
}

/** Slows, and then stops, whoever tries passwords. */
export interface SignInLimiter {
  /**
   * Makes a try. What answers undefined was a wrong password, and counts; what is under way, or fails for another
   * reason, does not. After three wrong passwords a try waits, longer each time; after ten it is refused. Elsewhere
   * the same name goes on, and so does every other name known at the address.
   *
   * @throws Refusal 429 saying how long to wait; `retryAfter` in its details, in seconds
   */
  attempt<Result>(who: SignInAttempt, work: () => Promise<Result | undefined>): Promise<Result | undefined>;
}

/**
 * Counts in the database, so that all servers of it count together and a restart forgets nothing.
 *
 * @param onLocked told as tries begin to be refused
 */
export function createSignInLimiter(
  { db }: Pick<Services, "db">,
  onLocked: (who: SignInAttempt) => Promise<void> = async () => undefined,
): SignInLimiter {
  const client = {
    query: async ({ text, values = [] }: { text: string; values?: unknown[] }) => {
      const { rows } = await db.executeQuery(CompiledQuery.raw(text, values));
      return { rows, rowCount: rows.length };
    },
  };
  const counter = (keyPrefix: string, limit: { points: number; duration: number }, clears = false) =>
    new RateLimiterPostgres({
      ...{ ...limit, keyPrefix, storeClient: client, storeType: "pool" },
      ...{ tableName: "sign_in_attempts", tableCreated: true, clearExpiredByTimeout: clears },
    });
  const known = counter("known", { points: 1, duration: KNOWN_ADDRESS_SECONDS }, true);
  const counters = [counter("pair", USERNAME_AND_ADDRESS_LIMIT), counter("address", ADDRESS_LIMIT), counter("account", USERNAME_LIMIT)] as const;
  const [pairs] = counters;
  // One after another, or tries sent all at once would all be made before the first is counted.
  const inTurn = createKeyedLock();

  return {
    async attempt({ username, address }, work) {
      const network = getNetworkPrefix(address);
      const pair = hashKey(username, network);
      const keys = [pair, hashKey(network), hashKey(username)] as const;
      const isKnown = (await known.get(pair)) !== null;
      const asked = counters.map((limit, index) => ({ limit, key: keys[index]! })).slice(0, isKnown ? 1 : 3);
      const tryOnce = async () => {
        const counts = await Promise.all(asked.map(({ limit, key }) => limit.get(key)));
        throwIfLimited(counts.filter((count, index) => count && count.consumedPoints >= asked[index]!.limit.points));
        const result = await work();
        if (result !== undefined) return result;
        const wrong = await Promise.all(asked.map(({ limit, key }) => limit.penalty(key, 1)));
        // Told once, as it begins: whoever goes on trying fills no log.
        if (wrong.some(({ consumedPoints }, index) => consumedPoints === asked[index]!.limit.points))
          await onLocked({ username, address });
        return undefined;
      };
      const result = await inTurn(pair, async () => {
        await pause(delayMs((await pairs.get(pair))?.consumedPoints ?? 0));
        return isKnown ? tryOnce() : inTurn(hashKey(network), tryOnce);
      });
      if (result !== undefined) await Promise.all([pairs.delete(pair), known.set(pair, 1, KNOWN_ADDRESS_SECONDS)]);
      return result;
    },
  };
}

/** Milliseconds that a try waits after so many wrong passwords; one that is refused anyway need not wait. */
function delayMs(wrong: number): number {
  if (wrong < 3 || wrong >= USERNAME_AND_ADDRESS_LIMIT.points) return 0;
  return Math.min(2000, 100 * 2 ** (wrong - 3));
}

/** Names and addresses of any length fit, and stand in the table as nobody can read them. */
const hashKey = (...parts: string[]) => createHash("sha256").update(parts.join("\n")).digest("base64url");

/** A home or office has a whole range of IPv6 addresses: the first half of one tells it from others. */
export function getNetworkPrefix(address: string): string {
  if (!isIPv6(address) || /^::ffff:\d+\./i.test(address)) return address.replace(/^::ffff:/i, "");
  const [head = "", tail = ""] = address.split("::");
  const [first, last] = [head, tail].map((part) => part.split(":").filter(Boolean));
  const zeros = Array.from({ length: 8 - first!.length - last!.length }, () => "0");
  return [...first!, ...zeros, ...last!].slice(0, 4).join(":");
}

function throwIfLimited(full: (RateLimiterRes | null)[]): void {
  if (full.length === 0) return;
  const seconds = Math.max(1, ...full.map((count) => Math.ceil((count?.msBeforeNext ?? 0) / 1000)));
  const minutes = Math.ceil(seconds / MINUTE_SECONDS);
  const wait = seconds < MINUTE_SECONDS ? formatCount(seconds, "second") : formatCount(minutes, "minute");
  throw new HttpError(429, `Too many failed tries. Please wait ${wait} and try again.`, undefined, {
    retryAfter: seconds,
  });
}

const formatCount = (count: number, unit: string) => `${count} ${unit}${count === 1 ? "" : "s"}`;
