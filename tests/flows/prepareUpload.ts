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
import { readTemplate } from "../server/scripts/vendorWorkspace.ts";
import { aModelFolder } from "../support/aModelFolder.ts";
import { aModelZip } from "../support/aModelZip.ts";
import { signInProvider } from "../support/signInProvider.ts";

const everyRecord = {
  pagination: { page: 1, perPage: 100 },
  sort: { field: "id", order: "ASC" as const },
  filter: {},
};

const MIB = 1024 * 1024;

/** Random bytes cannot be compressed: four blocks of 1 MiB. */
const LARGE_FILE_BYTES = 3.5 * MIB;

/**
 * Duplicates a demo record and puts its zipped model and upload script into a folder, the vendor's workspace. Removes the
 * folder at the end of the test.
 */
export async function prepareUpload(url: string, shell: ShellUnderTest, { isLarge = false } = {}) {
  const workspace = mkdtempSync(join(tmpdir(), "vendor's workspace ü "));
  onTestFinished(() => rmSync(workspace, { recursive: true, force: true }));
  const { provider } = await signInProvider(url, "vendor1");
  const { data } = await provider.getList<RecordRow>("records", everyRecord);
  const recordId = String(await provider.duplicateRecord(data[0]!.id, crypto.randomUUID()));
  const record = (await provider.getOne<RecordRow>("records", { id: recordId })).data;
  const metadata = record.currentMetadata as JsonObject;
  const [identifier, title] = [String(metadata["modelIdentifier"]), String(metadata["modelName"])];
  const references = await provider.getReferences();
  const yaml = buildMetadataYaml({ recordId, metadata, references, contacts: [] });
  const folder = await aModelFolder({ modelIdentifier: identifier, modelName: title, recordId, yaml });
  if (isLarge) writeFileSync(join(folder, "Model_Files", "terrain.hdf"), randomBytes(LARGE_FILE_BYTES));
  const zip = await aModelZip(folder, { to: join(workspace, "the $model.zip") });
  rmSync(dirname(folder), { recursive: true });
  const script = join(workspace, shell.fileName);
  const ticket = await provider.requestUpload(recordId);
  const filled = { ...ticket, recordId, title };
  writeFileSync(script, fillUploadScript(readTemplate(shell.fileName), filled, shell.shell));

  const startLine = (command: string, environment: Record<string, string> = {}) =>
    startCommand(shell, command, {
      UPLOAD_WITHOUT_AZCOPY: "1",
      UPLOAD_BLOCK_MIB: "1",
      // One block at a time, so that a test knows which one is interrupted.
      UPLOAD_AT_ONCE: "1",
      ...Object.fromEntries(["TMPDIR", "TEMP", "TMP"].map((name) => [name, workspace])),
      ...environment,
    });
  const start = (environment?: Record<string, string>, path = zip) =>
    startLine(buildRunCommand(shell.platform, script, path), environment);

  return {
    workspace,
    zip,
    script,
    ticket,
    /** Starts a command line. */
    startLine,
    /** Starts the command that the portal shows, by default without AzCopy. */
    start,
    run: (environment?: Record<string, string>, path?: string) => start(environment, path).ended,
    /** The receipt of this upload. */
    receipt: async () => (await provider.getUploadReceipt(recordId, ticket.uploadBatchId)) as JsonObject,
    /** The temporary files that the script has left. */
    leftovers: () => readdirSync(workspace).filter((name) => name.startsWith("flood-model-upload")),
    /** Waits for a status of the record or a message of the portal. Returns false if it does not come. */
    async waitUntil(isReached: (status: string, message: string) => boolean): Promise<boolean> {
      for (let tries = 0; tries < 1000; tries += 1) {
        const { statusInfo } = (await provider.getOne<RecordRow>("records", { id: recordId })).data;
        const said = await provider.listNotifications(recordId);
        const message = said.map(({ content }) => content).join("\n");
        if (isReached(statusInfo.status, message)) return true;
        await delay(200);
      }
      return false;
    },
  };
}
