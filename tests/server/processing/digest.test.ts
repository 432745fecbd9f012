import { Readable } from "node:stream";
import { expect, it } from "vitest";
import { hashStream } from "../../../src/server/processing/digest.ts";

it("computes size and SHA-256 regardless of the chunk sizes", async () => {
  const digest = { size: 3, sha256: "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad" };
  expect(await hashStream(Readable.from([Buffer.from("abc")]))).toEqual(digest);
  expect(await hashStream(Readable.from([Buffer.from("a"), Buffer.from("bc")]))).toEqual(digest);
});

it("rejects when the stream fails", async () => {
  const failing = new Readable({ read: () => failing.destroy(new Error("cut off")) });
  await expect(hashStream(failing)).rejects.toThrow("cut off");
});
