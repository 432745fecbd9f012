import {
  chmodSync,
  copyFileSync,
  mkdirSync,
  readFileSync,
  readdirSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { Asked } from "./blobServer.ts";
import {
  bashScript,
  pathWithoutAzCopy,
  powershellScript,
  findRealAzCopy,
  type ShellUnderTest,
} from "./shells.ts";
import { BLOB_PATH, openVendorDesk, SIGNATURE, TOKEN, type VendorDesk } from "./vendorDesk.ts";

const WITH_AZCOPY = { UPLOAD_WITHOUT_AZCOPY: "", UPLOAD_BLOCK_MIB: "1" };
const isBlock = ({ comp, method }: Asked) => comp === "block" && method === "PUT";
const isFirstBlock = ({ blockId }: Asked) =>
  Buffer.from(blockId, "base64").toString("latin1").endsWith("00000");

/** A block id as AzCopy creates it: base64 of 36 characters, the last five of which are the block's index. */
const azCopyId = (index: number) =>
  Buffer.from(`00000${"x".repeat(16)}0000000000${String(index).padStart(5, "0")}`).toString("base64");

function describeResuming(shell: ShellUnderTest) {
  let desk: VendorDesk;
  beforeEach(async () => {
    desk = await openVendorDesk(shell);
  });
  afterEach(() => desk.close());

  const statePath = () => join(desk.folder, "upload_script.state");
  const hasArrived = () => desk.arrived()?.equals(readFileSync(desk.zip)) ?? false;

  /** Runs the script until a matching request, leaves that unanswered, and kills the script and its child processes. */
  async function runAndKill(isMatch: (asked: Asked) => boolean, environment: Record<string, string>) {
    await new Promise<void>((resolve, reject) => {
      let isKilled = false;
      desk.server.state.interfere = (asked) => {
        if (!isMatch(asked)) return undefined;
        const kill = () => {
          if (!isKilled) running.kill();
          isKilled = true;
        };
        // AzCopy sends several blocks at once: this lets the first one finish.
        setTimeout(kill, 300);
        return new Promise(() => undefined);
      };
      const running = desk.start(desk.zip, environment);
      running.ended.then(() => resolve(), reject);
    });
    desk.server.state.interfere = () => undefined;
  }

  /** A killed script leaves its temporary folder behind. */
  const expectNoSecretLeft = () => {
    const left = readdirSync(desk.folder, { recursive: true, encoding: "utf8" })
      .filter((name) => name.startsWith("flood-model-upload"))
      .map((name) => join(desk.folder, name));
    expect(left.length).toBeGreaterThan(1);
    const files = left.filter((path) => statSync(path).isFile());
    for (const secret of [SIGNATURE, encodeURIComponent(SIGNATURE), TOKEN])
      expect(files.filter((path) => readFileSync(path).includes(secret))).toEqual([]);
  };

  const real = findRealAzCopy();
  const bin = () => join(desk.folder, "bin");
  const withAzCopy = () => ({ ...WITH_AZCOPY, PATH: `${bin()}:${pathWithoutAzCopy}` });
  const putAzCopyOnThePath = () => {
    mkdirSync(bin());
    copyFileSync(real!, join(bin(), "azcopy"));
    chmodSync(join(bin(), "azcopy"), 0o755);
  };

  describe.skipIf(!real)("after AzCopy was killed (skipped where AzCopy is not installed)", () => {
    beforeEach(async () => {
      putAzCopyOnThePath();
      await runAndKill((asked) => isBlock(asked) && !isFirstBlock(asked), withAzCopy());
      expect(desk.sentBlocks()).toHaveLength(1);
    });

    it("sends only the blocks that AzCopy did not finish", async () => {
      const outcome = await desk.run(desk.zip, withAzCopy());
      expect(outcome).toMatchObject({ code: 0, errors: "" });
      expect(outcome.output).toContain("2 of 3 blocks sent, 1 were already stored");
      expect(hasArrived()).toBe(true);
      const ids = desk.sentBlocks().map(({ blockId }) => blockId);
      expect(ids).toHaveLength(3);
      // The storage accepts one length of ids per blob.
      expect(new Set(ids.map((id) => id.length))).toEqual(new Set([48]));
    });

    it("reuses no AzCopy block when the zip has changed", async () => {
      const changed = Buffer.from(desk.content);
      changed.fill(7, 600, 700);
      writeFileSync(desk.zip, changed);
      const outcome = await desk.run(desk.zip, withAzCopy());
      expect(outcome.code).toBe(0);
      expect(desk.sentBlocks()).toHaveLength(1 + 3);
      expect(hasArrived()).toBe(true);
    });

    it("leaves neither link nor token in the temporary folder", () => expectNoSecretLeft());
  });

  it("sends everything again after a rejection", async () => {
    expect((await desk.run()).code).toBe(0);
    desk.server.state.delivery = { state: "refused" };
    const outcome = await desk.run();
    expect(outcome).toMatchObject({ code: 0, errors: "" });
    expect(outcome.output).toContain("3 of 3 blocks sent, 0 were already stored");
    expect(desk.sentBlocks()).toHaveLength(3 + 3);
  });

  it("resumes after it was killed while sending again", async () => {
    expect((await desk.run()).code).toBe(0);
    desk.server.state.delivery = { state: "refused" };
    await runAndKill((asked) => isBlock(asked) && desk.sentBlocks().length === 3 + 2, {});
    expect((await desk.run()).code).toBe(0);
    expect(desk.sentBlocks()).toHaveLength(3 + 3);
    expect(hasArrived()).toBe(true);
  });

  it("resumes after it was killed", async () => {
    await runAndKill((asked) => isBlock(asked) && desk.sentBlocks().length === 2, {});
    if (shell.shell === "bash") expectNoSecretLeft();
    expect((await desk.run()).code).toBe(0);
    expect(desk.sentBlocks()).toHaveLength(3);
  });

  it("only repeats the report when that failed", async () => {
    desk.server.state.interfere = ({ method, path }) =>
      method === "POST" && path.endsWith("upload-complete") ? 503 : undefined;
    expect((await desk.run()).code).toBe(9);
    desk.server.state.interfere = () => undefined;
    const outcome = await desk.run();
    expect(outcome).toMatchObject({ code: 0, errors: "" });
    expect(desk.sentBlocks()).toHaveLength(3);
    expect(hasArrived()).toBe(true);
  });

  it("reuses no AzCopy block of a rejected zip, even if the state file names the zip", async () => {
    await desk.run();
    writeFileSync(statePath(), `azcopy twdb-region-03/6f0c ${desk.content.length} 1`);
    const azCopyIds = [0, 1, 2].map((index) => azCopyId(index));
    const held = desk.server.blobs.get(BLOB_PATH)!;
    held.committed = new Map([...held.committed.values()].map((data, index) => [azCopyIds[index]!, data]));
    desk.server.state.delivery = { state: "refused" };
    expect((await desk.run()).code).toBe(0);
    expect(desk.sentBlocks()).toHaveLength(3 + 3);
  });

  it.skipIf(!real)("writes no secret to its state file (skipped where AzCopy is not installed)", async () => {
    putAzCopyOnThePath();
    await desk.run(desk.zip, withAzCopy());
    const state = readFileSync(statePath(), "utf8");
    for (const secret of [SIGNATURE, encodeURIComponent(SIGNATURE), TOKEN])
      expect(state).not.toContain(secret);
  });

  it("retries when the connection breaks in the middle of a block", async () => {
    const broken = new Map<string, number>();
    desk.server.state.interfere = ({ blockId }) => {
      const times = broken.get(blockId) ?? 0;
      broken.set(blockId, times + 1);
      if (times < 2) throw new Error("The connection breaks");
      return undefined;
    };
    const outcome = await desk.run();
    expect(outcome.code).toBe(0);
    expect(outcome.output).toContain("The request failed");
    expect(hasArrived()).toBe(true);
  });

  it("sends each block with its MD5", async () => {
    await desk.run();
    for (const { headers } of desk.sentBlocks())
      expect(headers["content-md5"]).toMatch(/^[A-Za-z0-9+/]{22}==$/);
  });
}

for (const shell of [bashScript, powershellScript]) {
  const why = shell.absent ? ` (skipped: ${shell.absent})` : "";
  describe.skipIf(shell.absent)(`${shell.fileName} run again${why}`, () => describeResuming(shell));
}
