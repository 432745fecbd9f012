import { randomBytes, randomInt } from "node:crypto";
import { buffer } from "node:stream/consumers";
import { expect, it } from "vitest";
import { BufferedAccess } from "../../../src/server/processing/randomAccess.ts";
import { createMemoryAccess } from "./createMemoryAccess.ts";

it("returns the bytes of any range", async () => {
  const bytes = randomBytes(1000);
  const access = new BufferedAccess(createMemoryAccess(bytes), 100);
  for (let turn = 0; turn < 500; turn++) {
    const offset = randomInt(0, 999);
    const length = randomInt(1, Math.min(150, 1000 - offset) + 1);
    expect(await buffer(await access.read(offset, length))).toEqual(bytes.subarray(offset, offset + length));
  }
});

it("reads consecutive bytes with one request per window", async () => {
  const source = createMemoryAccess(randomBytes(1000));
  const access = new BufferedAccess(source, 100);
  for (let offset = 0; offset < 1000; offset += 10) await access.readBytes(offset, 10);
  expect(source.requests).toHaveLength(10);
});

it("keeps the last window of the file cached", async () => {
  const source = createMemoryAccess(randomBytes(1000));
  const access = new BufferedAccess(source, 100);
  for (const offset of [980, 0, 920, 50, 900]) await access.readBytes(offset, 20);
  expect(source.requests).toEqual([
    [900, 100],
    [0, 100],
  ]);
});

it("shares one fetch among concurrent reads; fetches again after a failure", async () => {
  const source = createMemoryAccess(randomBytes(1000));
  const access = new BufferedAccess(source, 100);
  const read = source.read.bind(source);
  source.read = () => Promise.reject(new Error("store"));
  await expect(access.readBytes(0, 10)).rejects.toThrow("store");
  source.read = read;
  await Promise.all([0, 30, 60, 90].map((offset) => access.readBytes(offset, 10)));
  expect(source.requests).toEqual([[0, 100]]);
});
