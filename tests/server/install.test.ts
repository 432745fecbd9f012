import { spawnSync } from "node:child_process";
import {
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
import { compileServer } from "../../scripts/build/compileServer.ts";
import { afterAll, beforeAll, expect, it } from "vitest";
import { startCompiledProduct } from "../../scripts/dev/lib/startProduct.ts";

/** Packages that `npm ci --omit=dev` installs, linked from this installation. */
const lock = JSON.parse(readFileSync("package-lock.json", "utf8")) as {
  packages: Record<string, { dev?: boolean; devOptional?: boolean }>;
};
const installed = Object.entries(lock.packages).flatMap(([path, about]) =>
  path !== "" && !about.dev && statSync(path, { throwIfNoEntry: false }) ? [path] : [],
);
const outermost = installed.filter((path) => path.lastIndexOf("node_modules/") === 0);

let folder: string;
beforeAll(async () => {
  await compileServer();
  folder = mkdtempSync(join(tmpdir(), "flood-install-"));
  for (const part of ["package.json", "schemas", "public", "dist/server"])
    cpSync(part, join(folder, part), { recursive: true });
  for (const path of outermost) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    symlinkSync(resolve(path), join(folder, path));
  }
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

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

it("reports how to build a portal that was never built", () => {
  const env = { ...process.env, PORT: "0", DATA_DIR: join(folder, "data") };
  const started = spawnSync(process.execPath, ["dist/server/scripts/serve.js"], {
    cwd: folder,
    env,
    encoding: "utf8",
  });
  expect(started.status).toBe(1);
  expect(started.stderr).toContain("Run npm ci and npm run build");
});

it("serves a portal that was built elsewhere, and the API", async () => {
  mkdirSync(join(folder, "dist", "portal"), { recursive: true });
  writeFileSync(join(folder, "dist", "portal", "index.html"), "<!doctype html><title>Built</title>");
  const product = await startCompiledProduct(folder);
  try {
    expect(await (await fetch(`${product.url}/metadata_app/`)).text()).toContain("Built");
    expect((await fetch(`${product.url}/api/health/ready`)).status).toBe(200);
  } finally {
    await product.remove();
  }
});
