import { once } from "node:events";
import type * as files from "node:fs/promises";
import { chmod, mkdtemp, rm, stat, statfs } from "node:fs/promises";
import { request } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, afterEach, beforeAll, expect, it, vi } from "vitest";
import { findFreePort } from "../../../scripts/dev/lib/freePort.ts";
import { buildApp } from "../../../src/server/app.ts";
import { main } from "../../../src/server/main.ts";
import { runServer, type RunningServer } from "../../../src/server/runServer.ts";
import { DEMO_PASSWORD } from "../../../src/server/seed/demoData.ts";
import * as seed from "../../../src/server/seed/seedDemo.ts";
import { startProcessing } from "../../../src/server/background/startProcessing.ts";
import { copyPreparedData } from "../../support/copyPreparedData.ts";
import { aConfig } from "../../support/startServer.ts";

vi.mock("node:fs/promises", async (original) => {
  const real = await original<typeof files>();
  return { ...real, statfs: vi.fn(real.statfs) };
});
vi.mock("../../../src/server/seed/seedDemo.ts", { spy: true });
vi.mock("../../../src/server/background/startProcessing.ts", { spy: true });

/** A promise that the test resolves. */
function createGate() {
  let [open, reach] = [() => {}, () => {}];
  const opened = new Promise<void>((resolve) => (open = resolve));
  const reached = new Promise<void>((resolve) => (reach = resolve));
  return { open: () => open(), reached, wait: async () => (reach(), opened) };
}

// The tests share a folder and a server, in the order of their life.
let dataDir: string;
let server: RunningServer;
beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), "flood-starting-"));
  copyPreparedData("DEMO_DATA", dataDir);
});
afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
  vi.unstubAllEnvs();
});
afterAll(async () => {
  await server?.close();
  await rm(dataDir, { recursive: true, force: true });
});

const body = JSON.stringify({ username: "vendor1", password: DEMO_PASSWORD });
const headers = { "content-type": "application/json", "content-length": String(body.length) };

it("rejects existing demo accounts if other machines can reach the server", async () => {
  await chmod(dataDir, 0o755);
  const starting = runServer(aConfig(dataDir, { isDemo: false, isPublic: true }));
  await expect(starting).rejects.toThrow(/vendor1, .* still have their public password/);
  // The folder contains secrets.
  expect((await stat(dataDir)).mode & 0o777).toBe(0o700);
});

it("reports a full disk and its folder, whatever the error", async () => {
  const consoleError = vi.spyOn(console, "error").mockReturnValue();
  const exit = vi.spyOn(process, "exit").mockImplementation(() => undefined as never);
  vi.mocked(statfs).mockResolvedValueOnce({ bavail: 10, bsize: 4096 } as never);
  vi.stubEnv("DATA_DIR", dataDir);
  vi.stubEnv("PORT", "none");
  await main();
  expect(consoleError).toHaveBeenCalledWith(
    expect.stringContaining(`the disk of ${dataDir} (DATA_DIR) is full`),
  );
  expect(exit).toHaveBeenCalledWith(1);
});

it("listens once users can sign in, then stores the demo files in the background", async () => {
  const [rows, stored, log] = [createGate(), createGate(), [] as string[]];
  vi.mocked(seed.seedDemo).mockImplementationOnce(rows.wait);
  vi.mocked(seed.storeDemoFiles).mockImplementationOnce(async () => {
    await stored.wait();
    throw new Error("No room");
  });
  const port = await findFreePort();
  const signIn = () => fetch(`http://127.0.0.1:${port}/api/auth/signin`, { method: "POST", headers, body });
  const starting = runServer(aConfig(dataDir, { port }), { log: { write: (line) => log.push(line) } });
  await rows.reached;
  await expect(signIn()).rejects.toThrow("fetch failed");
  rows.open();
  server = await starting;
  await stored.reached;
  expect((await signIn()).status).toBe(200);
  stored.open();
  await server.demoFilesStored;
  expect(log.join("")).toContain("The next start tries again");
  expect((await signIn()).status).toBe(200);
});

it("has no time limit for the start", async () => {
  const plugin = createGate();
  vi.useFakeTimers({ toFake: ["setTimeout"] });
  const building = buildApp(server.services, { portal: plugin.wait });
  await plugin.reached;
  vi.advanceTimersByTime(60 * 60_000);
  plugin.open();
  await (await building).close();
});

it("accepts no request while its jobs stop on shutdown", async () => {
  const dataDir = await mkdtemp(join(tmpdir(), "flood-stopping-"));
  copyPreparedData("DEMO_DATA", dataDir);
  const jobs = createGate();
  vi.mocked(startProcessing).mockReturnValueOnce({ stop: jobs.wait, wake: () => undefined });
  const stopping = await runServer(aConfig(dataDir));
  const closed = stopping.close();
  await jobs.reached;
  await vi.waitFor(() => expect(stopping.app.server.listening).toBe(false));
  jobs.open();
  await closed;
  await rm(dataDir, { recursive: true, force: true });
});

it("completes running requests on shutdown, for at most 20 seconds", async () => {
  const call = async () => {
    const asked = { method: "POST", headers: { ...headers, expect: "100-continue" } };
    const made = request(`${server.url}/api/auth/signin`, asked).on("error", () => {});
    made.flushHeaders();
    await once(made, "continue");
    return made;
  };
  const [answered, endless] = [await call(), await call()];
  const isCut = new Promise((resolve) => endless.on("close", resolve));
  const cut = vi.spyOn(server.app.server, "closeAllConnections");
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
  const closed = server.close();
  await vi.waitFor(() => expect(server.app.server.listening).toBe(false));
  vi.advanceTimersByTime(18_000);
  const response = once(answered, "response");
  answered.end(body);
  expect(await response).toMatchObject([{ statusCode: 200 }]);
  expect(cut).not.toHaveBeenCalled();
  vi.advanceTimersByTime(2000);
  expect(cut).toHaveBeenCalledOnce();
  await Promise.all([isCut, closed]);
});

it("rejects the store of another database", async () => {
  await rm(join(dataDir, "store"), { recursive: true });
  await expect(runServer(aConfig(dataDir))).rejects.toThrow("does not contain the files of this database");
});
