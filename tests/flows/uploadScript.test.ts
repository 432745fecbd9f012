import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import type { Bag } from "../../src/contract/fields.ts";
import { metadataYaml } from "../../src/contract/metadataYaml.ts";
import { runCommand } from "../../src/contract/shellQuote.ts";
import { fillUploadScript } from "../../src/contract/uploadScript.ts";
import type { RecordRow } from "../../src/portal/providers/recordsDialect.ts";
import type { RunningServer } from "../../src/server/runServer.ts";
import { bashScript, startCommand } from "../server/scripts/shells.ts";
import { templateOf } from "../server/scripts/vendorDesk.ts";
import { aModelFolder } from "../support/aModelFolder.ts";
import { aModelZip } from "../support/aModelZip.ts";
import { startDamagingProxy } from "../support/damagingProxy.ts";
import { signedIn } from "../support/signedIn.ts";
import { startServer } from "../support/startServer.ts";

let server: RunningServer;
let proxy: Awaited<ReturnType<typeof startDamagingProxy>>;
let desk: string;

const everyRecord = {
  pagination: { page: 1, perPage: 100 },
  sort: { field: "id", order: "ASC" as const },
  filter: {},
};

beforeAll(async () => {
  proxy = await startDamagingProxy();
  server = await startServer({ publicUrl: proxy.url, uploadLinkLifetime: 3600 });
  proxy.state.to = Number(new URL(server.url).port);
});
afterAll(async () => {
  await server.close();
  await proxy.close();
});
beforeEach(() => void (desk = mkdtempSync(join(tmpdir(), "vendor's desk ü "))));
afterEach(() => {
  proxy.state.damage = () => undefined;
  rmSync(desk, { recursive: true, force: true });
});

const vendor = async () => (await signedIn(server.url, "vendor1")).provider;

/** A new copy of a demo record, its zipped model on the desk, and the script that sends it. */
async function aDelivery() {
  const provider = await vendor();
  const { data } = await provider.getList<RecordRow>("records", everyRecord);
  const recordId = String(await provider.duplicateRecord(data[0]!.id, crypto.randomUUID()));
  const record = (await provider.getOne<RecordRow>("records", { id: recordId })).data;
  const metadata = record.currentMetadata as Bag;
  const [identifier, title] = [String(metadata["modelIdentifier"]), String(metadata["modelName"])];
  const references = await provider.references();
  const yaml = metadataYaml({ recordId, metadata, references, contacts: [] });
  const folder = await aModelFolder({ modelIdentifier: identifier, modelName: title, recordId, yaml });
  const zip = await aModelZip(folder, { to: join(desk, "the $model.zip") });
  rmSync(dirname(folder), { recursive: true });
  const script = join(desk, bashScript.fileName);
  const ticket = await provider.requestUpload(recordId);
  writeFileSync(
    script,
    fillUploadScript(templateOf(bashScript.fileName), { ...ticket, recordId, identifier, title }, "bash"),
  );
  const run = () =>
    startCommand(bashScript, runCommand("MAC_LINUX", script, zip), {
      UPLOAD_WITHOUT_AZCOPY: "1",
      UPLOAD_BLOCK_MIB: "1",
    }).ended;
  /** Waits until the record's status or the newest message of the portal is as asked for. */
  async function until(isThere: (status: string, message: string) => boolean) {
    for (let tries = 0; tries < 300; tries += 1) {
      const { statusInfo } = (await provider.getOne<RecordRow>("records", { id: recordId })).data;
      const said = await provider.recordNotifications(recordId);
      const message = said.map(({ content }) => content).join("\n");
      if (isThere(statusInfo.status, message)) return true;
      await delay(200);
    }
    return false;
  }
  return { provider, recordId, zip, script, run, until };
}

const isBlock = (method: string, url: URL) => method === "PUT" && url.searchParams.get("comp") === "block";

describe.skipIf(bashScript.absent)(
  "the bash script against the server (skipped without bash or curl)",
  () => {
    it("delivers a model: the answer is 200 OK, and the record becomes pending", async () => {
      const { run, until } = await aDelivery();
      const outcome = await run();
      expect(outcome).toMatchObject({ code: 0, errors: "" });
      expect(outcome.output).not.toContain("Warning");
      expect(outcome.output.split("\n")).toContain("HTTP/1.1 200 OK");
      expect(await until((status) => status === "pending")).toBe(true);
    });

    it("sends a block again that lost a byte on the way", async () => {
      const { run, until } = await aDelivery();
      let damaged = 0;
      proxy.state.damage = ({ method, url, body }) => {
        if (isBlock(method, url) && damaged++ === 0) body[100]! ^= 1;
      };
      const outcome = await run();
      expect(outcome.code).toBe(0);
      expect(outcome.output).toContain("No good answer (400 Md5Mismatch). Trying again");
      expect(damaged).toBe(2);
      expect(await until((status) => status === "pending")).toBe(true);
    });

    it("is told by the portal when the zip was damaged all the same, and sends it again whole", async () => {
      const { run, until } = await aDelivery();
      proxy.state.damage = ({ method, url, headers, body }) => {
        if (!isBlock(method, url)) return;
        delete headers["content-md5"];
        body[100]! ^= 1;
      };
      expect((await run()).code).toBe(0);
      expect(await until((_, message) => message.includes("its checksum differs"))).toBe(true);
      proxy.state.damage = () => undefined;
      const outcome = await run();
      expect(outcome.code).toBe(0);
      expect(outcome.output).not.toContain("has arrived before");
      expect(await until((status) => status === "pending")).toBe(true);
    });

    it("sends nothing again once its upload was processed, and says what to do with another zip", async () => {
      const { run, until, zip } = await aDelivery();
      await run();
      await until((status) => status === "pending");
      const sent: string[] = [];
      proxy.state.damage = ({ method, url }) => void (method === "PUT" && sent.push(url.pathname));
      const again = await run();
      expect(again).toMatchObject({ code: 0, errors: "" });
      expect(again.output.split("\n")).toContain("HTTP/1.1 200 OK");
      // The same model with a byte more behind it: another zip.
      const bytes = readFileSync(zip);
      bytes.writeUInt16LE(1, bytes.length - 2);
      writeFileSync(zip, Buffer.concat([bytes, Buffer.from("x")]));
      const outcome = await run();
      expect(outcome.code).toBe(9);
      expect(outcome.errors).toContain("Nothing was sent, since the portal refused it (409");
      expect(sent).toEqual([]);
      expect(outcome.errors).toContain("Download a new script");
    });

    it("says that its link has expired, and that a new script is needed", async () => {
      const { run, script } = await aDelivery();
      const ended = readFileSync(script, "utf8").replace(/se=\d{4}/, "se=2025");
      writeFileSync(script, ended);
      const outcome = await run();
      expect(outcome.code).toBe(6);
      expect(outcome.errors).toContain("The storage refused the upload (403");
      expect(outcome.errors).toContain("Download a new script on the instructions page of the record");
    });

    it("refuses a wrong zip before anything is sent", async () => {
      const { run, zip } = await aDelivery();
      writeFileSync(zip, readFileSync(zip).subarray(0, -30));
      const calls: string[] = [];
      proxy.state.damage = ({ method, url }) => void calls.push(`${method} ${url.pathname}`);
      const outcome = await run();
      expect(outcome.code).toBe(11);
      expect(outcome.errors).toContain("The zip is cut off");
      expect(calls).toEqual(["GET /api/vendors/upload-complete"]);
    });
  },
);
