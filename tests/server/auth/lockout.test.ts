import { expect, it } from "vitest";
import { createLockout } from "../../../src/server/auth/lockout.ts";

const MINUTE = 60_000;

function aLockout() {
  const clock = { time: 0 };
  return { clock, lockout: createLockout(() => new Date(clock.time)) };
}

it("makes a key wait after ten failed tries, and lets it try again later", () => {
  const { clock, lockout } = aLockout();
  for (let tries = 0; tries < 10; tries++) lockout.begin(["user a"]);
  expect(() => lockout.begin(["user a"])).toThrow(
    "Too many failed tries. Please wait 5 minutes and try again.",
  );
  clock.time += 5 * MINUTE;
  expect(() => lockout.begin(["user a"])).not.toThrow();
});

it("stops an address that tries many user names", () => {
  const { lockout } = aLockout();
  for (let tries = 0; tries < 10; tries++) lockout.begin([`user ${tries}`, "address 1"]);
  expect(() => lockout.begin(["user b", "address 1"])).toThrow("Too many");
  expect(() => lockout.begin(["user b", "address 2"])).not.toThrow();
});

it("does not count what succeeded", () => {
  const { lockout } = aLockout();
  for (let tries = 0; tries < 50; tries++) {
    lockout.begin(["user a", "address 1"]);
    lockout.succeed(["user a", "address 1"]);
  }
  expect(() => lockout.begin(["user a", "address 1"])).not.toThrow();
});

it("does not let a good password of one's own clear an address of its failed tries on others", () => {
  const { lockout } = aLockout();
  for (let tries = 0; tries < 9; tries++) lockout.begin([`user ${tries}`, "address 1"]);
  lockout.begin(["user own", "address 1"]);
  lockout.succeed(["user own", "address 1"]);
  lockout.begin(["user 9", "address 1"]);
  expect(() => lockout.begin(["user 10", "address 1"])).toThrow("Too many");
});
