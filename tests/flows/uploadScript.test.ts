import { createHash } from "node:crypto";
import { chmodSync, copyFileSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import type { RunningServer } from "../../src/server/runServer.ts";
import {
  bashScript,
  pathWithoutAzCopy,
  powershellScript,
  findRealAzCopy,
  type ShellUnderTest,
} from "../server/scripts/shells.ts";
import { startDamagingProxy, type ProxiedRequest } from "../support/damagingProxy.ts";
import { startServer } from "../support/startServer.ts";
import { prepareUpload } from "./prepareUpload.ts";

let server: RunningServer;
let proxy: Awaited<ReturnType<typeof startDamagingProxy>>;

beforeAll(async () => {
  proxy = await startDamagingProxy();
  server = await startServer({ publicUrl: proxy.url, uploadLinkLifetimeSeconds: 3600 });
  proxy.state.to = Number(new URL(server.url).port);
});
afterAll(async () => {
  await server.close();
  await proxy.close();
});
afterEach(() => {
  proxy.state.damage = () => undefined;
});

const isBlock = ({ method, url }: Pick<ProxiedRequest, "method" | "url">) =>
  method === "PUT" && url.searchParams.get("comp") === "block";

const sha256 = (path: string) => createHash("sha256").update(readFileSync(path)).digest("hex");

function describeUploads(shell: ShellUnderTest) {
  const deliver = (options?: { isLarge: boolean }) => prepareUpload(server.url, shell, options);

  it("uploads a model: prints 200 OK, and the record becomes pending", async () => {
    const { run, waitUntil, receipt, zip } = await deliver();
    const outcome = await run();
    expect(outcome).toMatchObject({ code: 0, errors: "" });
    expect(outcome.output).not.toContain("Warning");
    expect(outcome.output.split(/\r?\n/)).toContain(shell.success);
    expect(await waitUntil((status) => status === "pending")).toBe(true);
    expect(await receipt()).toMatchObject({ sha256: sha256(zip) });
  });

  const azCopy = findRealAzCopy();
  it.skipIf(!azCopy)("lets AzCopy send the zip (skipped where AzCopy is not installed)", async () => {
    const { run, waitUntil, workspace, receipt, script, zip } = await deliver({ isLarge: true });
    // With a host name, as in production, AzCopy encodes the slashes of the path as %2F.
    writeFileSync(script, readFileSync(script, "utf8").replaceAll("http://127.0.0.1", "http://localhost"));
    mkdirSync(join(workspace, "bin"));
    copyFileSync(azCopy!, join(workspace, "bin", "azcopy"));
    chmodSync(join(workspace, "bin", "azcopy"), 0o755);
    const path = `${join(workspace, "bin")}:${pathWithoutAzCopy}`;
    const outcome = await run({ UPLOAD_WITHOUT_AZCOPY: "", PATH: path });
    expect(outcome).toMatchObject({ code: 0, errors: "" });
    expect(outcome.output).toContain("AzCopy: 100 % sent");
    expect(outcome.output.split(/\r?\n/)).toContain(shell.success);
    expect(await waitUntil((status) => status === "pending")).toBe(true);
    expect(await receipt()).toMatchObject({ sha256: sha256(zip) });
  });

  it("sends a block again that was damaged on the way", async () => {
    const { run, waitUntil } = await deliver();
    let damaged = 0;
    proxy.state.damage = (passing) => {
      if (isBlock(passing) && damaged++ === 0) passing.body[100]! ^= 1;
    };
    const outcome = await run();
    expect(outcome.code).toBe(0);
    expect(outcome.output).toContain("The request failed (400 Md5Mismatch). Trying again");
    expect(damaged).toBe(2);
    expect(await waitUntil((status) => status === "pending")).toBe(true);
  });

  it.each([
    ["", false],
    [", even if it cannot write its state file", true],
  ])(
    "sends the whole zip again when the portal reports a wrong checksum of the zip%s",
    async (_, isNoteless) => {
      const { run, waitUntil, workspace } = await deliver();
      if (isNoteless) mkdirSync(join(workspace, "upload_script.state"));
      proxy.state.damage = (passing) => {
        if (!isBlock(passing)) return;
        delete passing.headers["content-md5"];
        passing.body[100]! ^= 1;
      };
      const damaged = await run();
      expect(damaged.code).toBe(13);
      expect(damaged.errors).toContain("its checksum differs");
      proxy.state.damage = () => undefined;
      const outcome = await run();
      expect(outcome.code).toBe(0);
      expect(outcome.output).toContain(" 0 already stored");
      expect(await waitUntil((status) => status === "pending")).toBe(true);
    },
  );

  it("sends nothing after its upload was processed, and explains how to send another zip", async () => {
    const { run, waitUntil, zip } = await deliver();
    await run();
    await waitUntil((status) => status === "pending");
    const sent: string[] = [];
    proxy.state.damage = ({ method, url }) => void (method === "PUT" && sent.push(url.pathname));
    const again = await run();
    expect(again).toMatchObject({ code: 0, errors: "" });
    expect(again.output.split(/\r?\n/)).toContain(shell.success);
    expect(again.output).toContain("The record is now pending admin acceptance.");
    // The same model with one more byte, in the comment of the zip.
    const bytes = readFileSync(zip);
    bytes.writeUInt16LE(1, bytes.length - 2);
    writeFileSync(zip, Buffer.concat([bytes, Buffer.from("x")]));
    const outcome = await run();
    expect(outcome.code).toBe(6);
    expect(outcome.errors).toContain("This script has already delivered another zip, of ");
    expect(sent).toEqual([]);
    expect(outcome.errors).toContain("Download a new script");
  });

  it("rejects a damaged zip before sending it", async () => {
    const { run, zip } = await deliver();
    writeFileSync(zip, readFileSync(zip).subarray(0, -30));
    const calls: string[] = [];
    proxy.state.damage = ({ method, url }) => void calls.push(`${method} ${url.pathname}`);
    const outcome = await run();
    expect(outcome.code).toBe(11);
    expect(outcome.errors).toContain("The zip is cut off");
    expect(calls).toEqual(["GET /api/vendors/upload-complete", "POST /api/vendors/check-upload"]);
  });
}

/** The link expires while the script sends; then the script is run again. */
async function expireLink(shell: ShellUnderTest): Promise<void> {
  const brief = await startServer({ publicUrl: proxy.url, uploadLinkLifetimeSeconds: 10 });
  const usual = proxy.state.to;
  proxy.state.to = Number(new URL(brief.url).port);
  try {
    const { run, ticket } = await prepareUpload(brief.url, shell, { isLarge: true });
    const calls: string[] = [];
    proxy.state.damage = async (passing) => {
      calls.push(passing.method);
      if (!isBlock(passing)) return;
      await delay(Math.max(0, Date.parse(ticket.expires) + 1000 - Date.now()));
    };
    const during = await run();
    expect(during.code).toBe(6);
    expect(during.errors).toContain("The storage refused the upload (403");
    expect(during.errors).toContain("Expiry date of the link in this script: ");
    expect(during.errors).toContain("Download a new script from the record's instructions page");
    calls.length = 0;
    const after = await run();
    expect(after.code).toBe(6);
    expect(after.errors).toMatch(
      /no longer accepts this script\.\s+The link in this script expired on \w+ \d/,
    );
    expect(after.errors).toContain("Download a new script on the instructions page of the record");
    expect(calls).toEqual(["GET"]);
  } finally {
    proxy.state.to = usual;
    await brief.close();
  }
}

for (const shell of [bashScript, powershellScript]) {
  const why = shell.absent ? ` (skipped: ${shell.absent})` : "";
  describe.skipIf(shell.absent)(`${shell.fileName} against the server${why}`, () => {
    describeUploads(shell);
    it("explains an expired link and asks for a new script", () => expireLink(shell));
  });
}
