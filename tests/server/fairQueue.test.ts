import { expect, it } from "vitest";
import { FairQueue } from "../../src/server/fairQueue.ts";

it("runs one task of each owner at a time, and no more in all than allowed", async () => {
  const queue = new FairQueue(2);
  const started: string[] = [];
  const ends: Record<string, () => void> = {};
  const start = (owner: string, name: string) =>
    queue.run(owner, () => {
      started.push(name);
      return new Promise<void>((resolve) => (ends[name] = resolve));
    });
  const tasks = [start("a", "a1"), start("a", "a2"), start("b", "b1"), start("c", "c1")];
  await expect.poll(() => started).toEqual(["a1", "b1"]);
  expect(queue.countWaiting("a")).toBe(1);
  ends["b1"]!();
  await tasks[2];
  await expect.poll(() => started).toEqual(["a1", "b1", "c1"]);
  ends["a1"]!();
  await tasks[0];
  await expect.poll(() => started).toEqual(["a1", "b1", "c1", "a2"]);
  ends["a2"]!();
  ends["c1"]!();
  await Promise.all(tasks);
});

it("continues after a failed task and forgets a task whose wait was canceled", async () => {
  const queue = new FairQueue(1);
  await expect(queue.run("a", () => Promise.reject(new Error("failed")))).rejects.toThrow("failed");
  const release = await queue.acquire("a");
  const canceling = new AbortController();
  const waiting = queue.acquire("b", canceling.signal);
  canceling.abort(new Error("canceled"));
  await expect(waiting).rejects.toThrow("canceled");
  release();
  expect(await queue.run("c", async () => "done")).toBe("done");
});
