import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import {
  chmodSync,
  cpSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join, resolve } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { findFreePort } from "../../scripts/dev/lib/freePort.ts";

/** Packages that `npm ci && npm prune --omit=dev` leaves, linked from this installation. */
const lock = JSON.parse(readFileSync("package-lock.json", "utf8")) as {
  packages: Record<string, { dev?: boolean; devOptional?: boolean }>;
};
const installed = Object.entries(lock.packages).flatMap(([path, about]) =>
  path !== "" && !about.dev && statSync(path, { throwIfNoEntry: false }) ? [path] : [],
);
const outermost = installed.filter((path) => path.lastIndexOf("node_modules/") === 0);

/** The last stage of the Dockerfile: what it copies and runs. */
const lastStage = readFileSync("Dockerfile", "utf8")
  .split(/^FROM /m)
  .at(-1)!;
const copied = [...lastStage.matchAll(/^COPY --from=build \/app\/(\S+) /gm)].map(([, path]) => path!);
const [node, ...command] = JSON.parse(/^CMD (.+)$/m.exec(lastStage)![1]!) as string[];
const NOBODY = 65_534;
const unprivileged = process.getuid?.() === 0 ? { uid: NOBODY, gid: NOBODY } : {};

let folder: string;
let dataDir: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "flood-install-"));
  dataDir = mkdtempSync(join(tmpdir(), "flood-install-data-"));
  chmodSync(folder, 0o755);
  chmodSync(dataDir, 0o777);
  for (const part of copied.filter((path) => path !== "node_modules" && path !== "dist"))
    cpSync(part, join(folder, part), { recursive: true });
  cpSync("dist/server", join(folder, "dist", "server"), { recursive: true });
  for (const path of outermost) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    symlinkSync(resolve(path), join(folder, path));
  }
});
afterAll(() => {
  for (const path of [folder, dataDir]) rmSync(path, { recursive: true, force: true });
});

const environment = async () => ({
  PATH: process.env["PATH"],
  PORT: String(await findFreePort()),
  DATA_DIR: join(dataDir, "data"),
});

it("an installation without development packages needs less than 350 MB", () => {
  const bytes = outermost.reduce((sum, path) => sum + getSize(path), 0);
  expect(bytes / 1e6).toBeLessThan(350);
});

function getSize(path: string): number {
  return readdirSync(path, { withFileTypes: true }).reduce((sum, entry) => {
    const inner = join(path, entry.name);
    return sum + (entry.isDirectory() ? getSize(inner) : statSync(inner).blocks * 512);
  }, 0);
}

describe("the command of the Dockerfile, in a folder with what the Dockerfile copies", () => {
  it("is npm run serve", () => {
    const { scripts } = JSON.parse(readFileSync("package.json", "utf8")) as {
      scripts: Record<string, string>;
    };
    expect([node, ...command].join(" ")).toBe(scripts["serve"]);
  });

  it("reports how to build a portal that was never built", async () => {
    const options = { cwd: folder, env: await environment(), encoding: "utf8", ...unprivileged } as const;
    const started = spawnSync(process.execPath, command, options);
    expect(started.status).toBe(1);
    expect(started.stderr).toContain("Run npm ci and npm run build");
  });

  it("serves portal and API as a user who can write only to the data folder", async () => {
    mkdirSync(join(folder, "dist", "portal"), { recursive: true });
    writeFileSync(join(folder, "dist", "portal", "index.html"), "<!doctype html><title>Built</title>");
    const env = await environment();
    const server = spawn(process.execPath, command, { cwd: folder, env, ...unprivileged });
    const exit = once(server, "exit");
    const stop = () => void server.kill("SIGKILL");
    process.once("exit", stop);
    let output = "";
    await new Promise<void>((resolve, reject) => {
      const onOutput = (chunk: Buffer) => {
        output += chunk.toString();
        if (output.includes("Ready: ")) resolve();
      };
      server.stdout.on("data", onOutput);
      server.stderr.on("data", onOutput);
      void exit.then(() => reject(new Error(output)));
    });
    try {
      const url = `http://localhost:${env.PORT}`;
      expect(await (await fetch(`${url}/metadata_app/`)).text()).toContain("Built");
      expect((await fetch(`${url}/api/health/ready`)).status).toBe(200);
      server.kill("SIGTERM");
      expect((await exit)[0]).toBe(0);
    } finally {
      stop();
      await exit;
      process.off("exit", stop);
    }
  });
});
