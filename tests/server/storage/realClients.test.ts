import { execFile, spawn, spawnSync } from "node:child_process";
import { randomUUID } from "node:crypto";
import { once } from "node:events";
import { chmodSync, existsSync, readdirSync } from "node:fs";
import { mkdir, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { promisify } from "node:util";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { buildBlobUrl } from "../../../src/server/storage/grants.ts";
import { createBlobStorage, type BlobStorage, type Grant } from "../../../src/server/storage/blobStorage.ts";
import { createBlockId, readBytes, sha256, createBytes } from "./blobContent.ts";
import { startStore, createTemporaryFolder, type RunningStore } from "./embeddedStore.ts";

/** AzCopy from its npm package. */
function findAzcopy(): string | undefined {
  const folder = "node_modules/@azure-tools/azcopy-linux/dist/bin";
  const architecture = process.arch === "arm64" ? "arm64" : "amd64";
  const name = existsSync(folder) && readdirSync(folder).find((file) => file.endsWith(architecture));
  if (!name) return undefined;
  chmodSync(join(folder, name), 0o755);
  return join(process.cwd(), folder, name);
}

const isInstalled = (program: string) => spawnSync(program, ["--version"]).error === undefined;
const azcopy = findAzcopy();
const missing = {
  azcopy: azcopy ? undefined : "AzCopy is not installed (optional npm package)",
  curl: isInstalled("curl") ? undefined : "curl is not installed",
  rclone: isInstalled("rclone") ? undefined : "rclone is not installed",
};

const CONTENT = createBytes(40 * 1024 * 1024 + 17);
const FOLDER = "region-03/0b5c";
let store: RunningStore;
let storage: BlobStorage;
let folder: string;
let file: string;
let grant: Grant;

beforeAll(async () => {
  store = await startStore();
  storage = createBlobStorage({ connectionString: store.connectionString, container: "ms2" });
  await storage.prepare();
  folder = await createTemporaryFolder();
  file = join(folder, "a model.zip");
  await writeFile(file, CONTENT);
});
afterAll(async () => {
  await store.stop();
  await rm(folder, { recursive: true, force: true });
});
beforeEach(async () => {
  grant = await storage.grantUpload(
    `${FOLDER}-${randomUUID()}`,
    "a model.zip",
    new Date(Date.now() + 600_000),
  );
});

/** Path of the granted folder inside the container. */
const grantedFolder = () => decodeURIComponent(grant.prefix.split("/ms2/")[1]!);
const stored = async (name: string) =>
  sha256(await readBytes(await storage.read(`${grantedFolder()}${name}`)));

const run = (program: string, args: string[], env: Record<string, string> = {}) =>
  promisify(execFile)(program, args, { env: { ...process.env, ...env }, maxBuffer: 64 * 1024 * 1024 });

const runAzcopy = (...args: string[]) =>
  run(azcopy!, [...args, "--output-level", "essential"], {
    AZCOPY_LOG_LOCATION: join(folder, "log"),
    AZCOPY_JOB_PLAN_LOCATION: join(folder, "plan"),
    AZCOPY_DISABLE_SYSLOG: "true",
  });

/** Starts AzCopy with a separate plan folder, to be interrupted. */
const startAzcopy = (...args: string[]) =>
  spawn(azcopy!, [...args, "--output-level", "essential"], {
    stdio: "ignore",
    env: {
      ...process.env,
      AZCOPY_LOG_LOCATION: join(folder, "log"),
      AZCOPY_JOB_PLAN_LOCATION: join(folder, "interrupted"),
      AZCOPY_DISABLE_SYSLOG: "true",
    },
  });

async function countUncommittedBlocks(target: string): Promise<number> {
  const answer = await fetch(`${target}&comp=blocklist&blocklisttype=uncommitted`);
  return (await answer.text()).split("<Block>").length - 1;
}

describe("AzCopy", () => {
  it("uploads a file without changes", async ({ skip }) => {
    if (missing.azcopy) skip(missing.azcopy);
    const target = buildBlobUrl(grant, "a model.zip");
    const options = ["--from-to", "LocalBlob", "--block-size-mb", "8", "--put-md5"];
    const { stdout } = await runAzcopy("copy", file, target, ...options);
    expect(stdout).toMatch(/Final Job Status: Completed/);
    expect(await stored("a model.zip")).toBe(sha256(CONTENT));
  });

  it("uploads and downloads a folder", async ({ skip }) => {
    if (missing.azcopy) skip(missing.azcopy);
    const source = join(folder, "tree");
    await mkdir(join(source, "GIS", "deep"), { recursive: true });
    await writeFile(join(source, "GIS", "deep", "ü & b.txt"), "text");
    await writeFile(join(source, "empty"), "");
    const target = `${grant.prefix.slice(0, -1)}?${grant.query}`;
    await runAzcopy("copy", source, target, "--from-to", "LocalBlob", "--recursive");
    expect(await stored("tree/GIS/deep/ü & b.txt")).toBe(sha256(Buffer.from("text")));
    const back = join(folder, "back");
    const from = `${grant.prefix}tree?${grant.query}`;
    await runAzcopy("copy", from, back, "--from-to", "BlobLocal", "--recursive");
    expect(await readFile(join(back, "tree", "GIS", "deep", "ü & b.txt"), "utf8")).toBe("text");
  });

  it("resumes an interrupted upload with `jobs resume`", async ({ skip }) => {
    if (missing.azcopy) skip(missing.azcopy);
    const target = buildBlobUrl(grant, "resumed.zip");
    // Slow enough to interrupt it.
    const options = ["--from-to", "LocalBlob", "--block-size-mb", "1", "--cap-mbps", "60", "--put-md5"];
    const interrupted = startAzcopy("copy", file, target, ...options);
    const ended = once(interrupted, "close");
    while ((await countUncommittedBlocks(target)) < 3 && interrupted.exitCode === null) await delay(20);
    interrupted.kill("SIGINT");
    await ended;
    const staged = await countUncommittedBlocks(target);
    expect(staged).toBeGreaterThanOrEqual(3);
    expect(staged).toBeLessThan(41);
    expect(await storage.find(`${grantedFolder()}resumed.zip`)).toBeUndefined();
    const [job] = (await readdir(join(folder, "interrupted"))).flatMap((name) => {
      const [, id] = /^([0-9a-f-]{36})--/.exec(name) ?? [];
      return id ? [id] : [];
    });
    const resume = startAzcopy("jobs", "resume", job!, "--destination-sas", grant.query);
    expect(await once(resume, "close")).toEqual([0, null]);
    expect(await stored("resumed.zip")).toBe(sha256(CONTENT));
  });

  it("fails outside its grant", async ({ skip }) => {
    if (missing.azcopy) skip(missing.azcopy);
    const outside = `${store.endpoint}/ms2/elsewhere.zip?${grant.query}`;
    await expect(runAzcopy("copy", file, outside, "--from-to", "LocalBlob")).rejects.toThrow();
    expect(await storage.find("elsewhere.zip")).toBeUndefined();
  });
});

describe("curl", () => {
  const put = (address: string, body: string[], ...more: string[]) =>
    run("curl", ["-sS", "--http1.1", "--fail-with-body", "-D", "-", "-X", "PUT", ...more, ...body, address]);

  it("uploads a file in one request and prints the status line", async ({ skip }) => {
    if (missing.curl) skip(missing.curl);
    const body = ["--data-binary", `@${file}`, "-H", "x-ms-blob-type: BlockBlob"];
    const { stdout } = await put(buildBlobUrl(grant, "one.zip"), body);
    expect(stdout).toMatch(/^HTTP\/1\.1 (100 Continue\s+HTTP\/1\.1 )?201 Created/);
    expect(await stored("one.zip")).toBe(sha256(CONTENT));
  });

  it("uploads a stream of unknown length", async ({ skip }) => {
    if (missing.curl) skip(missing.curl);
    const chunked = [
      "-H",
      "Transfer-Encoding: chunked",
      "-H",
      "x-ms-blob-type: BlockBlob",
      "-H",
      "Content-Type:",
    ];
    await put(buildBlobUrl(grant, "stream.zip"), ["-T", file], ...chunked);
    expect(await stored("stream.zip")).toBe(sha256(CONTENT));
  });

  it("uploads in blocks", async ({ skip }) => {
    if (missing.curl) skip(missing.curl);
    const half = join(folder, "half");
    await writeFile(half, CONTENT.subarray(0, 20_000_000));
    const target = buildBlobUrl(grant, "blocks.zip");
    for (const place of [0, 1])
      await put(`${target}&comp=block&blockid=${encodeURIComponent(createBlockId(place))}`, [
        "--data-binary",
        `@${half}`,
      ]);
    const list = [0, 1].map((place) => `<Latest>${createBlockId(place)}</Latest>`).join("");
    await put(`${target}&comp=blocklist`, [
      "--data-binary",
      `<?xml version="1.0"?><BlockList>${list}</BlockList>`,
    ]);
    const twice = Buffer.concat([CONTENT.subarray(0, 20_000_000), CONTENT.subarray(0, 20_000_000)]);
    expect(await stored("blocks.zip")).toBe(sha256(twice));
  });

  it("receives the error response of a large upload before all data is sent", async ({ skip }) => {
    if (missing.curl) skip(missing.curl);
    const target = `${store.endpoint}/ms2/elsewhere.zip?${grant.query}`;
    const refused = run("curl", [
      "-sS",
      "-X",
      "PUT",
      "--data-binary",
      `@${file}`,
      "-w",
      "%{http_code}",
      target,
    ]);
    expect((await refused).stdout).toMatch(/<Code>AuthorizationFailure<\/Code>.*403$/s);
  });
});

describe("rclone", () => {
  it("uploads, lists and downloads inside a grant", async ({ skip }) => {
    if (missing.rclone) skip(missing.rclone);
    const config = join(folder, "rclone.conf");
    await writeFile(config, `[store]\ntype = azureblob\nsas_url = ${store.endpoint}/ms2?${grant.query}\n`);
    const rclone = (...args: string[]) => run("rclone", ["--config", config, "--retries", "1", ...args]);
    const target = `store:ms2/${grantedFolder()}`;
    await rclone("copyto", file, `${target}model.zip`, "--azureblob-chunk-size", "8Mi");
    expect(await stored("model.zip")).toBe(sha256(CONTENT));
    expect((await rclone("lsf", "-R", target)).stdout).toBe("model.zip\n");
    await rclone("copyto", `${target}model.zip`, join(folder, "again.zip"));
    expect(sha256(await readFile(join(folder, "again.zip")))).toBe(sha256(CONTENT));
    await expect(rclone("copyto", file, "store:ms2/elsewhere.zip")).rejects.toThrow();
  });
});
