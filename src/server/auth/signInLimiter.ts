import { CompiledQuery } from "kysely";
import { createHash } from "node:crypto";
import { isIPv6 } from "node:net";
import { setTimeout as pause } from "node:timers/promises";
import { RateLimiterPostgres, type RateLimiterRes } from "rate-limiter-flexible";
import { FairQueue } from "../fairQueue.ts";
import { HttpError } from "../httpError.ts";
import type { Services } from "../services.ts";

const MINUTE_SECONDS = 60;

const USERNAME_AND_ADDRESS_LIMIT = { points: 10, duration: 5 * MINUTE_SECONDS };
/** Wrong passwords from one address, and for one user name. Not applied to users who have signed in from the address. */
const ADDRESS_LIMIT = { points: 100, duration: 15 * MINUTE_SECONDS };
const USERNAME_LIMIT = { points: 100, duration: 60 * MINUTE_SECONDS };
const KNOWN_ADDRESS_SECONDS = 90 * 24 * 60 * MINUTE_SECONDS;

interface SignInAttempt {
  username: string;
  address: string;
}

export interface SignInLimiter {
  /**
   * Runs `authenticate`, which returns undefined for a wrong password. After three wrong passwords, each attempt is
   * delayed; after ten, it is rejected. Other addresses of the user and other users at the address are not affected.
   *
   * @throws HttpError 429 with `retryAfter` in seconds
   */
  attempt<Result>(
    attempt: SignInAttempt,
    authenticate: () => Promise<Result | undefined>,
  ): Promise<Result | undefined>;
}

/** Counts in the database, so that the limits apply across servers and restarts. */
export function createSignInLimiter(
  { db }: Pick<Services, "db">,
  onLocked: (attempt: SignInAttempt) => Promise<void> = async () => undefined,
): SignInLimiter {
  const client = {
    query: async ({ text, values = [] }: { text: string; values?: unknown[] }) => {
      const { rows } = await db.executeQuery(CompiledQuery.raw(text, values));
      return { rows, rowCount: rows.length };
    },
  };
  const createCounter = (
    keyPrefix: string,
    limit: { points: number; duration: number },
    removesExpired = false,
  ) =>
    new RateLimiterPostgres({
      ...{ ...limit, keyPrefix, storeClient: client, storeType: "pool" },
      ...{ tableName: "sign_in_attempts", tableCreated: true, clearExpiredByTimeout: removesExpired },
    });
  const knownUsers = createCounter("known", { points: 1, duration: KNOWN_ADDRESS_SECONDS }, true);
  const counters = [
    createCounter("pair", USERNAME_AND_ADDRESS_LIMIT),
    createCounter("address", ADDRESS_LIMIT),
    createCounter("account", USERNAME_LIMIT),
  ] as const;
  const [pairCounter] = counters;
  // Serialized: parallel attempts would all run before the first is counted.
  const serialized = new FairQueue(Infinity);

  return {
    async attempt({ username, address }, authenticate) {
      const network = getNetworkPrefix(address);
      const pairKey = hashKey(username, network);
      const keys = [pairKey, hashKey(network), hashKey(username)] as const;
      const isKnown = (await knownUsers.get(pairKey)) !== null;
      const limits = counters.map((limit, index) => ({ limit, key: keys[index]! })).slice(0, isKnown ? 1 : 3);
      const attemptOnce = async () => {
        const counts = await Promise.all(limits.map(({ limit, key }) => limit.get(key)));
        throwIfLimited(
          counts.filter((count, index) => count && count.consumedPoints >= limits[index]!.limit.points),
        );
        const result = await authenticate();
        if (result !== undefined) return result;
        const failures = await Promise.all(limits.map(({ limit, key }) => limit.penalty(key, 1)));
        // Only called when the limit is reached, so that further attempts do not fill the log.
        if (failures.some(({ consumedPoints }, index) => consumedPoints === limits[index]!.limit.points))
          await onLocked({ username, address });
        return undefined;
      };
      const result = await serialized.run(pairKey, async () => {
        await pause(getDelayMs((await pairCounter.get(pairKey))?.consumedPoints ?? 0));
        return isKnown ? attemptOnce() : serialized.run(hashKey(network), attemptOnce);
      });
      if (result !== undefined)
        await Promise.all([pairCounter.delete(pairKey), knownUsers.set(pairKey, 1, KNOWN_ADDRESS_SECONDS)]);
      return result;
    },
  };
}

/** No delay for attempts that are rejected anyway. */
function getDelayMs(wrongPasswords: number): number {
  if (wrongPasswords < 3 || wrongPasswords >= USERNAME_AND_ADDRESS_LIMIT.points) return 0;
  return Math.min(2000, 100 * 2 ** (wrongPasswords - 3));
}

/** Hashed for a fixed length, and to keep names and addresses out of the table. */
const hashKey = (...parts: string[]) => createHash("sha256").update(parts.join("\n")).digest("base64url");

/** An IPv6 customer gets a whole /64 network, so only the first half of the address is used. */
export function getNetworkPrefix(address: string): string {
  if (!isIPv6(address) || /^::ffff:\d+\./i.test(address)) return address.replace(/^::ffff:/i, "");
  const [head = "", tail = ""] = address.split("::");
  const [first, last] = [head, tail].map((part) => part.split(":").filter(Boolean));
  const zeros = Array.from({ length: 8 - first!.length - last!.length }, () => "0");
  return [...first!, ...zeros, ...last!].slice(0, 4).join(":");
}

function throwIfLimited(exceeded: (RateLimiterRes | null)[]): void {
  if (exceeded.length === 0) return;
  const seconds = Math.max(1, ...exceeded.map((count) => Math.ceil((count?.msBeforeNext ?? 0) / 1000)));
  const minutes = Math.ceil(seconds / MINUTE_SECONDS);
  const wait = seconds < MINUTE_SECONDS ? formatCount(seconds, "second") : formatCount(minutes, "minute");
  throw new HttpError(429, `Too many wrong passwords. Wait ${wait} and try again.`, undefined, {
    retryAfter: seconds,
  });
}

const formatCount = (count: number, unit: string) => `${count} ${unit}${count === 1 ? "" : "s"}`;
