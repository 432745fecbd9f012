import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { bashScript, pathWithoutAzCopy, powershellScript, type ShellUnderTest } from "./shells.ts";
import { BLOB_PATH, openVendorDesk, type VendorDesk } from "./vendorDesk.ts";

/** A script for services that know no last step: the storage alone says whether the zip has arrived. */
function describeWithoutPortal(shell: ShellUnderTest) {
  let desk: VendorDesk;
  beforeEach(async () => {
    desk = await openVendorDesk(shell);
    desk.saveScript({ uploadToken: "", completeAddress: "" });
  });
  afterEach(() => desk.close());

  const callsOfPortal = () => desk.server.asked.filter(({ path }) => path.startsWith("/api/"));

  it("sends the file whole, asks no portal, and shows the status of the storage's answer", async () => {
    const outcome = await desk.run();
    expect(outcome).toMatchObject({ code: 0, errors: "" });
    expect(outcome.output.split(/\r?\n/)).toContain(shell.success);
    expect(desk.arrived()?.equals(desk.content)).toBe(true);
    expect(callsOfPortal()).toEqual([]);
    const last = desk.server.asked.at(-1)!;
    expect([last.method, last.path, last.comp]).toEqual(["GET", BLOB_PATH, "blocklist"]);
  });

  it("sends nothing twice when it is run again", async () => {
    await desk.run();
    expect((await desk.run()).code).toBe(0);
    expect(desk.sentBlocks()).toHaveLength(3);
  });

  it("says so when the storage holds a file of another length", async () => {
    desk.server.state.interfere = ({ method, path }) => {
      const held = desk.server.blobs.get(path);
      if (method === "GET" && held?.content) held.content = held.content.subarray(1);
      return undefined;
    };
    const outcome = await desk.run();
    expect(outcome.code).toBe(9);
    expect(outcome.errors).toContain("The file was sent, but the storage did not confirm its ");
    expect(outcome.output).not.toContain(shell.success);
  });

  it("says that nobody has told until when the link is good", async () => {
    desk.saveScript({ uploadToken: "", completeAddress: "", expires: "" });
    desk.server.state.interfere = () => 403;
    const outcome = await desk.run();
    expect(outcome.code).toBe(6);
    expect(outcome.errors).toContain("the link of this one was given until a time that nobody has told.");
  });

  it("says that nobody checks the zip before", async () => {
    const outcome = await desk.run();
    expect(outcome.output).toContain("These services do not check a zip before it is sent.");
  });

  it("lets AzCopy send, whose answer the storage confirms too", async () => {
    mkdirSync(join(desk.folder, "bin"));
    writeFileSync(
      join(desk.folder, "bin", "azcopy"),
      `#!/bin/sh\ncurl -sS --globoff -X PUT --data-binary "@$2" "$3"\n`,
      { mode: 0o755 },
    );
    const outcome = await desk.run(desk.zip, {
      UPLOAD_WITHOUT_AZCOPY: "",
      PATH: `${join(desk.folder, "bin")}:${pathWithoutAzCopy}`,
    });
    expect(outcome).toMatchObject({ code: 0, errors: "" });
    expect(outcome.output.split(/\r?\n/)).toContain(shell.success);
    expect(desk.arrived()?.equals(desk.content)).toBe(true);
  });
}

for (const shell of [bashScript, powershellScript]) {
  const why = shell.absent ? ` (skipped: ${shell.absent})` : "";
  describe.skipIf(shell.absent)(`${shell.fileName} for other services${why}`, () =>
    describeWithoutPortal(shell),
  );
}
