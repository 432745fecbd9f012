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
/** Some days from now. */
export const EXPIRES = new Date(Date.now() + 6 * 24 * 3_600_000).toISOString();
export const TOKEN = "upload-token-a1b2c3";
const IDENTIFIER = "030000000001";
const TITLE = 'O\'Brien "Creek" $(id) `id`';
export const BLOB_PATH = "/store/ms2/twdb-region-03/6f0c/model 42.zip";

/** The template as it lies in the project. */
export const templateOf = (fileName: string) =>
  readFileSync(new URL(`../../../public/${fileName}`, import.meta.url), "utf8");

/** A ticket for the given server. */
export const aTicket = (origin: string, overrides: Partial<UploadTicket> = {}): UploadTicket => ({
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

/** What a zip of record 42 holds, by its place in the root folder; null is a folder. */
export const modelFiles = (): Record<string, string | Uint8Array | null> => ({
  "Model_Files/terrain.bin": randomBytes(2.5 * 1024 * 1024),
  "Supporting/": null,
  "GIS/": null,
  [coverageGeodatabaseName(IDENTIFIER)]: "a zipped geodatabase",
  [metadataFileName("42")]: `global_attributes:\n  title: "x"\n  ${RECORD_ID_KEY}: "42"\n`,
});

/** The zip of a whole model, and what the test changes about it; undefined leaves a file out. */
export function aDeskZip(
  changes: Record<string, string | Uint8Array | null | undefined> = {},
): Promise<Buffer> {
  const files = Object.entries({ ...modelFiles(), ...changes });
  return aZip(
    files.flatMap(([path, content]): ZipEntry[] =>
      content === undefined ? [] : [{ path: `${ROOT}/${path}`, content }],
    ),
  );
}

export type VendorDesk = Awaited<ReturnType<typeof openVendorDesk>>;

/** A vendor's computer for one test: a folder with a model's zip of 2.5 MiB, and a storage to send it to. */
export async function openVendorDesk(shell: ShellUnderTest) {
  const server = await startBlobServer(SIGNATURE);
  const folder = mkdtempSync(join(tmpdir(), "vendor-desk-"));
  const content = await aDeskZip();
  const zip = join(folder, "model.zip");
  writeFileSync(zip, content);

  const desk = {
    server,
    folder,
    content,
    zip,
    script: join(folder, shell.fileName),
    /** Puts the filled script on the desk, as a download would. */
    saveScript(overrides: Partial<UploadTicket> = {}) {
      const script = fillUploadScript(
        templateOf(shell.fileName),
        aTicket(server.origin, overrides),
        shell.shell,
      );
      writeFileSync(desk.script, script);
    },
    /** Starts the command the portal shows, without AzCopy unless the environment says otherwise. */
    start(storedZipPath: string = zip, environment: Record<string, string> = {}) {
      const command = buildRunCommand(shell.platform, desk.script, storedZipPath);
      return startCommand(shell, command, {
        UPLOAD_WITHOUT_AZCOPY: "1",
        UPLOAD_BLOCK_MIB: "1",
        // One after the other, so that a test knows which one a kill meets.
        UPLOAD_AT_ONCE: "1",
        // A killed script leaves its working folder behind: on the desk, which is cleared.
        TMPDIR: folder,
        ...environment,
      });
    },
    run: (storedZipPath?: string, environment?: Record<string, string>) => desk.start(storedZipPath, environment).ended,
    sentBlocks: () => server.finished.filter(({ method, comp }) => method === "PUT" && comp === "block"),
    arrived: () => server.blobs.get(BLOB_PATH)?.content,
    completions: () =>
      server.asked.filter(({ method, path }) => method === "POST" && path === "/api/vendors/upload-complete"),
    async close() {
      await server.close();
      rmSync(folder, { recursive: true, force: true });
    },
  };
  desk.saveScript();
  return desk;
}
