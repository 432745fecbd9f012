import { randomBytes } from "node:crypto";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { buildRunCommand } from "../../../src/contract/uploads/shellCommands.ts";
import {
  coverageGeodatabaseName,
  metadataFileName,
  modelFolderName,
} from "../../../src/contract/model-folder/modelFolderNames.ts";
import { RECORD_ID_KEY } from "../../../src/contract/schema/product.ts";
import { fillUploadScript, type UploadTicket } from "../../../src/contract/uploads/uploadScript.ts";
import { aZip, type ZipEntry } from "../../support/aZip.ts";
import { startBlobServer } from "./blobServer.ts";
import { startCommand, type ShellUnderTest } from "./shells.ts";

export const SIGNATURE = "s3cret+sig/nature=";
export const EXPIRES = new Date(Date.now() + 6 * 24 * 3_600_000).toISOString();
export const TOKEN = "upload-token-a1b2c3";
const IDENTIFIER = "030000000001";
const TITLE = 'O\'Brien "Creek" $(id) `id`';
export const BLOB_PATH = "/store/ms2/twdb-region-03/6f0c/model 42.zip";

export const readTemplate = (fileName: string) =>
  readFileSync(new URL(`../../../public/${fileName}`, import.meta.url), "utf8");

export const createTicket = (origin: string, overrides: Partial<UploadTicket> = {}): UploadTicket => ({
  prefix: `${origin}/store/ms2/twdb-region-03/6f0c/`,
  query: `sv=2021-12-02&sp=racwl&sig=${encodeURIComponent(SIGNATURE)}`,
  blobName: "model 42.zip",
  folder: "twdb-region-03/6f0c",
  uploadToken: TOKEN,
  completeAddress: `${origin}/api/vendors/upload-complete`,
  expires: EXPIRES,
  recordId: "42",
  title: TITLE,
  ...overrides,
});

export const ROOT = modelFolderName(IDENTIFIER, TITLE);

/** Files of a model by path in the root folder; null is a folder. */
export const createModelFiles = (): Record<string, string | Uint8Array | null> => ({
  "Model_Files/terrain.bin": randomBytes(2.5 * 1024 * 1024),
  "Supporting/": null,
  "GIS/": null,
  [coverageGeodatabaseName(IDENTIFIER)]: "a zipped geodatabase",
  [metadataFileName("42")]: `global_attributes:\n  title: "x"\n  ${RECORD_ID_KEY}: "42"\n`,
});

/** Zips a complete model with changes; undefined removes a file. */
export function createModelZip(
  changes: Record<string, string | Uint8Array | null | undefined> = {},
): Promise<Buffer> {
  const files = Object.entries({ ...createModelFiles(), ...changes });
  return aZip(
    files.flatMap(([path, content]): ZipEntry[] =>
      content === undefined ? [] : [{ path: `${ROOT}/${path}`, content }],
    ),
  );
}

let modelZip: Promise<Buffer> | undefined;

export type VendorWorkspace = Awaited<ReturnType<typeof createVendorWorkspace>>;

/** A folder with the zip of a model (2.5 MiB) and a script, and a fake storage and portal. */
export async function createVendorWorkspace(shell: ShellUnderTest) {
  const server = await startBlobServer(SIGNATURE);
  const folder = mkdtempSync(join(tmpdir(), "vendor-workspace-"));
  const content = await (modelZip ??= createModelZip());
  const zip = join(folder, "model.zip");
  writeFileSync(zip, content);

  const workspace = {
    server,
    folder,
    content,
    zip,
    script: join(folder, shell.fileName),
    /** Writes the filled script to the folder, as a download would. */
    saveScript(overrides: Partial<UploadTicket> = {}) {
      const script = fillUploadScript(
        readTemplate(shell.fileName),
        createTicket(server.origin, overrides),
        shell.shell,
      );
      writeFileSync(workspace.script, script);
    },
    /** Starts the command that the portal shows, by default without AzCopy. */
    start(zipPath: string = zip, environment: Record<string, string> = {}) {
      const command = buildRunCommand(shell.platform, workspace.script, zipPath);
      return startCommand(shell, command, {
        UPLOAD_WITHOUT_AZCOPY: "1",
        UPLOAD_BLOCK_MIB: "1",
        // One block at a time, so that a test knows which one a kill interrupts.
        UPLOAD_AT_ONCE: "1",
        // A killed script leaves its temporary folder here, and close() removes it.
        TMPDIR: folder,
        ...environment,
      });
    },
    run: (zipPath?: string, environment?: Record<string, string>) =>
      workspace.start(zipPath, environment).ended,
    sentBlocks: () => server.finished.filter(({ method, comp }) => method === "PUT" && comp === "block"),
    storedZip: () => server.blobs.get(BLOB_PATH)?.content,
    reports: () =>
      server.received.filter(
        ({ method, path }) => method === "POST" && path === "/api/vendors/upload-complete",
      ),
    async close() {
      await server.close();
      rmSync(folder, { recursive: true, force: true });
    },
  };
  workspace.saveScript();
  return workspace;
}
