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
import type { ReceivedRequest } from "./blobServer.ts";
import {
  bashScript,
  pathWithoutAzCopy,
  powershellScript,
  findRealAzCopy,
  type ShellUnderTest,
} from "./shells.ts";
import {
  BLOB_PATH,
  createVendorWorkspace,
  SIGNATURE,
  TOKEN,
  type VendorWorkspace,
} from "./vendorWorkspace.ts";

const WITH_AZCOPY = { UPLOAD_WITHOUT_AZCOPY: "", UPLOAD_BLOCK_MIB: "1" };
const isBlock = ({ comp, method }: ReceivedRequest) => comp === "block" && method === "PUT";
const isFirstBlock = ({ blockId }: ReceivedRequest) =>
  Buffer.from(blockId, "base64").toString("latin1").endsWith("00000");

/** A block id as AzCopy creates it: base64 of 36 characters, the last five of which are the block's index. */
const azCopyId = (index: number) =>
  Buffer.from(`00000${"x".repeat(16)}0000000000${String(index).padStart(5, "0")}`).toString("base64");

function describeResuming(shell: ShellUnderTest) {
  let workspace: VendorWorkspace;
  beforeEach(async () => {
    workspace = await createVendorWorkspace(shell);
  });
  afterEach(() => workspace.close());

  const statePath = () => join(workspace.folder, "upload_script.state");
  const hasArrived = () => workspace.storedZip()?.equals(readFileSync(workspace.zip)) ?? false;

  /** Runs the script until a matching request, leaves that unanswered, and kills the script and its child processes. */
  async function runAndKill(
    isMatch: (asked: ReceivedRequest) => boolean,
    environment: Record<string, string>,
  ) {
    await new Promise<void>((resolve, reject) => {
      let isKilled = false;
      workspace.server.state.interfere = (asked) => {
        if (!isMatch(asked)) return undefined;
        const kill = () => {
          if (!isKilled) running.kill();
          isKilled = true;
        };
        // AzCopy sends several blocks at once: this lets the first one finish.
        setTimeout(kill, 300);
        return new Promise(() => undefined);
      };
      const running = workspace.start(workspace.zip, environment);
      running.ended.then(() => resolve(), reject);
    });
    workspace.server.state.interfere = () => undefined;
  }

  /** A killed script leaves its temporary folder behind. */
  const expectNoSecretLeft = () => {
    const left = readdirSync(workspace.folder, { recursive: true, encoding: "utf8" })
      .filter((name) => name.startsWith("flood-model-upload"))
      .map((name) => join(workspace.folder, name));
    expect(left.length).toBeGreaterThan(1);
    const files = left.filter((path) => statSync(path).isFile());
    for (const secret of [SIGNATURE, encodeURIComponent(SIGNATURE), TOKEN])
      expect(files.filter((path) => readFileSync(path).includes(secret))).toEqual([]);
  };

  const real = findRealAzCopy();
  const bin = () => join(workspace.folder, "bin");
  const withAzCopy = () => ({ ...WITH_AZCOPY, PATH: `${bin()}:${pathWithoutAzCopy}` });
  const putAzCopyOnThePath = () => {
    mkdirSync(bin());
    copyFileSync(real!, join(bin(), "azcopy"));
    chmodSync(join(bin(), "azcopy"), 0o755);
  };

  describe.skipIf(!real)(
    "after AzCopy was killed and left no secret (skipped where AzCopy is not installed)",
    () => {
      beforeEach(async () => {
        putAzCopyOnThePath();
        await runAndKill((asked) => isBlock(asked) && !isFirstBlock(asked), withAzCopy());
        expect(workspace.sentBlocks()).toHaveLength(1);
        expectNoSecretLeft();
      });

      it("sends only the blocks that AzCopy did not finish", async () => {
        const outcome = await workspace.run(workspace.zip, withAzCopy());
        expect(outcome).toMatchObject({ code: 0, errors: "" });
        expect(outcome.output).toContain("Blocks: 2 sent, 1 already stored");
        expect(hasArrived()).toBe(true);
        const ids = workspace.sentBlocks().map(({ blockId }) => blockId);
        expect(ids).toHaveLength(3);
        // The storage accepts one length of ids per blob.
        expect(new Set(ids.map((id) => id.length))).toEqual(new Set([48]));
      });

      it("reuses no AzCopy block when the zip has changed", async () => {
        const changed = Buffer.from(workspace.content);
        changed.fill(7, 600, 700);
        writeFileSync(workspace.zip, changed);
        const outcome = await workspace.run(workspace.zip, withAzCopy());
        expect(outcome.code).toBe(0);
        expect(workspace.sentBlocks()).toHaveLength(1 + 3);
        expect(hasArrived()).toBe(true);
      });
    },
  );

  it("sends all blocks again after the portal rejected the zip", async () => {
    expect((await workspace.run()).code).toBe(0);
    workspace.server.state.uploadState = { state: "refused" };
    const outcome = await workspace.run();
    expect(outcome).toMatchObject({ code: 0, errors: "" });
    expect(outcome.output).toContain("Blocks: 3 sent, 0 already stored");
    expect(workspace.sentBlocks()).toHaveLength(3 + 3);
  });

  it("resumes after it was killed while it sent a rejected zip again", async () => {
    expect((await workspace.run()).code).toBe(0);
    workspace.server.state.uploadState = { state: "refused" };
    await runAndKill((asked) => isBlock(asked) && workspace.sentBlocks().length === 3 + 2, {});
    expect((await workspace.run()).code).toBe(0);
    expect(workspace.sentBlocks()).toHaveLength(3 + 3);
    expect(hasArrived()).toBe(true);
  });

  it("resumes after it was killed", async () => {
    await runAndKill((asked) => isBlock(asked) && workspace.sentBlocks().length === 2, {});
    if (shell.shell === "bash") expectNoSecretLeft();
    expect(workspace.storedZip()).toBeUndefined();
    expect((await workspace.run()).code).toBe(0);
    expect(hasArrived()).toBe(true);
    const ids = workspace.sentBlocks().map(({ blockId }) => blockId);
    expect(ids).toHaveLength(3);
    expect(new Set(ids).size).toBe(3);
    expect(new Set(ids.map((id) => id.length)).size).toBe(1);
  });

  it("sends no block again when only its report to the portal failed", async () => {
    workspace.server.state.interfere = ({ method, path }) =>
      method === "POST" && path.endsWith("upload-complete") ? 503 : undefined;
    expect((await workspace.run()).code).toBe(9);
    workspace.server.state.interfere = () => undefined;
    const outcome = await workspace.run();
    expect(outcome).toMatchObject({ code: 0, errors: "" });
    expect(workspace.sentBlocks()).toHaveLength(3);
    expect(hasArrived()).toBe(true);
  });

  it("reuses no AzCopy block of a rejected zip, even if the state file names the zip", async () => {
    await workspace.run();
    writeFileSync(statePath(), `azcopy twdb-region-03/6f0c ${workspace.content.length} 1`);
    const azCopyIds = [0, 1, 2].map((index) => azCopyId(index));
    const held = workspace.server.blobs.get(BLOB_PATH)!;
    held.committed = new Map([...held.committed.values()].map((data, index) => [azCopyIds[index]!, data]));
    workspace.server.state.uploadState = { state: "refused" };
    expect((await workspace.run()).code).toBe(0);
    expect(workspace.sentBlocks()).toHaveLength(3 + 3);
  });

  it.skipIf(!real)("writes no secret to its state file (skipped where AzCopy is not installed)", async () => {
    putAzCopyOnThePath();
    await workspace.run(workspace.zip, withAzCopy());
    const state = readFileSync(statePath(), "utf8");
    for (const secret of [SIGNATURE, encodeURIComponent(SIGNATURE), TOKEN])
      expect(state).not.toContain(secret);
  });

  it("retries when the connection breaks in the middle of a block", async () => {
    const broken = new Map<string, number>();
    workspace.server.state.interfere = ({ blockId }) => {
      const times = broken.get(blockId) ?? 0;
      broken.set(blockId, times + 1);
      if (times < 2) throw new Error("The connection breaks");
      return undefined;
    };
    const outcome = await workspace.run();
    expect(outcome.code).toBe(0);
    expect(outcome.output).toContain("The request failed");
    expect(hasArrived()).toBe(true);
  });
}

for (const shell of [bashScript, powershellScript]) {
  const why = shell.absent ? ` (skipped: ${shell.absent})` : "";
  describe.skipIf(shell.absent)(`${shell.fileName} run again${why}`, () => describeResuming(shell));
}
