import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { bashScript, pathWithoutAzCopy, powershellScript, type ShellUnderTest } from "./shells.ts";
import { BLOB_PATH, createVendorWorkspace, type VendorWorkspace } from "./vendorWorkspace.ts";

/** Services without upload reports: only the storage can confirm that the zip has arrived. */
function describeWithoutPortal(shell: ShellUnderTest) {
  let workspace: VendorWorkspace;
  beforeEach(async () => {
    workspace = await createVendorWorkspace(shell);
    workspace.saveScript({ uploadToken: "", completeAddress: "" });
  });
  afterEach(() => workspace.close());

  const portalRequests = () => workspace.server.received.filter(({ path }) => path.startsWith("/api/"));

  it("sends the whole file and prints the storage's response status, without any portal request", async () => {
    const outcome = await workspace.run();
    expect(outcome).toMatchObject({ code: 0, errors: "" });
    expect(outcome.output.split(/\r?\n/)).toContain(shell.success);
    expect(workspace.storedZip()?.equals(workspace.content)).toBe(true);
    expect(portalRequests()).toEqual([]);
    const last = workspace.server.received.at(-1)!;
    expect([last.method, last.path, last.comp]).toEqual(["GET", BLOB_PATH, "blocklist"]);
  });

  it("sends no block again in a second run", async () => {
    await workspace.run();
    expect((await workspace.run()).code).toBe(0);
    expect(workspace.sentBlocks()).toHaveLength(3);
  });

  it("reports a stored file of another size", async () => {
    workspace.server.state.interfere = ({ method, path }) => {
      const held = workspace.server.blobs.get(path);
      if (method === "GET" && held?.content) held.content = held.content.subarray(1);
      return undefined;
    };
    const outcome = await workspace.run();
    expect(outcome.code).toBe(9);
    expect(outcome.errors).toContain("The file was sent, but the storage did not confirm its ");
    expect(outcome.output).not.toContain(shell.success);
  });

  it("reports a refused link without an expiry date", async () => {
    workspace.saveScript({ uploadToken: "", completeAddress: "", expires: "" });
    workspace.server.state.interfere = () => 403;
    const outcome = await workspace.run();
    expect(outcome.code).toBe(6);
    expect(outcome.errors).toContain("Expiry date of the link in this script: unknown.");
  });

  it("states that the zip is not checked before the upload", async () => {
    const outcome = await workspace.run();
    expect(outcome.output).toContain("The zip is not checked before the upload.");
  });

  it("confirms an upload by AzCopy in the storage", async () => {
    mkdirSync(join(workspace.folder, "bin"));
    writeFileSync(
      join(workspace.folder, "bin", "azcopy"),
      `#!/bin/sh\ncurl -sS --globoff -X PUT --data-binary "@$2" "$3"\n`,
      { mode: 0o755 },
    );
    const outcome = await workspace.run(workspace.zip, {
      UPLOAD_WITHOUT_AZCOPY: "",
      PATH: `${join(workspace.folder, "bin")}:${pathWithoutAzCopy}`,
    });
    expect(outcome).toMatchObject({ code: 0, errors: "" });
    expect(outcome.output.split(/\r?\n/)).toContain(shell.success);
    expect(workspace.storedZip()?.equals(workspace.content)).toBe(true);
  });
}

for (const shell of [bashScript, powershellScript]) {
  const why = shell.absent ? ` (skipped: ${shell.absent})` : "";
  describe.skipIf(shell.absent)(`${shell.fileName} for other services${why}`, () =>
    describeWithoutPortal(shell),
  );
}
