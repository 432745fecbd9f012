import { spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import {
  chmodSync,
  copyFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import {
  aTicket,
  BLOB_PATH,
  EXPIRES,
  openVendorDesk,
  SIGNATURE,
  templateOf,
  TOKEN,
  type VendorDesk,
} from "./vendorDesk.ts";
import {
  bashScript,
  pathWithoutAzCopy,
  powershellScript,
  realAzCopy,
  startCommand,
  type Outcome,
  type ShellUnderTest,
} from "./shells.ts";

const sha256 = (data: Buffer) => createHash("sha256").update(data).digest("hex");
const everything = ({ output, errors }: Outcome) => output + errors;
const holdsSecret = (text: string) =>
  [SIGNATURE, encodeURIComponent(SIGNATURE), "sig=", TOKEN].some((secret) => text.includes(secret));

/** Writes a program that stands in for AzCopy and keeps its arguments and log folder. */
function writeStandIn(folder: string, lines: string, name = "azcopy") {
  mkdirSync(folder, { recursive: true });
  const path = join(folder, name);
  writeFileSync(path, `#!/bin/sh\n${lines}\n`);
  chmodSync(path, 0o755);
  return path;
}

const withAzCopy = (extra: Record<string, string> = {}) => ({ UPLOAD_WITHOUT_AZCOPY: "", ...extra });

/** What both scripts do, in the same words; only the last line of success differs. */
function describeScript(shell: ShellUnderTest) {
  let desk: VendorDesk;
  beforeEach(async () => {
    desk = await openVendorDesk(shell);
  });
  afterEach(() => desk.close());

  const bin = () => join(desk.folder, "bin");
  const onThePath = () => withAzCopy({ PATH: `${bin()}:${pathWithoutAzCopy}` });
  const serveAzCopy = (pack: (folder: string) => Buffer, promised?: string) => {
    const packed = pack(join(desk.folder, "package"));
    desk.server.files.set("/azcopy.tar.gz", packed);
    const address = `${desk.server.origin}/azcopy.tar.gz#sha256=${promised ?? sha256(packed)}`;
    desk.saveScript({ azcopyAddress: { linux: address, mac: address, windows: address } });
  };
  const tarOf = (folder: string) => spawnSync("tar", ["-czf", "-", "-C", folder, "."]).stdout;

  describe("sending the file by itself", () => {
    it("sends the file whole, tells the portal and shows the status of its answer", async () => {
      const outcome = await desk.run();
      expect(outcome).toMatchObject({ code: 0, errors: "" });
      expect(outcome.output.split(/\r?\n/)).toContain(shell.success);
      expect(desk.arrived()?.equals(desk.content)).toBe(true);
      expect(desk.sentBlocks()).toHaveLength(3);
    });

    it("says the hash, and reports name, size and hash with the upload token", async () => {
      const outcome = await desk.run();
      expect(outcome.output).toContain(sha256(desk.content));
      const [completion, ...others] = desk.completions();
      expect(others).toEqual([]);
      expect(completion?.headers["x-upload-token"]).toBe(TOKEN);
      expect(JSON.parse(completion!.body.toString())).toEqual({
        file_name: "model.zip",
        size: desk.content.length,
        sha256: sha256(desk.content),
      });
    });

    it.each([
      ["spaces, quotes, dollar and umlauts", `Mödel "A" $HOME's & [1] ‘x’`, `Dénton "Creek" $USER's (ü).zip`],
      // PowerShell on Unix takes a backslash in a path for the mark between folders.
      ...(shell.shell === "bash" ? [["backslashes and a tab", "plain", "a\\b\tc.zip"]] : []),
    ])("takes a path with %s", async (_, folderName = "", fileName = "") => {
      const folder = join(desk.folder, folderName);
      mkdirSync(folder);
      renameSync(desk.script, join(folder, shell.fileName));
      desk.script = join(folder, shell.fileName);
      writeFileSync(join(folder, fileName), desk.content);
      const outcome = await desk.run(join(folder, fileName));
      expect(outcome).toMatchObject({ code: 0, errors: "" });
      expect(desk.arrived()?.equals(desk.content)).toBe(true);
      expect(JSON.parse(desk.completions()[0]!.body.toString()).file_name).toBe(fileName);
    });

    it("sends each finished block only once when it was killed in the middle and is run again", async () => {
      const first = await new Promise<{ ended: Promise<Outcome> }>((resolve) => {
        let blocks = 0;
        desk.server.state.interfere = ({ comp }) => {
          if (comp !== "block" || ++blocks < 3) return undefined;
          running.kill();
          resolve(running);
          return new Promise(() => undefined);
        };
        const running = desk.start();
      });
      await first.ended;
      expect(desk.sentBlocks()).toHaveLength(2);
      expect(desk.arrived()).toBeUndefined();

      desk.server.state.interfere = () => undefined;
      const outcome = await desk.run();
      expect(outcome.code).toBe(0);
      expect(desk.arrived()?.equals(desk.content)).toBe(true);
      const ids = desk.sentBlocks().map(({ blockId }) => blockId);
      expect(ids).toHaveLength(3);
      expect(new Set(ids).size).toBe(3);
      expect(new Set(ids.map((id) => id.length)).size).toBe(1);
    });

    it("sends nothing twice when only the last step is missing", async () => {
      desk.server.state.interfere = ({ path }) => (path.endsWith("upload-complete") ? 503 : undefined);
      expect((await desk.run()).code).toBe(9);
      desk.server.state.interfere = () => undefined;
      expect((await desk.run()).code).toBe(0);
      expect(desk.sentBlocks()).toHaveLength(3);
    });

    it("takes the blocks that two zips have in common, and none of another content or block size", async () => {
      await desk.run();
      const changed = Buffer.from(desk.content).fill(1, 0, 1);
      writeFileSync(desk.zip, changed);
      expect((await desk.run()).code).toBe(0);
      expect(desk.arrived()?.equals(changed)).toBe(true);
      expect((await desk.run(desk.zip, { UPLOAD_BLOCK_MIB: "2" })).code).toBe(0);
      expect(desk.arrived()?.equals(changed)).toBe(true);
      expect(desk.sentBlocks()).toHaveLength(3 + 1 + 2);
    });

    it("tries again when the storage is busy", async () => {
      const failed = new Set<string>();
      desk.server.state.interfere = ({ method, comp, blockId, path }) => {
        const key = [method, comp, blockId, path].join(" ");
        if (failed.has(key)) return undefined;
        failed.add(key);
        return 503;
      };
      const outcome = await desk.run();
      expect(outcome.code).toBe(0);
      expect(outcome.output).toContain("Trying again in 0 seconds");
      expect(desk.arrived()?.equals(desk.content)).toBe(true);
    });

    it("names the API version, the length and the kind of blob", async () => {
      await desk.run();
      const [block] = desk.sentBlocks();
      expect(block?.headers).toMatchObject({ "x-ms-version": "2021-12-02", "content-length": "1048576" });
      const commit = desk.server.asked.find(({ method, comp }) => method === "PUT" && comp === "blocklist");
      expect(commit?.headers["x-ms-blob-content-type"]).toBe("application/zip");
    });
  });

  describe("refusing", () => {
    it("says that no file path argument was provided", async () => {
      const command = shell.shell === "bash" ? `bash '${desk.script}'` : `& '${desk.script}'`;
      const outcome = await startCommand(shell, command, {}).ended;
      expect(outcome.code).toBe(2);
      expect(outcome.errors).toContain("No file path argument provided.");
    });

    it.each([
      ["is missing", () => join(desk.folder, "no such.zip")],
      ["is a directory", () => desk.folder],
    ])("says that a path which %s is not a file or does not exist", async (_, pathOf) => {
      const outcome = await desk.run(pathOf());
      expect(outcome.code).toBe(3);
      expect(outcome.errors).toContain(`Path is not a file or does not exist: ${pathOf()}`);
      expect(desk.server.asked).toEqual([]);
    });

    it("says that the script was not filled in", async () => {
      writeFileSync(desk.script, templateOf(shell.fileName));
      const outcome = await desk.run();
      expect(outcome.code).toBe(5);
      expect(outcome.errors).toContain("not filled in");
    });

    it("says that the storage refused, until when the link was given and what to do", async () => {
      desk.server.state.interfere = ({ comp }) => (comp ? 403 : undefined);
      const outcome = await desk.run();
      expect(outcome.code).toBe(6);
      expect(outcome.errors).toContain("The storage refused the upload (403 AuthenticationFailed).");
      expect(outcome.errors).toContain(`given until ${EXPIRES}.`);
      expect(outcome.errors).toContain("Download a new script");
      expect(outcome.output).not.toContain("Trying again");
      expect(desk.completions()).toEqual([]);
    });

    it("says that the storage has no room, which is not the vendor's fault, and goes on once there is some", async () => {
      desk.server.state.interfere = ({ comp, blockId }) =>
        comp === "block" && Buffer.from(blockId, "base64").toString().endsWith("2") ? 507 : undefined;
      const outcome = await desk.run();
      expect(outcome.code).toBe(12);
      expect(outcome.errors).toContain("The storage has no room for the file (507 InsufficientStorage).");
      expect(outcome.errors).toContain("Tell the agency");
      expect(outcome.errors).toContain("Run the same command again later");
      expect(outcome.errors).not.toContain("connection to the internet");
      expect(outcome.output).not.toContain("Trying again");
      desk.server.state.interfere = () => undefined;
      expect((await desk.run()).code).toBe(0);
      expect(desk.sentBlocks().filter(({ blockId }) => blockId)).toHaveLength(3 + 1);
      expect(desk.arrived()?.equals(desk.content)).toBe(true);
    });

    it("gives up on a storage that cannot be reached", async () => {
      desk.saveScript({ prefix: "http://127.0.0.1:9/ms2/" });
      const outcome = await desk.run();
      expect(outcome.code).toBe(7);
      expect(outcome.errors).toContain("The file could not be sent");
      expect(outcome.errors).toContain("Run the same command again");
    });

    it.each([
      [401, "The portal refused the upload (401 Download a new script.", "Download a new script"],
      [500, "The portal did not confirm the upload (500", "may still have succeeded: wait"],
    ])("says what to do when the portal answers the last step with %i", async (status, what, advice) => {
      desk.server.state.portalMessage = "Download a new script.";
      desk.server.state.interfere = ({ method, path }) =>
        method === "POST" && path.endsWith("upload-complete") ? status : undefined;
      const outcome = await desk.run();
      expect(outcome.code).toBe(9);
      expect(outcome.errors).toContain(what);
      expect(outcome.errors).toContain(advice);
      expect(outcome.output).not.toContain(shell.success);
    });
  });

  it("says that the directory for temporary files does not exist", async () => {
    const temporary = join(desk.zip, "not a directory");
    const outcome = await desk.run(desk.zip, { TMPDIR: temporary, TEMP: temporary, TMP: temporary });
    expect(outcome.code).toBe(4);
    expect(outcome.errors).toContain("Directory does not exist: ");
  });

  it.runIf(shell.shell === "bash")(
    "keeps link and token out of the arguments of other programs",
    async () => {
      const bin = join(desk.folder, "bin");
      const kept = join(desk.folder, "kept");
      const curl = spawnSync("sh", ["-c", "command -v curl"], { encoding: "utf8" }).stdout.trim();
      writeStandIn(bin, `printf '%s\\n' "$*" >>'${kept}'; exec '${curl}' "$@"`, "curl");
      const outcome = await desk.run(desk.zip, { PATH: `${bin}:${pathWithoutAzCopy}` });
      expect(outcome.code).toBe(0);
      expect(readFileSync(kept, "utf8").trim().split("\n")).toHaveLength(9);
      expect(holdsSecret(readFileSync(kept, "utf8"))).toBe(false);
    },
  );

  describe("with AzCopy", () => {
    it("uses the one on the path, and keeps no log that could hold the link", async () => {
      const kept = join(desk.folder, "kept");
      const keepArguments = `printf '%s\\n' "$@" >'${kept}'`;
      const keepFolders = `printf '%s\\n' "$AZCOPY_LOG_LOCATION" "$AZCOPY_JOB_PLAN_LOCATION" >'${kept}.logs'`;
      const writeLogs = `mkdir -p "$AZCOPY_LOG_LOCATION" "$AZCOPY_JOB_PLAN_LOCATION"`;
      writeStandIn(bin(), [keepArguments, keepFolders, writeLogs].join("\n"));
      const outcome = await desk.run(desk.zip, onThePath());
      expect(outcome).toMatchObject({ code: 0, errors: "" });
      const given = readFileSync(kept, "utf8");
      expect(given).toMatch(/^copy\n.*model\.zip\n.*model%2042\.zip\?sv=/);
      expect(given).toContain("LocalBlob");
      const [log, plan] = readFileSync(`${kept}.logs`, "utf8").split("\n");
      expect(log).toContain("flood-model-upload.");
      expect([log, plan].map((folder) => existsSync(folder!))).toEqual([false, false]);
      expect(desk.sentBlocks()).toEqual([]);
      expect(desk.completions()).toHaveLength(1);
    });

    it("shows its progress in plain lines", async () => {
      const line = (percent: number) => `{"MessageContent":"{\\"PercentComplete\\":\\"${percent}\\"}"}`;
      writeStandIn(bin(), `cat <<'END'\n${[0, 40, 40, 100].map(line).join("\n")}\nEND`);
      const { output } = await desk.run(desk.zip, onThePath());
      expect(output.match(/AzCopy: \d+ % sent/g)).toEqual([
        "AzCopy: 0 % sent",
        "AzCopy: 40 % sent",
        "AzCopy: 100 % sent",
      ]);
    });

    it("sends the file by itself when the one on the path fails, without showing the link it complains about", async () => {
      writeStandIn(bin(), `echo "cannot open $3 with \${3#*[?]}"; exit 1`);
      const outcome = await desk.run(desk.zip, onThePath());
      expect(outcome).toMatchObject({ code: 0, errors: "" });
      expect(outcome.output).toContain("AzCopy failed: cannot open http://127.0.0.1");
      expect(desk.arrived()?.equals(desk.content)).toBe(true);
      expect(holdsSecret(everything(outcome))).toBe(false);
    });

    it("takes over what one that fails has sent", async () => {
      const block = (index: number) =>
        Buffer.from(`00000${"x".repeat(16)}0000000000${String(index).padStart(5, "0")}`).toString("base64");
      const put = `curl -sf -X PUT -H 'x-ms-blob-type: BlockBlob' --data-binary @-`;
      const send = `head -c 1048576 "$2" | ${put} "$3&comp=block&blockid=${block(0)}"`;
      writeStandIn(bin(), `${send} || echo ERR no block; exit 1`);
      const outcome = await desk.run(desk.zip, { ...onThePath(), UPLOAD_BLOCK_MIB: "1" });
      expect(outcome).toMatchObject({ code: 0, errors: "" });
      expect(outcome.output).toContain("2 of 3 blocks sent, 1 had arrived before");
      expect(desk.arrived()?.equals(desk.content)).toBe(true);
    });

    it("never runs one that lies beside it, which would be given the link", async () => {
      const kept = join(desk.folder, "kept");
      for (const folder of [desk.folder, join(desk.folder, "azcopy_download")])
        writeStandIn(folder, `printf '%s' "$*" >'${kept}'`);
      expect((await desk.run(desk.zip, withAzCopy())).code).toBe(0);
      expect(existsSync(kept)).toBe(false);
      expect(desk.arrived()?.equals(desk.content)).toBe(true);
    });

    const packStandIn = (folder: string) => {
      writeStandIn(join(folder, "azcopy_10"), "exit 0");
      return tarOf(folder);
    };
    it("downloads it where there is none", async () => {
      serveAzCopy(packStandIn);
      const outcome = await desk.run(desk.zip, withAzCopy());
      expect(outcome).toMatchObject({ code: 0, errors: "" });
      expect(outcome.output).toContain("Sending the file with AzCopy");
      expect(desk.sentBlocks()).toEqual([]);
    });

    it("does not use what has another hash than the portal names", async () => {
      serveAzCopy(packStandIn, "0".repeat(64));
      const outcome = await desk.run(desk.zip, withAzCopy());
      expect(outcome.output).toContain("Only the very file that the portal names is used.");
      expect(outcome.code).toBe(0);
      expect(desk.sentBlocks()).toHaveLength(3);
    });

    it.each<[string, string, ((folder: string) => Buffer) | undefined]>([
      ["the download fails", "Failed to download AzCopy.", undefined],
      ["the package cannot be extracted", "Failed to extract AzCopy.", () => Buffer.from("no archive")],
      [
        "the package holds no AzCopy",
        "AzCopy executable not found.",
        (folder) => {
          writeStandIn(folder, "exit 0", "other");
          return tarOf(folder);
        },
      ],
    ])("says that %s, and sends the file by itself", async (_, message, pack) => {
      if (pack) serveAzCopy(pack);
      else desk.saveScript({ azcopyAddress: { linux: "http://127.0.0.1:9/", mac: "http://127.0.0.1:9/" } });
      const outcome = await desk.run(desk.zip, withAzCopy());
      expect(outcome.output).toContain(message);
      expect(outcome.code).toBe(0);
      expect(desk.arrived()?.equals(desk.content)).toBe(true);
    });

    const real = realAzCopy();
    it.skipIf(!real)("lets the real one send the file (skipped where AzCopy is not installed)", async () => {
      mkdirSync(bin());
      copyFileSync(real!, join(bin(), "azcopy"));
      chmodSync(join(bin(), "azcopy"), 0o755);
      const outcome = await desk.run(desk.zip, onThePath());
      expect(outcome).toMatchObject({ code: 0, errors: "" });
      expect(outcome.output).toContain("AzCopy: 100 % sent");
      expect(desk.arrived()?.equals(desk.content)).toBe(true);
      expect(holdsSecret(everything(outcome))).toBe(false);

      rmSync(join(desk.folder, "upload_script.state"));
      desk.server.blobs.clear();
      desk.server.state.interfere = ({ method }) => (method === "PUT" ? 507 : undefined);
      const full = await desk.run(desk.zip, onThePath());
      expect(full.errors).toContain("The storage has no room for the file");
      expect(full.code).toBe(12);

      rmSync(join(desk.folder, "upload_script.state"));
      desk.server.state.interfere = ({ method }) => (method === "PUT" ? 403 : undefined);
      const refused = await desk.run(desk.zip, onThePath());
      expect(refused.code).toBe(6);
      expect(holdsSecret(everything(refused))).toBe(false);
    });
  });

  describe("asking the portal first", () => {
    it("tells the faults that the portal finds, and sends nothing", async () => {
      desk.server.state.check = 'warning A note.\nfault "a" is wrong.\nfault "b" too.\n';
      const outcome = await desk.run();
      expect(outcome.code).toBe(11);
      expect(outcome.errors).toMatch(/^ {7}- "a" is wrong\.\r?\n {7}- "b" too\.\r?$/m);
      expect(outcome.output).toContain("Warning: A note.");
      expect(desk.server.asked.filter(({ method }) => method === "PUT")).toEqual([]);
    });

    it("shows the end of the zip, and what else the portal asks for", async () => {
      const { length } = desk.content;
      desk.server.state.check = "needed 5 7\n";
      desk.server.state.interfere = ({ path, body }) => {
        if (path.endsWith("check-upload") && body.length > 131_072) desk.server.state.check = "";
        return undefined;
      };
      expect((await desk.run()).code).toBe(0);
      const checks = desk.server.asked.filter(({ path }) => path.endsWith("check-upload"));
      expect(checks).toHaveLength(2);
      const shown = Buffer.concat([desk.content.subarray(length - 131_072), desk.content.subarray(5, 12)]);
      expect(checks[1]!.body.equals(shown)).toBe(true);
      expect(checks[1]!.headers).toMatchObject({
        "x-upload-token": TOKEN,
        "content-type": "application/octet-stream",
      });
      expect(checks[1]!.query).toBe(`size=${length}&stretches=${length - 131_072}:131072,5:7`);
    });

    it.each([404, 500])(
      "says that the portal does not check now when it answers %i, and goes on",
      async (status) => {
        desk.server.state.interfere = ({ path }) => (path.endsWith("check-upload") ? status : undefined);
        const outcome = await desk.run();
        expect(outcome.code).toBe(0);
        expect(outcome.output).toContain(`The portal does not check the zip now (${status}`);
      },
    );
  });

  describe("waiting for the verdict", () => {
    it("tells each stage, and ends when the model is catalogued", async () => {
      const stages = ["hashing", "checking", "extracting"];
      desk.server.state.verdict = { state: "processing", stage: "hashing" };
      desk.server.state.interfere = ({ method, path }) => {
        if (desk.completions().length === 0 || method !== "GET" || !path.endsWith("upload-complete")) return;
        const stage = stages.shift();
        desk.server.state.delivery = stage ? { state: "processing", stage } : { state: "processed" };
        return undefined;
      };
      const outcome = await desk.run();
      expect(outcome).toMatchObject({ code: 0, errors: "" });
      expect(outcome.output.match(/The portal is \w+ the model/g)).toEqual(
        ["hashing", "checking", "extracting"].map((stage) => `The portal is ${stage} the model`),
      );
      expect(outcome.output).toContain("pending admin acceptance");
    });

    it("tells why the portal has refused the zip, with an exit code of its own", async () => {
      desk.server.state.verdict = { state: "refused", fault: 'The zip is damaged: "x".' };
      const outcome = await desk.run();
      expect(outcome.code).toBe(13);
      expect(outcome.output.split(/\r?\n/)).toContain(shell.success);
      expect(outcome.errors).toContain('- The zip is damaged: "x".');
    });
  });

  it("gives up a connection that stands still, and says so", async () => {
    desk.server.state.interfere = ({ comp }) =>
      comp === "blocklist" ? new Promise(() => undefined) : undefined;
    const started = performance.now();
    const outcome = await desk.run(desk.zip, { UPLOAD_STALL: "1" });
    expect(outcome.code).toBe(7);
    expect(performance.now() - started).toBeLessThan(40_000);
  });

  it("sends several blocks at once, and puts them together in their order", async () => {
    let [most, now] = [0, 0];
    desk.server.state.interfere = async ({ comp, method }) => {
      if (comp !== "block" || method !== "PUT") return undefined;
      most = Math.max(most, ++now);
      await new Promise((resolve) => setTimeout(resolve, 300));
      now -= 1;
      return undefined;
    };
    expect((await desk.run(desk.zip, { UPLOAD_AT_ONCE: "3" })).code).toBe(0);
    expect(most).toBe(3);
    expect(desk.arrived()?.equals(desk.content)).toBe(true);
  });

  it("says of a link that has expired nothing that was true before", async () => {
    desk.saveScript({ expires: "2025-01-02T03:04:05.000Z" });
    desk.server.state.interfere = () => 403;
    expect((await desk.run()).errors).toContain(
      "the link of this one was given until 2025-01-02T03:04:05.000Z.",
    );
  });

  it("gives one true advice when another zip took the place of this one", async () => {
    desk.server.state.interfere = ({ comp, method }) => {
      if (comp === "blocklist" && method === "PUT") desk.server.blobs.clear();
      return undefined;
    };
    const outcome = await desk.run();
    expect(outcome.code).toBe(7);
    expect(outcome.errors).toContain("Another zip was sent with this script at the same time");
    expect(outcome.errors).not.toContain("connection to the internet");
  });

  /** A folder with these programs of this computer and no others. */
  const folderOf = (programs: string) => {
    const folder = join(desk.folder, "few");
    mkdirSync(folder);
    for (const name of programs.split(" ")) {
      const { stdout } = spawnSync("sh", ["-c", `command -v ${name}`], { encoding: "utf8" });
      symlinkSync(stdout.trim(), join(folder, name));
    }
    return folder;
  };

  it.runIf(shell.shell === "bash").each(["openssl", "sha256sum", "shasum"])(
    "tells the SHA-256 of the zip by %s alone",
    async (program) => {
      const others =
        "bash awk base64 curl dd grep head mktemp sed sort tail tr md5sum cat cut dirname rm wc touch";
      const outcome = await desk.run(desk.zip, { PATH: folderOf(`${others} ${program}`) });
      expect(outcome).toMatchObject({ code: 0, errors: "" });
      expect(outcome.output).toContain(`SHA-256: ${sha256(desk.content)}`);
    },
  );

  it.runIf(shell.shell === "bash")("says which program is missing, and what runs it", async () => {
    const without = folderOf("bash sh awk base64 curl dirname rm cat mktemp");
    const outcome = await desk.run(desk.zip, { PATH: without });
    expect(outcome.code).toBe(4);
    expect(outcome.errors).toContain("dd was not found on this computer.");
    const bySh = spawnSync("dash", [desk.script, desk.zip], { encoding: "utf8" });
    if (!bySh.error) expect(bySh.stderr).toContain("use bash: bash upload_script.sh");
  });

  it.each<[string, (desk: VendorDesk) => void]>([
    ["all goes well", () => undefined],
    ["the storage refuses", ({ server }) => (server.state.interfere = () => 403)],
    ["every try fails", ({ server }) => (server.state.interfere = () => 503)],
    ["the storage is away", (given) => given.saveScript({ prefix: "http://127.0.0.1:9/ms2/" })],
  ])("shows neither link nor token when %s", async (_, arrange) => {
    arrange(desk);
    expect(holdsSecret(everything(await desk.run()))).toBe(false);
  });

  it("shows the reason that the portal gives, without token and link in it", async () => {
    desk.server.state.interfere = ({ path }) => (path.endsWith("upload-complete") ? 409 : undefined);
    const { query } = aTicket(desk.server.origin);
    desk.server.state.portalMessage = `Upload ${TOKEN} of "model" to ${query} is closed\u001b[31m`;
    const outcome = await desk.run();
    expect(outcome.errors).toContain(`refused the upload (409 Upload ... of \\"model\\" to ... is closed`);
    expect(outcome.code).toBe(9);
    expect(holdsSecret(everything(outcome))).toBe(false);
  });

  it.each(["processing", "processed"])("sends nothing when its zip is %s already", async (state) => {
    desk.server.state.delivery = { state };
    const outcome = await desk.run();
    expect(outcome.code).toBe(0);
    expect(outcome.output.split(/\r?\n/)).toContain(shell.success);
    expect(outcome.output).toContain("The portal has the zip of this script already, so nothing is sent.");
    expect(desk.server.asked.map(({ method, path }) => `${method} ${path}`)).toEqual([
      "GET /api/vendors/upload-complete",
      "POST /api/vendors/upload-complete",
      "GET /api/vendors/upload-complete",
    ]);
    expect(desk.completions()[0]!.headers["x-upload-token"]).toBe(TOKEN);
  });

  it("sends a zip that the portal expects, or of which it tells nothing", async () => {
    desk.server.state.delivery = { state: "expected" };
    expect((await desk.run()).code).toBe(0);
    expect(desk.arrived()?.equals(desk.content)).toBe(true);
    desk.server.state.interfere = ({ method, path }) =>
      method === "GET" && path.endsWith("upload-complete") ? 404 : undefined;
    expect((await desk.run()).code).toBe(0);
  });

  it("says that it has expired before it hashes or sends anything", async () => {
    desk.server.state.portalMessage = "This script was good until yesterday.";
    desk.server.state.interfere = ({ path }) => (path.endsWith("upload-complete") ? 401 : undefined);
    const outcome = await desk.run();
    expect(outcome.code).toBe(6);
    expect(outcome.errors).toContain(
      "The portal refused the upload (401 This script was good until yesterday.).",
    );
    expect(outcome.output).not.toContain("SHA-256");
    expect(desk.server.asked).toHaveLength(1);
  });

  it("leaves nothing behind in the folder for temporary files", async () => {
    const temporary = join(desk.folder, "temporary");
    mkdirSync(temporary);
    await desk.run(desk.zip, { TMPDIR: temporary, TEMP: temporary, TMP: temporary });
    expect(readdirSync(temporary).filter((name) => name.startsWith("flood-model-upload"))).toEqual([]);
    expect(desk.server.blobs.has(BLOB_PATH)).toBe(true);
  });
}

for (const shell of [bashScript, powershellScript]) {
  const why = shell.absent ? ` (skipped: ${shell.absent})` : "";
  describe.skipIf(shell.absent)(`${shell.fileName}${why}`, () => describeScript(shell));
}
