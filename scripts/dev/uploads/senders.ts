import { spawn, spawnSync } from "node:child_process";
import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { UploadTicket } from "../../../src/contract/generated/entities.ts";
import { fillUploadScript } from "../../../src/contract/uploads/uploadScript.ts";
import { buildBlobUrl } from "../../../src/server/storage/grants.ts";
import { createTemporaryFolder } from "../lib/temporaryFolder.ts";
import type { ModelRecord } from "./vendorUploads.ts";

/** Sends a zip to the store; resolves when the store has all of it. */
export type Sender = (zip: string, ticket: UploadTicket, record: ModelRecord) => Promise<void>;

const SCRIPT = new URL("../../../public/upload_script.sh", import.meta.url);

/** Saves the bash script with the ticket's values and returns its path. */
export async function writeUploadScript(ticket: UploadTicket, { id, title }: ModelRecord): Promise<string> {
  const path = join(await createTemporaryFolder("flood-script-"), "upload_script.sh");
  const values = { ...ticket, recordId: id, title };
  await writeFile(path, fillUploadScript(await readFile(SCRIPT, "utf8"), values, "bash"));
  return path;
}

/** Resolves when the portal has confirmed the upload; the script itself then waits for the result. */
const sendByScript: Sender = async (zip, ticket, record) => {
  const script = await writeUploadScript(ticket, record);
  await new Promise<void>((resolve, reject) => {
    const onOutput = (output: string) => {
      if (/^HTTP\/1.1 200/m.test(output)) resolve();
    };
    run("bash", [script, zip], { UPLOAD_WITHOUT_AZCOPY: "1" }, onOutput).then(resolve, reject);
  });
};

/** Sends one request with the whole zip. */
const sendByCurl: Sender = async (zip, ticket) => {
  const headers = ["-H", "x-ms-blob-type: BlockBlob", "-H", "Expect:"];
  await run("curl", ["-sS", "--fail", "-T", zip, ...headers, buildBlobUrl(ticket, ticket.blobName)]);
};

/** Uses rclone's defaults. */
const sendByRclone: Sender = async (zip, ticket) => {
  const config = join(await createTemporaryFolder("flood-rclone-"), "rclone.conf");
  const container = ticket.prefix.slice(0, ticket.prefix.indexOf(`/${ticket.folder}/`));
  await writeFile(config, `[store]\ntype = azureblob\nsas_url = ${container}?${ticket.query}\n`);
  const target = `store:${container.split("/").at(-1)}/${ticket.folder}/${ticket.blobName}`;
  await run("rclone", ["--config", config, "--retries", "1", "copyto", zip, target]);
};

export const senders = { script: sendByScript, curl: sendByCurl, rclone: sendByRclone };

export const isInstalled = (program: string): boolean =>
  spawnSync(program, ["--version"]).error === undefined;

/** Returns the milliseconds until all files are on the disk. */
export async function measureUnzip(zip: string, folder: string): Promise<number> {
  const start = performance.now();
  await run("unzip", ["-q", "-o", zip, "-d", folder]);
  await run("sync", ["-f", folder]);
  return performance.now() - start;
}

const MAX_OUTPUT_CHARACTERS = 4000;

/** Rejects with the end of the program's output if it fails. */
function run(
  program: string,
  args: string[],
  env: Record<string, string> = {},
  onOutput: (output: string) => void = () => undefined,
): Promise<void> {
  const child = spawn(program, args, { env: { ...process.env, ...env }, stdio: ["ignore", "pipe", "pipe"] });
  let output = "";
  for (const stream of [child.stdout, child.stderr])
    stream.on("data", (chunk: Buffer) => {
      output = (output + chunk.toString()).slice(-MAX_OUTPUT_CHARACTERS);
      onOutput(output);
    });
  return new Promise((resolve, reject) => {
    child.once("error", reject);
    child.once("close", (code) =>
      code === 0 ? resolve() : reject(new Error(`${program} ended with ${code}: ${output}`)),
    );
  });
}
