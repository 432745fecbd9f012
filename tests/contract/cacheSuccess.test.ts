import { expect, it, vi } from "vitest";
import { cacheSuccess } from "../../src/contract/cacheSuccess.ts";

it("shares one run among all calls", async () => {
  const run = vi.fn(() => Promise.resolve(1));
  const load = cacheSuccess(run);
  expect(await Promise.all([load(), load()])).toEqual([1, 1]);
  expect(await load()).toBe(1);
  expect(run).toHaveBeenCalledTimes(1);
});

it("runs again at the next call after a failure", async () => {
  const run = vi.fn(() => Promise.resolve(2)).mockRejectedValueOnce(new Error("EMFILE"));
  const load = cacheSuccess(run);
  await expect(Promise.all([load(), load()])).rejects.toThrow("EMFILE");
  expect(await load()).toBe(2);
  expect(run).toHaveBeenCalledTimes(2);
});
