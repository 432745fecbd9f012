import { spawn } from "node:child_process";
import { readFile, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { fillUploadScript } from "../../../../src/contract/uploads/uploadScript.ts";
import { startLoadServer } from "../../load/loadServer.ts";
import { digestOf, openLoadVendor } from "../../load/loadVendor.ts";
import { writeModelZip } from "../../load/writeModelZip.ts";
import { startCountingProxy } from "./countingProxy.ts";
import { temporaryFolder } from "../../lib/temporaryFolder.ts";

export interface KilledUpload {
  /** Bytes of the zip. */
  size: number;
  /** Bytes of the blocks that are under way at once. */
  underWay: number;
  /** Bytes that went to the store more than once. */
  twice: number;
}

const SCRIPT = new URL("../../../../public/upload_script.sh", import.meta.url);
const [BLOCK_MIB, AT_ONCE] = [8, 4];

/**
 * Sends one zip with the bash script, which is killed (kill -9, with all it started) at random points of the sending
 * and run again each time. Rejects unless the zip arrives whole in the end and becomes part of its record.
 */
export async function killedUpload(parent: string, bytes: number, kills: number): Promise<KilledUpload> {
  const folder = await temporaryFolder("killed-", parent);
  const server = await startLoadServer(folder);
  const proxy = await startCountingProxy(server.url);
  try {
    const vendor = await openLoadVendor(server.url);
    const record = await vendor.newRecord();
    const zip = join(folder, "model.zip");
    await writeModelZip(zip, { ...record, files: 50, bytes });
    const ticket = await vendor.requestUpload(record);
    const { size } = await digestOf(zip);
    const script = join(folder, "upload_script.sh");
    const { id: recordId, title } = record;
    const prefix = ticket.prefix.replace(server.url, proxy.url);
    const filled = { ...ticket, prefix, recordId, title };
    await writeFile(script, fillUploadScript(await readFile(SCRIPT, "utf8"), filled, "bash"));

    const points = Array.from({ length: kills }, () => Math.random() * size).sort((a, b) => a - b);
    for (const point of points) {
      const running = startScript(script, zip, folder);
      proxy.whenAt(Math.max(point, proxy.bytes() + 1), running.kill);
      await running.ended;
    }
    const code = await startScript(script, zip, folder).ended;
    if (code !== 0) throw new Error(`The upload script ended with ${code}.`);
    await vendor.catalogued(record);
    return { size, underWay: AT_ONCE * BLOCK_MIB * 1024 ** 2, twice: proxy.bytes() - size };
  } finally {
    await proxy.close();
    await server.remove();
    await rm(folder, { recursive: true, force: true });
  }
}

function startScript(script: string, zip: string, folder: string) {
  const environment = {
    ...{ UPLOAD_WITHOUT_AZCOPY: "1", TMPDIR: folder },
    ...{ UPLOAD_BLOCK_MIB: String(BLOCK_MIB), UPLOAD_AT_ONCE: String(AT_ONCE) },
  };
  const child = spawn("bash", [script, zip], {
    detached: true,
    stdio: "ignore",
    env: { ...process.env, ...environment },
  });
  /** At once, and everything it started. */
  const kill = () => {
    if (child.pid !== undefined && child.exitCode === null) process.kill(-child.pid, "SIGKILL");
  };
  process.prependOnceListener("exit", kill);
  child.once("close", () => process.off("exit", kill));
  return {
    ended: new Promise<number | null>((resolve, reject) => {
      child.once("error", reject);
      child.once("close", resolve);
    }),
    kill,
  };
}
