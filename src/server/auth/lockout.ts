import { Refusal } from "../refusal.ts";

interface Tries {
  failed: number;
  until: number;
}

const MOST_TRIES = 10;
const WAIT = 5 * 60_000;
/** More names than this are not remembered: whoever sends that many is stopped by the address. */
const MOST_KEYS = 50_000;

/** Counts failed sign-ins; a user name or an address with ten of them has to wait. */
export interface Lockout {
  /**
   * Counts a try against each key before its password is looked at, so that tries sent all at once count too.
   *
   * @throws Refusal 429 saying how long to wait; `retryAfter` in its details, in seconds
   */
  begin(keys: string[]): void;
  /** Takes the try back: the password was right. The first key, the user, starts afresh. */
  succeed(keys: string[]): void;
}

export function createLockout(now: () => Date): Lockout {
  const tries = new Map<string, Tries>();

  function triesOf(key: string): Tries {
    const time = now().getTime();
    const found = tries.get(key);
    if (found && found.until > time) return found;
    if (tries.size >= MOST_KEYS) for (const [old, { until }] of tries) if (until <= time) tries.delete(old);
    const fresh = { failed: 0, until: time + WAIT };
    if (tries.size < MOST_KEYS) tries.set(key, fresh);
    return fresh;
  }

  return {
    begin(keys) {
      const all = keys.map(triesOf);
      const locked = all.filter(({ failed }) => failed >= MOST_TRIES);
      if (locked.length > 0) throw tooMany(Math.max(...locked.map(({ until }) => until)) - now().getTime());
      for (const one of all) {
        one.failed += 1;
        one.until = now().getTime() + WAIT;
      }
    },
    succeed([user = "", ...others]) {
      tries.delete(user);
      for (const key of others) {
        const found = tries.get(key);
        if (found) found.failed = Math.max(0, found.failed - 1);
      }
    },
  };
}

function tooMany(milliseconds: number): Refusal {
  const seconds = Math.max(1, Math.ceil(milliseconds / 1000));
  const minutes = Math.ceil(seconds / 60);
  const wait = seconds < 60 ? counted(seconds, "second") : counted(minutes, "minute");
  return new Refusal(429, `Too many failed tries. Please wait ${wait} and try again.`, undefined, {
    retryAfter: seconds,
  });
}

const counted = (count: number, unit: string) => `${count} ${unit}${count === 1 ? "" : "s"}`;
