import { spawn } from "node:child_process";
import { once } from "node:events";
import { createServer, request } from "node:http";
import type { AddressInfo } from "node:net";
import { dirname, join } from "node:path";
import { createTemporaryFolder } from "../lib/temporaryFolder.ts";
import { signIn } from "../lib/vendor.ts";
import { startUploadServer } from "../uploads/measureUpload.ts";
import { writeModelZip } from "../uploads/modelZip.ts";
import { writeUploadScript } from "../uploads/senders.ts";
import { createModelRecord, hashFile, requestUpload, waitUntilCatalogued } from "../uploads/vendorUploads.ts";
import type { BenchOptions } from "./options.ts";
import { buildTable, type Samples, type Table } from "./results.ts";

const MIB = 1024 ** 2;
const MODEL_SIZE = { files: 50, bytes: 200 * MIB };
const KILLS = 5;
const [BLOCK_MIB, BLOCKS_AT_ONCE] = [8, 4];

/** Measures how much the bash script sends twice after being killed. */
export async function measureResume({ runs }: BenchOptions, samples: Samples): Promise<Table[]> {
  const folder = await createTemporaryFolder("flood-resume-");
  for (let run = 0; run < runs; run += 1) await measureKilledUpload(folder, samples);
  return [
    buildTable(
      samples,
      { MiB: "resume" },
      {
        title: `Sent twice after ${KILLS} kills of the upload script`,
        note: "A kill can lose the blocks that are being sent. In the end the stored zip has the hash of the local zip.",
        rows: [
          { label: "Zip", key: "zip", digits: 1 },
          { label: "Sent twice", key: "twice", digits: 1 },
          { label: "Blocks being sent at the kills, together", key: "limit", digits: 1 },
        ],
      },
    ),
  ];
}

async function measureKilledUpload(folder: string, samples: Samples): Promise<void> {
  const server = await startUploadServer(folder);
  const proxy = await startCountingProxy(server.url);
  try {
    const vendor = await signIn(server.url);
    const record = await createModelRecord(vendor);
    const zip = join(folder, "model.zip");
    await writeModelZip(zip, record, MODEL_SIZE);
    const { size } = await hashFile(zip);
    const ticket = await requestUpload(vendor, record.id);
    const prefix = ticket.prefix.replace(server.url, proxy.url);
    const script = await writeUploadScript({ ...ticket, prefix }, record);
    const killOffsets = Array.from({ length: KILLS }, () => Math.random() * size).sort((a, b) => a - b);
    for (const offset of killOffsets) {
      const running = startUploadScript(script, zip);
      proxy.callAt(Math.max(offset, proxy.countBytes() + 1), running.kill);
      await running.exitCode;
    }
    const exitCode = await startUploadScript(script, zip).exitCode;
    if (exitCode !== 0) throw new Error(`The upload script ended with ${exitCode}.`);
    await waitUntilCatalogued(vendor, record.id);
    samples.add("resume zip", size / MIB);
    samples.add("resume twice", (proxy.countBytes() - size) / MIB);
    samples.add("resume limit", KILLS * BLOCKS_AT_ONCE * BLOCK_MIB);
  } finally {
    await proxy.close();
    await server.remove();
  }
}

/** Counts the bytes of blocks on their way to the store, including interrupted ones. */
async function startCountingProxy(targetUrl: string) {
  const { hostname, port } = new URL(targetUrl);
  let bytes = 0;
  let onBytes: (() => void) | undefined;
  const proxy = createServer((incoming, outgoing) => {
    const { method, url = "/", headers } = incoming;
    const isBlock = method === "PUT" && new URL(url, targetUrl).searchParams.get("comp") === "block";
    const forwarded = request({ hostname, port, path: url, method, headers }, (response) => {
      outgoing.writeHead(response.statusCode ?? 502, response.headers);
      response.pipe(outgoing);
    });
    forwarded.on("error", () => outgoing.destroy());
    incoming.on("close", () => incoming.complete || forwarded.destroy());
    incoming.on("data", (chunk: Buffer) => {
      if (!isBlock) return;
      bytes += chunk.length;
      onBytes?.();
    });
    incoming.pipe(forwarded);
  });
  proxy.listen(0, "127.0.0.1");
  await once(proxy, "listening");
  return {
    url: `http://localhost:${(proxy.address() as AddressInfo).port}`,
    countBytes: () => bytes,
    /** Calls once when the count is reached. */
    callAt(count: number, callback: () => void): void {
      onBytes = () => {
        if (bytes < count) return;
        onBytes = undefined;
        callback();
      };
    },
    async close(): Promise<void> {
      proxy.closeAllConnections();
      proxy.close();
      await once(proxy, "close");
    },
  };
}

function startUploadScript(script: string, zip: string) {
  const settings = {
    UPLOAD_WITHOUT_AZCOPY: "1",
    UPLOAD_BLOCK_MIB: String(BLOCK_MIB),
    UPLOAD_AT_ONCE: String(BLOCKS_AT_ONCE),
    TMPDIR: dirname(zip),
  };
  const env = { ...process.env, ...settings };
  const child = spawn("bash", [script, zip], { detached: true, stdio: "ignore", env });
  /** Kills the script and the programs it started. */
  const kill = () => {
    if (child.pid !== undefined && child.exitCode === null) process.kill(-child.pid, "SIGKILL");
  };
  process.prependOnceListener("exit", kill);
  child.once("close", () => process.off("exit", kill));
  const exitCode = new Promise<number | null>((resolve, reject) => {
    child.once("error", reject);
    child.once("close", resolve);
  });
  return { exitCode, kill };
}
