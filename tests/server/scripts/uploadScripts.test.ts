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
  createTicket,
  createVendorWorkspace,
  SIGNATURE,
  readTemplate,
  TOKEN,
  type VendorWorkspace,
} from "./vendorWorkspace.ts";
import {
  bashScript,
  pathWithoutAzCopy,
  powershellScript,
  findRealAzCopy,
  startCommand,
  type Outcome,
  type ShellUnderTest,
} from "./shells.ts";

const sha256 = (data: Buffer) => createHash("sha256").update(data).digest("hex");
const allOutput = ({ output, errors }: Outcome) => output + errors;
const containsSecret = (text: string) =>
  [SIGNATURE, encodeURIComponent(SIGNATURE), "sig=", TOKEN].some((secret) => text.includes(secret));

/** Writes a fake AzCopy that runs these shell lines. */
function writeFakeProgram(folder: string, lines: string, name = "azcopy") {
  mkdirSync(folder, { recursive: true });
  const path = join(folder, name);
  writeFileSync(path, `#!/bin/sh\n${lines}\n`);
  chmodSync(path, 0o755);
  return path;
}

const withAzCopy = (extra: Record<string, string> = {}) => ({ UPLOAD_WITHOUT_AZCOPY: "", ...extra });

/** Both scripts behave the same; only the success line differs. */
function describeScript(shell: ShellUnderTest) {
  let workspace: VendorWorkspace;
  beforeEach(async () => {
    workspace = await createVendorWorkspace(shell);
  });
  afterEach(() => workspace.close());

  const bin = () => join(workspace.folder, "bin");
  const onThePath = () => withAzCopy({ PATH: `${bin()}:${pathWithoutAzCopy}` });
  const serveAzCopy = (pack: (folder: string) => Buffer, promised?: string) => {
    const packed = pack(join(workspace.folder, "package"));
    workspace.server.files.set("/azcopy.tar.gz", packed);
    const address = `${workspace.server.origin}/azcopy.tar.gz#sha256=${promised ?? sha256(packed)}`;
    workspace.saveScript({ azcopyAddress: { linux: address, mac: address, windows: address } });
  };
  const tarOf = (folder: string) => spawnSync("tar", ["-czf", "-", "-C", folder, "."]).stdout;

  describe("the script without AzCopy", () => {
    it("sends the file once, reports it, prints hash and status, and leaves no secret or temporary file", async () => {
      const temporary = join(workspace.folder, "temporary");
      mkdirSync(temporary);
      const outcome = await workspace.run(workspace.zip, {
        TMPDIR: temporary,
        TEMP: temporary,
        TMP: temporary,
      });
      expect(outcome).toMatchObject({ code: 0, errors: "" });
      expect(outcome.output.split(/\r?\n/)).toContain(shell.success);
      expect(outcome.output).toContain(sha256(workspace.content));
      expect(containsSecret(outcome.output)).toBe(false);
      expect(readdirSync(temporary).filter((name) => name.startsWith("flood-model-upload"))).toEqual([]);

      expect(workspace.storedZip()?.equals(workspace.content)).toBe(true);
      expect(workspace.sentBlocks()).toHaveLength(3);
      const [block] = workspace.sentBlocks();
      expect(block?.headers).toMatchObject({ "x-ms-version": "2021-12-02", "content-length": "1048576" });
      for (const { headers } of workspace.sentBlocks())
        expect(headers["content-md5"]).toMatch(/^[A-Za-z0-9+/]{22}==$/);
      const commit = workspace.server.received.find(
        ({ method, comp }) => method === "PUT" && comp === "blocklist",
      );
      expect(commit?.headers["x-ms-blob-content-type"]).toBe("application/zip");

      const [completion, ...others] = workspace.reports();
      expect(others).toEqual([]);
      expect(completion?.headers["x-upload-token"]).toBe(TOKEN);
      expect(JSON.parse(completion!.body.toString())).toEqual({
        file_name: "model.zip",
        size: workspace.content.length,
        sha256: sha256(workspace.content),
      });
    });

    it.each([
      ["spaces, quotes, dollar and umlauts", `Mödel "A" $HOME's & [1] ‘x’`, `Dénton "Creek" $USER's (ü).zip`],
      // PowerShell on Unix reads a backslash in a path as a folder separator.
      ...(shell.shell === "bash" ? [["backslashes and a tab", "plain", "a\\b\tc.zip"]] : []),
    ])("accepts a path with %s", async (_, folderName = "", fileName = "") => {
      const folder = join(workspace.folder, folderName);
      mkdirSync(folder);
      renameSync(workspace.script, join(folder, shell.fileName));
      workspace.script = join(folder, shell.fileName);
      writeFileSync(join(folder, fileName), workspace.content);
      const outcome = await workspace.run(join(folder, fileName));
      expect(outcome).toMatchObject({ code: 0, errors: "" });
      expect(workspace.storedZip()?.equals(workspace.content)).toBe(true);
      expect(JSON.parse(workspace.reports()[0]!.body.toString()).file_name).toBe(fileName);
    });

    it("reuses stored blocks of equal content, and none of other content or block size", async () => {
      await workspace.run();
      const changed = Buffer.from(workspace.content).fill(1, 0, 1);
      writeFileSync(workspace.zip, changed);
      expect((await workspace.run()).code).toBe(0);
      expect(workspace.storedZip()?.equals(changed)).toBe(true);
      expect((await workspace.run(workspace.zip, { UPLOAD_BLOCK_MIB: "2" })).code).toBe(0);
      expect(workspace.storedZip()?.equals(changed)).toBe(true);
      expect(workspace.sentBlocks()).toHaveLength(3 + 1 + 2);
    });

    it("retries when the storage is busy", async () => {
      const failed = new Set<string>();
      workspace.server.state.interfere = ({ method, comp, blockId, path }) => {
        const key = [method, comp, blockId, path].join(" ");
        if (failed.has(key)) return undefined;
        failed.add(key);
        return 503;
      };
      const outcome = await workspace.run();
      expect(outcome.code).toBe(0);
      expect(outcome.output).toContain("Trying again in 0 s.");
      expect(workspace.storedZip()?.equals(workspace.content)).toBe(true);
    });

    it("prints no rate for a zip of one block", async () => {
      writeFileSync(workspace.zip, workspace.content.subarray(0, 1536));
      const { code, output } = await workspace.run();
      expect(code).toBe(0);
      expect(output).toContain("Sending the file without AzCopy (1.5 KiB)");
      expect(output).toContain("Blocks: 1 sent, 0 already stored");
      expect(output).not.toContain("% sent");
    });
  });

  describe("the script, after an error", () => {
    it("reports a missing path argument", async () => {
      const command = shell.shell === "bash" ? `bash '${workspace.script}'` : `& '${workspace.script}'`;
      const outcome = await startCommand(shell, command, {}).ended;
      expect(outcome.code).toBe(2);
      expect(outcome.errors).toContain("No file path argument provided.");
    });

    it.each([
      ["is missing", () => join(workspace.folder, "no such.zip")],
      ["is a directory", () => workspace.folder],
    ])("reports a path that %s", async (_, pathOf) => {
      const outcome = await workspace.run(pathOf());
      expect(outcome.code).toBe(3);
      expect(outcome.errors).toContain(`Path is not a file or does not exist: ${pathOf()}`);
      expect(workspace.server.received).toEqual([]);
    });

    it("reports a script that the portal did not fill in", async () => {
      writeFileSync(workspace.script, readTemplate(shell.fileName));
      const outcome = await workspace.run();
      expect(outcome.code).toBe(5);
      expect(outcome.errors).toContain("not filled in");
    });

    it("reports a refusal of the storage, with the link's expiry date and what to do", async () => {
      workspace.server.state.interfere = ({ comp }) => (comp ? 403 : undefined);
      const outcome = await workspace.run();
      expect(outcome.code).toBe(6);
      expect(outcome.errors).toContain("The storage refused the upload (403 AuthenticationFailed).");
      expect(outcome.errors).toContain("Expiry date of the link in this script: ");
      expect(outcome.errors).toContain("Download a new script");
      expect(outcome.output).not.toContain("Trying again");
      expect(workspace.reports()).toEqual([]);
    });

    it("reports a full storage, and sends only the missing blocks when run again", async () => {
      workspace.server.state.interfere = ({ comp, blockId }) =>
        comp === "block" && Buffer.from(blockId, "base64").toString().endsWith("2") ? 507 : undefined;
      const outcome = await workspace.run();
      expect(outcome.code).toBe(12);
      expect(outcome.errors).toContain("The storage is full (507 InsufficientStorage).");
      expect(outcome.errors).toContain("Contact the agency");
      expect(outcome.errors).toContain("Run the same command again later");
      expect(outcome.errors).not.toContain("internet connection");
      expect(outcome.output).not.toContain("Trying again");
      workspace.server.state.interfere = () => undefined;
      expect((await workspace.run()).code).toBe(0);
      expect(workspace.sentBlocks().filter(({ blockId }) => blockId)).toHaveLength(3 + 1);
      expect(workspace.storedZip()?.equals(workspace.content)).toBe(true);
    });

    it("stops when the storage cannot be reached", async () => {
      workspace.saveScript({ prefix: "http://127.0.0.1:9/ms2/" });
      const outcome = await workspace.run();
      expect(outcome.code).toBe(7);
      expect(outcome.errors).toContain("The file could not be sent");
      expect(outcome.errors).toContain("Run the same command again");
      expect(containsSecret(allOutput(outcome))).toBe(false);
    });

    it.each([
      [401, "The portal refused the upload (401 Download a new script.", "Download a new script"],
      [500, "The portal did not confirm the upload (500", "may still have succeeded. Wait"],
    ])("prints what to do when the portal responds to the report with %i", async (status, what, advice) => {
      workspace.server.state.portalMessage = "Download a new script.";
      workspace.server.state.interfere = ({ method, path }) =>
        method === "POST" && path.endsWith("upload-complete") ? status : undefined;
      const outcome = await workspace.run();
      expect(outcome.code).toBe(9);
      expect(outcome.errors).toContain(what);
      expect(outcome.errors).toContain(advice);
      expect(outcome.output).not.toContain(shell.success);
    });
  });

  it("reports a missing directory for temporary files", async () => {
    const temporary = join(workspace.zip, "not a directory");
    const outcome = await workspace.run(workspace.zip, {
      TMPDIR: temporary,
      TEMP: temporary,
      TMP: temporary,
    });
    expect(outcome.code).toBe(4);
    expect(outcome.errors).toContain("Directory does not exist: ");
  });

  describe("the script with AzCopy", () => {
    it("uses AzCopy from PATH and leaves no log", async () => {
      const kept = join(workspace.folder, "kept");
      const keepArguments = `printf '%s\\n' "$@" >'${kept}'`;
      const keepFolders = `printf '%s\\n' "$AZCOPY_LOG_LOCATION" "$AZCOPY_JOB_PLAN_LOCATION" >'${kept}.logs'`;
      const writeLogs = `mkdir -p "$AZCOPY_LOG_LOCATION" "$AZCOPY_JOB_PLAN_LOCATION"`;
      writeFakeProgram(bin(), [keepArguments, keepFolders, writeLogs].join("\n"));
      const outcome = await workspace.run(workspace.zip, onThePath());
      expect(outcome).toMatchObject({ code: 0, errors: "" });
      const given = readFileSync(kept, "utf8");
      expect(given).toMatch(/^copy\n.*model\.zip\n.*model%2042\.zip\?sv=/);
      expect(given).toContain("LocalBlob");
      const [log, plan] = readFileSync(`${kept}.logs`, "utf8").split("\n");
      expect(log).toContain("flood-model-upload.");
      expect([log, plan].map((folder) => existsSync(folder!))).toEqual([false, false]);
      expect(workspace.sentBlocks()).toEqual([]);
      expect(workspace.reports()).toHaveLength(1);
    });

    it("prints AzCopy's progress in plain lines", async () => {
      const line = (percent: number) => `{"MessageContent":"{\\"PercentComplete\\":\\"${percent}\\"}"}`;
      writeFakeProgram(bin(), `cat <<'END'\n${[0, 40, 40, 100].map(line).join("\n")}\nEND`);
      const { output } = await workspace.run(workspace.zip, onThePath());
      expect(output.match(/AzCopy: \d+ % sent/g)).toEqual([
        "AzCopy: 0 % sent",
        "AzCopy: 40 % sent",
        "AzCopy: 100 % sent",
      ]);
    });

    it("sends the file itself when AzCopy fails, and hides the link in AzCopy's error", async () => {
      writeFakeProgram(bin(), `echo "cannot open $3 with \${3#*[?]}"; exit 1`);
      const outcome = await workspace.run(workspace.zip, onThePath());
      expect(outcome).toMatchObject({ code: 0, errors: "" });
      expect(outcome.output).toContain("AzCopy failed: cannot open http://127.0.0.1");
      expect(workspace.storedZip()?.equals(workspace.content)).toBe(true);
      expect(containsSecret(allOutput(outcome))).toBe(false);
    });

    it("reuses the blocks that a failed AzCopy has sent", async () => {
      const block = (index: number) =>
        Buffer.from(`00000${"x".repeat(16)}0000000000${String(index).padStart(5, "0")}`).toString("base64");
      const put = `curl -sf -X PUT -H 'x-ms-blob-type: BlockBlob' --data-binary @-`;
      const send = `head -c 1048576 "$2" | ${put} "$3&comp=block&blockid=${block(0)}"`;
      writeFakeProgram(bin(), `${send} || echo ERR no block; exit 1`);
      const outcome = await workspace.run(workspace.zip, { ...onThePath(), UPLOAD_BLOCK_MIB: "1" });
      expect(outcome).toMatchObject({ code: 0, errors: "" });
      expect(outcome.output).toContain("Blocks: 2 sent, 1 already stored");
      expect(workspace.storedZip()?.equals(workspace.content)).toBe(true);
    });

    it("never runs an AzCopy beside the script, which would receive the link", async () => {
      const kept = join(workspace.folder, "kept");
      for (const folder of [workspace.folder, join(workspace.folder, "azcopy_download")])
        writeFakeProgram(folder, `printf '%s' "$*" >'${kept}'`);
      expect((await workspace.run(workspace.zip, withAzCopy())).code).toBe(0);
      expect(existsSync(kept)).toBe(false);
      expect(workspace.storedZip()?.equals(workspace.content)).toBe(true);
    });

    const packFakeAzCopy = (folder: string) => {
      writeFakeProgram(join(folder, "azcopy_10"), "exit 0");
      return tarOf(folder);
    };
    it("downloads AzCopy if it is not installed", async () => {
      serveAzCopy(packFakeAzCopy);
      const outcome = await workspace.run(workspace.zip, withAzCopy());
      expect(outcome).toMatchObject({ code: 0, errors: "" });
      expect(outcome.output).toContain("Sending the file with AzCopy");
      expect(workspace.sentBlocks()).toEqual([]);
    });

    it("does not run a download whose hash differs from the portal's", async () => {
      serveAzCopy(packFakeAzCopy, "0".repeat(64));
      const outcome = await workspace.run(workspace.zip, withAzCopy());
      expect(outcome.output).toContain("The file must have the SHA-256 that the portal names.");
      expect(outcome.code).toBe(0);
      expect(workspace.sentBlocks()).toHaveLength(3);
    });

    it.each<[string, string, ((folder: string) => Buffer) | undefined]>([
      ["the download fails", "Failed to download AzCopy.", undefined],
      ["the package cannot be extracted", "Failed to extract AzCopy.", () => Buffer.from("no archive")],
      [
        "the package holds no AzCopy",
        "AzCopy executable not found.",
        (folder) => {
          writeFakeProgram(folder, "exit 0", "other");
          return tarOf(folder);
        },
      ],
    ])("sends the file itself when %s", async (_, message, pack) => {
      if (pack) serveAzCopy(pack);
      else
        workspace.saveScript({ azcopyAddress: { linux: "http://127.0.0.1:9/", mac: "http://127.0.0.1:9/" } });
      const outcome = await workspace.run(workspace.zip, withAzCopy());
      expect(outcome.output).toContain(message);
      expect(outcome.code).toBe(0);
      expect(workspace.storedZip()?.equals(workspace.content)).toBe(true);
    });

    const real = findRealAzCopy();
    it.skipIf(!real)(
      "sends the file with the real AzCopy (skipped where AzCopy is not installed)",
      async () => {
        mkdirSync(bin());
        copyFileSync(real!, join(bin(), "azcopy"));
        chmodSync(join(bin(), "azcopy"), 0o755);
        const outcome = await workspace.run(workspace.zip, onThePath());
        expect(outcome).toMatchObject({ code: 0, errors: "" });
        expect(outcome.output).toContain("AzCopy: 100 % sent");
        expect(workspace.storedZip()?.equals(workspace.content)).toBe(true);
        expect(containsSecret(allOutput(outcome))).toBe(false);

        rmSync(join(workspace.folder, "upload_script.state"));
        workspace.server.blobs.clear();
        workspace.server.state.interfere = ({ method }) => (method === "PUT" ? 507 : undefined);
        const full = await workspace.run(workspace.zip, onThePath());
        expect(full.errors).toContain("The storage is full");
        expect(full.code).toBe(12);

        rmSync(join(workspace.folder, "upload_script.state"));
        workspace.server.state.interfere = ({ method }) => (method === "PUT" ? 403 : undefined);
        const refused = await workspace.run(workspace.zip, onThePath());
        expect(refused.code).toBe(6);
        expect(containsSecret(allOutput(refused))).toBe(false);
      },
    );
  });

  describe("the precheck", () => {
    it("prints the errors that the portal finds, and sends nothing", async () => {
      workspace.server.state.precheck = 'warning A note.\nfault "a" is wrong.\nfault "b" too.\n';
      const outcome = await workspace.run();
      expect(outcome.code).toBe(11);
      expect(outcome.errors).toMatch(/^ {7}- "a" is wrong\.\r?\n {7}- "b" too\.\r?$/m);
      expect(outcome.output).toContain("Warning: A note.");
      expect(workspace.server.received.filter(({ method }) => method === "PUT")).toEqual([]);
    });

    it("sends the end of the zip and every range the portal asks for", async () => {
      const { length } = workspace.content;
      workspace.server.state.precheck = "needed 5 7\n";
      workspace.server.state.interfere = ({ path, body }) => {
        if (path.endsWith("check-upload") && body.length > 131_072) workspace.server.state.precheck = "";
        return undefined;
      };
      expect((await workspace.run()).code).toBe(0);
      const checks = workspace.server.received.filter(({ path }) => path.endsWith("check-upload"));
      expect(checks).toHaveLength(2);
      const shown = Buffer.concat([
        workspace.content.subarray(length - 131_072),
        workspace.content.subarray(5, 12),
      ]);
      expect(checks[1]!.body.equals(shown)).toBe(true);
      expect(checks[1]!.headers).toMatchObject({
        "x-upload-token": TOKEN,
        "content-type": "application/octet-stream",
      });
      expect(checks[1]!.query).toBe(`size=${length}&stretches=${length - 131_072}:131072,5:7`);
    });

    it.each([404, 500])("uploads without a precheck when the portal responds with %i", async (status) => {
      workspace.server.state.interfere = ({ path }) => (path.endsWith("check-upload") ? status : undefined);
      const outcome = await workspace.run();
      expect(outcome.code).toBe(0);
      expect(outcome.output).toContain(`The portal cannot check the zip now (${status}`);
    });
  });

  describe("the script, while it waits for the result", () => {
    it("prints each stage, and ends when the model is received", async () => {
      const stages = ["hashing", "checking", "extracting"];
      workspace.server.state.stateAfterReport = { state: "processing", stage: "hashing" };
      workspace.server.state.interfere = ({ method, path }) => {
        if (workspace.reports().length === 0 || method !== "GET" || !path.endsWith("upload-complete")) return;
        const stage = stages.shift();
        workspace.server.state.uploadState = stage
          ? { state: "processing", stage }
          : {
              state: "processed",
              message: ["The portal received the model as v1.", "Choose: http://portal/1"],
            };
        return undefined;
      };
      const outcome = await workspace.run();
      expect(outcome).toMatchObject({ code: 0, errors: "" });
      expect(outcome.output.match(/The portal is \w+ the model/g)).toEqual(
        ["hashing", "checking", "extracting"].map((stage) => `The portal is ${stage} the model`),
      );
      expect(outcome.output.trimEnd().split(/\r?\n/).slice(-2)).toEqual([
        "The portal received the model as v1.",
        "Choose: http://portal/1",
      ]);
    });

    it("prints the portal's times in local time", async () => {
      const message = "Rejected on 2026-01-31T05:04:03.210Z, valid until 2026-07-31T12:00:00Z.";
      workspace.server.state.stateAfterReport = { state: "processed", message };
      const { output } = await workspace.run(workspace.zip, { TZ: "America/Chicago" });
      expect(output).toContain(
        "Rejected on January 30, 2026, 11:04 PM (UTC-0600), valid until July 31, 2026, 7:00 AM (UTC-0500).",
      );
    });

    it("prints why the portal rejected the zip, with its own exit code", async () => {
      workspace.server.state.stateAfterReport = { state: "refused", fault: 'The zip is damaged: "x".' };
      const outcome = await workspace.run();
      expect(outcome.code).toBe(13);
      expect(outcome.output.split(/\r?\n/)).toContain(shell.success);
      expect(outcome.errors).toContain('- The zip is damaged: "x".');
    });
  });

  it("the script closes a stalled connection", async () => {
    workspace.server.state.interfere = ({ comp }) =>
      comp === "blocklist" ? new Promise(() => undefined) : undefined;
    const started = performance.now();
    const outcome = await workspace.run(workspace.zip, { UPLOAD_STALL: "1" });
    expect(outcome.code).toBe(7);
    expect(performance.now() - started).toBeLessThan(200_000);
  });

  it("the script sends several blocks at the same time and commits the blocks in order", async () => {
    const waiting: (() => void)[] = [];
    workspace.server.state.interfere = async ({ comp, method }) => {
      if (comp !== "block" || method !== "PUT") return undefined;
      // No block is answered until three have arrived.
      const allArrived = new Promise<void>((resolve) => waiting.push(resolve));
      if (waiting.length === 3) for (const answer of waiting) answer();
      await allArrived;
      return undefined;
    };
    expect((await workspace.run(workspace.zip, { UPLOAD_AT_ONCE: "3" })).code).toBe(0);
    expect(waiting).toHaveLength(3);
    expect(workspace.storedZip()?.equals(workspace.content)).toBe(true);
  });

  it("the script prints the expiry date of an expired link", async () => {
    workspace.saveScript({ expires: "2025-01-02T03:04:05.000Z" });
    workspace.server.state.interfere = () => 403;
    expect((await workspace.run(workspace.zip, { TZ: "America/Chicago" })).errors).toContain(
      "Expiry date of the link in this script: January 1, 2025, 9:04 PM (UTC-0600).",
    );
  });

  it("reports that another zip was sent with the same script at the same time", async () => {
    workspace.server.state.interfere = ({ comp, method }) => {
      if (comp === "blocklist" && method === "PUT") workspace.server.blobs.clear();
      return undefined;
    };
    const outcome = await workspace.run();
    expect(outcome.code).toBe(7);
    expect(outcome.errors).toContain("Another zip was sent with this script at the same time");
    expect(outcome.errors).not.toContain("internet connection");
  });

  if (shell.shell === "bash") {
    it("the script passes neither link nor token to a program as an argument", async () => {
      const bin = join(workspace.folder, "bin");
      const kept = join(workspace.folder, "kept");
      const curl = spawnSync("sh", ["-c", "command -v curl"], { encoding: "utf8" }).stdout.trim();
      writeFakeProgram(bin, `printf '%s\\n' "$*" >>'${kept}'; exec '${curl}' "$@"`, "curl");
      const outcome = await workspace.run(workspace.zip, { PATH: `${bin}:${pathWithoutAzCopy}` });
      expect(outcome.code).toBe(0);
      expect(readFileSync(kept, "utf8").trim().split("\n")).toHaveLength(9);
      expect(containsSecret(readFileSync(kept, "utf8"))).toBe(false);
    });

    /** Creates a folder with links to these programs only. */
    const createBinFolder = (programs: string) => {
      const folder = join(workspace.folder, "few");
      mkdirSync(folder);
      for (const name of programs.split(" ")) {
        const { stdout } = spawnSync("sh", ["-c", `command -v ${name}`], { encoding: "utf8" });
        symlinkSync(stdout.trim(), join(folder, name));
      }
      return folder;
    };

    it.each(["openssl", "sha256sum", "shasum"])("computes the SHA-256 with %s only", async (program) => {
      const others =
        "bash awk base64 curl dd grep head mktemp sed sort tail tr md5sum cat cut dirname rm wc touch";
      const outcome = await workspace.run(workspace.zip, { PATH: createBinFolder(`${others} ${program}`) });
      expect(outcome).toMatchObject({ code: 0, errors: "" });
      expect(outcome.output).toContain(`SHA-256: ${sha256(workspace.content)}`);
    });

    it("reports a missing program, and sh instead of bash", async () => {
      const without = createBinFolder("bash sh awk base64 curl dirname rm cat mktemp");
      const outcome = await workspace.run(workspace.zip, { PATH: without });
      expect(outcome.code).toBe(4);
      expect(outcome.errors).toContain("dd was not found on this computer.");
      const bySh = spawnSync("dash", [workspace.script, workspace.zip], { encoding: "utf8" });
      if (!bySh.error) expect(bySh.stderr).toContain("use bash: bash upload_script.sh");
    });
  }

  it.each<[string, (workspace: VendorWorkspace) => void]>([
    ["the storage refuses", ({ server }) => (server.state.interfere = () => 403)],
    ["every attempt fails", ({ server }) => (server.state.interfere = () => 503)],
  ])("prints neither link nor token when %s", async (_, arrange) => {
    arrange(workspace);
    expect(containsSecret(allOutput(await workspace.run()))).toBe(false);
  });

  it("the script prints the portal's message without token and link", async () => {
    workspace.server.state.interfere = ({ method, path }) =>
      method === "POST" && path.endsWith("upload-complete") ? 409 : undefined;
    const { query } = createTicket(workspace.server.origin);
    workspace.server.state.portalMessage = `Upload ${TOKEN} of "model" to ${query} is closed\u001b[31m`;
    const outcome = await workspace.run();
    expect(outcome.errors).toContain(`refused the upload (409 Upload ... of \\"model\\" to ... is closed`);
    expect(outcome.code).toBe(9);
    expect(containsSecret(allOutput(outcome))).toBe(false);
  });

  it.each(["processing", "processed"])(
    "the script sends nothing when its zip is already %s",
    async (state) => {
      workspace.server.state.uploadState = { state };
      const outcome = await workspace.run();
      expect(outcome.code).toBe(0);
      expect(outcome.output.split(/\r?\n/)).toContain(shell.success);
      expect(outcome.output).toContain(
        "This script has already delivered a zip. To send another, download a new script.",
      );
      expect(workspace.server.received.map(({ method, path }) => `${method} ${path}`)).toEqual([
        "GET /api/vendors/upload-complete",
        "POST /api/vendors/upload-complete",
        "GET /api/vendors/upload-complete",
      ]);
      expect(workspace.reports()[0]!.headers["x-upload-token"]).toBe(TOKEN);
    },
  );

  it("sends its zip if the portal expects it or cannot report the upload state", async () => {
    workspace.server.state.uploadState = { state: "expected" };
    expect((await workspace.run()).code).toBe(0);
    expect(workspace.storedZip()?.equals(workspace.content)).toBe(true);
    workspace.server.state.interfere = ({ method, path }) =>
      method === "GET" && path.endsWith("upload-complete") ? 404 : undefined;
    expect((await workspace.run()).code).toBe(0);
  });

  it("stops before it hashes a zip that cannot be the delivered one", async () => {
    workspace.server.state.uploadState = { state: "processed", size: "1234" };
    const outcome = await workspace.run();
    expect(outcome.code).toBe(6);
    expect(outcome.errors).toContain("This script has already delivered another zip, of 1234 bytes.");
    expect(outcome.errors).toMatch(/Download a new script .* to send model\.zip\./);
    expect(outcome.output).not.toContain("SHA-256");
    expect(workspace.server.received).toHaveLength(1);
  });

  it.each([
    [401, "The link expired."],
    [409, "The record is accepted."],
  ])("prints the portal's reason (%i) before it hashes or sends anything", async (status, reason) => {
    workspace.server.state.portalMessage = reason;
    workspace.server.state.interfere = ({ path }) => (path.endsWith("upload-complete") ? status : undefined);
    const outcome = await workspace.run();
    expect(outcome.code).toBe(6);
    expect(outcome.errors.replaceAll("\r", "")).toBe(
      `Error: The portal no longer accepts this script.\n       ${reason}\n`,
    );
    expect(outcome.output).not.toContain("SHA-256");
    expect(workspace.server.received).toHaveLength(1);
  });
}

for (const shell of [bashScript, powershellScript]) {
  const why = shell.absent ? ` (skipped: ${shell.absent})` : "";
  describe.skipIf(shell.absent)(`${shell.fileName}${why}`, () => describeScript(shell));
}
