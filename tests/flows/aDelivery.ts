import { randomBytes } from "node:crypto";
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { onTestFinished } from "vitest";
import type { JsonObject } from "../../src/contract/json.ts";
import { buildMetadataYaml } from "../../src/contract/yaml/metadataYaml.ts";
import { buildRunCommand } from "../../src/contract/uploads/shellCommands.ts";
import { fillUploadScript } from "../../src/contract/uploads/uploadScript.ts";
import type { RecordRow } from "../../src/portal/providers/resources/recordRow.ts";
import { startCommand, type ShellUnderTest } from "../server/scripts/shells.ts";
import { templateOf } from "../server/scripts/vendorDesk.ts";
import { aModelFolder } from "../support/aModelFolder.ts";
import { aModelZip } from "../support/aModelZip.ts";
import { signedIn } from "../support/signedIn.ts";

const everyRecord = {
  pagination: { page: 1, perPage: 100 },
  sort: { field: "id", order: "ASC" as const },
  filter: {},
};

const MIB = 1024 * 1024;

/** Four blocks of 1 MiB, as what is random cannot be packed. */
const LOAD = 3.5 * MIB;

/**
 * A new copy of a demo record at a server, its zipped model on the desk of a vendor, and the script that sends it. The
 * desk is cleared when the test has ended.
 */
export async function aDelivery(url: string, shell: ShellUnderTest, { isLarge = false } = {}) {
  const desk = mkdtempSync(join(tmpdir(), "vendor's desk ü "));
  onTestFinished(() => rmSync(desk, { recursive: true, force: true }));
  const { provider } = await signedIn(url, "vendor1");
  const { data } = await provider.getList<RecordRow>("records", everyRecord);
  const recordId = String(await provider.duplicateRecord(data[0]!.id, crypto.randomUUID()));
  const record = (await provider.getOne<RecordRow>("records", { id: recordId })).data;
  const metadata = record.currentMetadata as JsonObject;
  const [identifier, title] = [String(metadata["modelIdentifier"]), String(metadata["modelName"])];
  const references = await provider.getReferences();
  const yaml = buildMetadataYaml({ recordId, metadata, references, contacts: [] });
  const folder = await aModelFolder({ modelIdentifier: identifier, modelName: title, recordId, yaml });
  if (isLarge) writeFileSync(join(folder, "Model_Files", "terrain.hdf"), randomBytes(LOAD));
  const zip = await aModelZip(folder, { to: join(desk, "the $model.zip") });
  rmSync(dirname(folder), { recursive: true });
  const script = join(desk, shell.fileName);
  const ticket = await provider.requestUpload(recordId);
  const filled = { ...ticket, recordId, title };
  writeFileSync(script, fillUploadScript(templateOf(shell.fileName), filled, shell.shell));

  const startLine = (command: string, environment: Record<string, string> = {}) =>
    startCommand(shell, command, {
      UPLOAD_WITHOUT_AZCOPY: "1",
      UPLOAD_BLOCK_MIB: "1",
      // One after the other, so that a test knows which one a kill meets.
      UPLOAD_AT_ONCE: "1",
      ...Object.fromEntries(["TMPDIR", "TEMP", "TMP"].map((name) => [name, desk])),
      ...environment,
    });
  const start = (environment?: Record<string, string>, path = zip) =>
    startLine(buildRunCommand(shell.platform, script, path), environment);

  return {
    desk,
    zip,
    script,
    ticket,
    /** Starts a command line on the vendor's computer. */
    startLine,
    /** Starts the command that the portal shows, without AzCopy unless the environment says otherwise. */
    start,
    run: (environment?: Record<string, string>, path?: string) => start(environment, path).ended,
    /** The hash that the receipt of this upload names, and the size. */
    receipt: async () => (await provider.getUploadReceipt(recordId, ticket.uploadBatchId)) as JsonObject,
    /** What the script has left on the desk beside itself and the zip. */
    leftovers: () => readdirSync(desk).filter((name) => name.startsWith("flood-model-upload")),
    /** Waits until the record's status or the newest message of the portal is as asked for. */
    async until(isThere: (status: string, message: string) => boolean): Promise<boolean> {
      for (let tries = 0; tries < 300; tries += 1) {
        const { statusInfo } = (await provider.getOne<RecordRow>("records", { id: recordId })).data;
        const said = await provider.listNotifications(recordId);
        const message = said.map(({ content }) => content).join("\n");
        if (isThere(statusInfo.status, message)) return true;
        await delay(200);
      }
      return false;
    },
  };
}
