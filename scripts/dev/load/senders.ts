import { spawn, spawnSync } from "node:child_process";
import { readFile, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { fillUploadScript } from "../../../src/contract/uploads/uploadScript.ts";
import { buildBlobUrl } from "../../../src/server/storage/grants.ts";
import type { Sender } from "./measureUpload.ts";
import { temporaryFolder } from "../lib/temporaryFolder.ts";

const SCRIPT = new URL("../../../public/upload_script.sh", import.meta.url);
/** The upload script as a vendor runs it, sending by itself. It has sent once the portal has confirmed its report. */
export const sendByScript: Sender = async (zip, ticket, { id, title }) => {
  const folder = await temporaryFolder("flood-script-");
  const path = join(folder, "upload_script.sh");
  const filled = { ...ticket, recordId: id, title };
  await writeFile(path, fillUploadScript(await readFile(SCRIPT, "utf8"), filled, "bash"));
  const ended = (confirmed: () => void) =>
    run("bash", [path, zip], { UPLOAD_WITHOUT_AZCOPY: "1" }, (said) => {
      if (/^HTTP\/1.1 200/m.test(said)) confirmed();
    }).finally(() => rm(folder, { recursive: true, force: true }));
  await new Promise<void>((resolve, reject) => ended(resolve).then(resolve, reject));
};

/** One request with the whole zip. */
export const sendByCurl: Sender = async (zip, ticket) => {
  const headers = ["-H", "x-ms-blob-type: BlockBlob", "-H", "Expect:"];
  await run("curl", ["-sS", "--fail", "-T", zip, ...headers, buildBlobUrl(ticket, ticket.blobName)]);
};

/** rclone with its defaults, to the upload's folder. */
export const sendByRclone: Sender = async (zip, ticket) => {
  const folder = await temporaryFolder("flood-rclone-");
  try {
    const config = join(folder, "rclone.conf");
    const container = ticket.prefix.slice(0, ticket.prefix.indexOf(`/${ticket.folder}/`));
    await writeFile(config, `[store]\ntype = azureblob\nsas_url = ${container}?${ticket.query}\n`);
    const target = `store:${container.split("/").at(-1)}/${ticket.folder}/${ticket.blobName}`;
    await run("rclone", ["--config", config, "--retries", "1", "copyto", zip, target]);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
};

/** Whether this machine has a program. */
export const isInstalled = (program: string): boolean =>
  spawnSync(program, ["--version"]).error === undefined;

/** Unpacks a zip to disk as people do; answers the milliseconds until all of it is on the disk. */
export async function unzipTo(zip: string, folder: string): Promise<number> {
  const start = performance.now();
  await run("unzip", ["-q", "-o", zip, "-d", folder]);
  await run("sync", ["-f", folder]);
  return performance.now() - start;
}

/** Runs a program to its end, and hands over the last of what it says as it says it. Rejects with that when it fails. */
function run(
  program: string,
  args: string[],
  env: Record<string, string> = {},
  onSaid: (said: string) => void = () => undefined,
): Promise<void> {
  const child = spawn(program, args, { env: { ...process.env, ...env }, stdio: ["ignore", "pipe", "pipe"] });
  let said = "";
  for (const output of [child.stdout, child.stderr])
    output.on("data", (chunk: Buffer) => {
      said = (said + chunk.toString()).slice(-4000);
      onSaid(said);
    });
  return new Promise((resolve, reject) => {
    child.once("error", reject);
    child.once("close", (code) =>
      code === 0 ? resolve() : reject(new Error(`${program} ended with ${code}: ${said}`)),
    );
  });
}
