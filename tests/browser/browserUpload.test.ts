import { randomBytes } from "node:crypto";
import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Page, Route } from "playwright-core";
import { afterAll, beforeAll, expect, it } from "vitest";
import { endpoints } from "../../src/contract/wire/endpoints.ts";
import { findAxeViolations } from "../support/findAxeViolations.ts";
import { openVendorSession } from "../support/openVendorSession.ts";
import { inChromium, WITHIN_MS } from "../support/portalInChromium.ts";
import { signInContext } from "../support/signInContext.ts";

const MIB = 1024 * 1024;
const TERRAIN_BYTES = 40 * MIB;
const BLOCK_COUNT = 6;
const PARALLEL_BLOCKS = 3;

const isBlock = (url: string) => url.includes("comp=block&");

inChromium("an upload from the browser", (portal) => {
  let folder: string;
  let vendor: Awaited<ReturnType<typeof openVendorSession>>;

  beforeAll(async () => {
    folder = join(await mkdtemp(join(tmpdir(), "flood-upload-")), "my model");
    for (const part of ["Model_Files", "Supporting"]) await mkdir(join(folder, part), { recursive: true });
    await writeFile(join(folder, "Model_Files", "terrain.hdf"), randomBytes(TERRAIN_BYTES));
    await writeFile(join(folder, "Model_Files", "empty.txt"), "");
    await writeFile(join(folder, "Supporting", "Thumbs.db"), "junk");
    vendor = await openVendorSession(portal.url);
  });
  afterAll(() => rm(join(folder, ".."), { recursive: true }));

  /** The instructions of a new record, with the network under the test's control. */
  async function open(size = { width: 1280, height: 900 }) {
    const recordId = await vendor.copyOf("Pecan Branch");
    const context = await portal.newContext({ viewport: size });
    await signInContext(context, vendor.account);
    const page = await context.newPage();
    page.setDefaultTimeout(WITHIN_MS);
    await page.goto(portal.address(`/app/instructions/${recordId}`));
    return { page, recordId };
  }

  const choose = (page: Page) => page.getByLabel("Folder to upload").setInputFiles(folder);
  const startUpload = async (page: Page) => {
    await choose(page);
    await page.getByRole("button", { name: /^Upload \d+ files$/ }).click();
  };
  const waitForDone = (page: Page) => page.getByText(/^The portal has stored your model: /).waitFor();
  const fetchStatus = async (recordId: string) => (await vendor.read(recordId))["status"];

  /** Lets a number of blocks pass; the others wait, as on a slow line. */
  async function holdBlocksAfter(page: Page, count: number) {
    const held: Route[] = [];
    let seen = 0;
    const hold = async (route: Route) => {
      seen += 1;
      if (seen > count) held.push(route);
      else await route.continue();
    };
    await page.context().route((url) => isBlock(url.href), hold);
    return {
      held,
      waitUntilHeld: () => expect.poll(() => held.length).toBeGreaterThan(0),
      stop: () => page.context().unrouteAll({ behavior: "ignoreErrors" }),
    };
  }

  function countBlocks(page: Page) {
    const counted = { sent: 0 };
    page.context().on("request", (request) => {
      if (request.method() === "PUT" && isBlock(request.url())) counted.sent += 1;
    });
    return counted;
  }

  it.each([
    ["wide", { width: 1280, height: 900 }],
    ["phone", { width: 390, height: 844 }],
  ])("delivers a folder up to pending on a %s screen", async (_, size) => {
    const { page, recordId } = await open(size);
    const errors: string[] = [];
    page.on("console", (message) => message.type() === "error" && errors.push(message.text()));
    await choose(page);
    await page.getByText("Added for you:").waitFor();
    await page
      .getByText(/Model_\d+_Coverage\.gdb\.zip/)
      .first()
      .waitFor();
    await page.getByText("Supporting/Thumbs.db").waitFor();
    expect(await findAxeViolations(page)).toEqual([]);
    expect(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true);
    await page.getByRole("button", { name: /^Upload 4 files$/ }).click();
    await waitForDone(page);
    await page.getByText(/The portal received the model as v\d/).waitFor();
    expect(await findAxeViolations(page)).toEqual([]);
    expect(await fetchStatus(recordId)).toBe("pending");
    expect(errors).toEqual([]);
  });

  it("continues after a reload, and sends again at most the blocks that were on their way", async () => {
    const { page, recordId } = await open();
    const counted = countBlocks(page);
    const line = await holdBlocksAfter(page, 2);
    await startUpload(page);
    await line.waitUntilHeld();
    page.on("dialog", (dialog) => void dialog.accept());
    await page.reload();
    await line.stop();
    await page.getByText(/An upload of this model was interrupted/).waitFor();
    await choose(page);
    await waitForDone(page);
    expect(counted.sent).toBeLessThanOrEqual(BLOCK_COUNT + PARALLEL_BLOCKS);
    expect(await fetchStatus(recordId)).toBe("pending");
  });

  it("asks before files that have changed since replace those that arrived", async () => {
    const { page, recordId } = await open();
    const line = await holdBlocksAfter(page, 1);
    await startUpload(page);
    await line.waitUntilHeld();
    page.on("dialog", (dialog) => void dialog.accept());
    await page.reload();
    await line.stop();
    await writeFile(join(folder, "Model_Files", "notes.txt"), "new");
    await page.getByText(/An upload of this model was interrupted/).waitFor();
    await choose(page);
    await page.getByText("Some files have changed since you chose them").waitFor();
    await page.getByText(/Model_Files\/notes\.txt/).waitFor();
    await page.getByRole("button", { name: "Continue with the changed files" }).click();
    await waitForDone(page);
    await rm(join(folder, "Model_Files", "notes.txt"));
    expect(await fetchStatus(recordId)).toBe("pending");
  });

  it("continues by itself after the connection was lost, and while other screens are open", async () => {
    const { page, recordId } = await open();
    const line = await holdBlocksAfter(page, 1);
    await startUpload(page);
    await line.waitUntilHeld();
    await page.getByRole("link", { name: "Settings" }).click();
    await page.getByRole("link", { name: /^Uploading Pecan Branch/ }).waitFor();
    await page.context().setOffline(true);
    for (const route of line.held) await route.abort("internetdisconnected").catch(() => undefined);
    await page.getByRole("link", { name: /^Uploading Pecan Branch/ }).click();
    await page.getByText(/No connection to the server/).waitFor();
    await line.stop();
    await page.context().setOffline(false);
    await waitForDone(page);
    expect(await fetchStatus(recordId)).toBe("pending");
  });

  it("pauses and resumes", async () => {
    const { page } = await open();
    const line = await holdBlocksAfter(page, 1);
    await startUpload(page);
    await line.waitUntilHeld();
    await page.getByRole("button", { name: "Pause" }).click();
    await page.getByText(/^Paused\./).waitFor();
    await line.stop();
    await page.getByRole("button", { name: "Resume" }).click();
    await waitForDone(page);
  });

  it("leaves nothing behind after Cancel", async () => {
    const { page, recordId } = await open();
    const line = await holdBlocksAfter(page, 1);
    await startUpload(page);
    await line.waitUntilHeld();
    await page.getByRole("button", { name: "Cancel upload" }).click();
    await page.getByRole("dialog").getByRole("button", { name: "Cancel upload" }).click();
    await page.getByRole("button", { name: "Upload a folder" }).waitFor();
    await line.stop();
    const [progress = {}] = await vendor.call(endpoints.uploadProgress, { recordId });
    expect(progress["upload_batch_id"]).toBeFalsy();
    await page.reload();
    await page.getByRole("button", { name: "Upload a folder" }).waitFor();
  });

  it("continues when the session expires", async () => {
    const { page, recordId } = await open();
    const line = await holdBlocksAfter(page, 1);
    await startUpload(page);
    await line.waitUntilHeld();
    await page.evaluate(() => {
      const key = "flood-model-portal.session";
      const stored = { ...JSON.parse(localStorage[key]), expirationTime: 1 };
      localStorage[key] = JSON.stringify(stored);
      dispatchEvent(new StorageEvent("storage", { key }));
    });
    await page.getByText("Session expired").waitFor();
    for (const route of line.held) await route.continue().catch(() => undefined);
    await line.stop();
    await expect.poll(() => fetchStatus(recordId)).toBe("pending");
  });

  it("shows one upload in two tabs", async () => {
    const { page, recordId } = await open();
    const line = await holdBlocksAfter(page, 1);
    await startUpload(page);
    await line.waitUntilHeld();
    const other = await page.context().newPage();
    await other.goto(portal.address(`/app/instructions/${recordId}`));
    await other.getByText("Another tab of this browser is uploading this model.").waitFor();
    for (const route of line.held) await route.continue().catch(() => undefined);
    await line.stop();
    await waitForDone(page);
  });
});
