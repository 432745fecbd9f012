import { randomBytes } from "node:crypto";
import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Page } from "playwright-core";
import { afterAll, beforeAll, expect, it } from "vitest";
import { endpoints } from "../../src/contract/wire/endpoints.ts";
import { findAxeViolations } from "../support/findAxeViolations.ts";
import { openVendorSession } from "../support/openVendorSession.ts";
import { inChromiumWithStoreOrigin, WITHIN_MS } from "../support/portalInChromium.ts";
import { signInContext } from "../support/signInContext.ts";
import {
  chooseFolder,
  countBlocks,
  getUploadButton,
  holdBlocksAfter,
  startUpload,
  waitForStored,
} from "../support/uploadInChromium.ts";

const MIB = 1024 * 1024;
const TERRAIN_BYTES = 24 * MIB;
const BLOCK_COUNT = 4;
const PARALLEL_BLOCKS = 3;

inChromiumWithStoreOrigin("an upload from the browser", (portal) => {
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

  const fetchStatus = async (recordId: string) => (await vendor.read(recordId))["status"];

  /** Starts an upload and holds its blocks after some have arrived. */
  async function startHeldUpload(page: Page, arrivedBlocks: number) {
    const line = await holdBlocksAfter(page.context(), arrivedBlocks);
    await startUpload(page, folder);
    await line.waitUntilHeld();
    return line;
  }

  it.each([
    ["wide", { width: 1280, height: 900 }],
    ["phone", { width: 390, height: 844 }],
  ])("delivers a folder up to pending on a %s screen", async (_, size) => {
    const { page, recordId } = await open(size);
    const counted = countBlocks(page.context());
    let sendingWorkers = 0;
    page.on("worker", (worker) => (sendingWorkers += worker.url().includes("/sendingWorker-") ? 1 : 0));
    const errors: string[] = [];
    page.on("console", (message) => message.type() === "error" && errors.push(message.text()));
    await chooseFolder(page, folder);
    await page.getByText("Added for you:").waitFor();
    await page
      .getByText(/Model_\d+_Coverage\.gdb\.zip/)
      .first()
      .waitFor();
    await page.getByText("Supporting/Thumbs.db").waitFor();
    expect(await findAxeViolations(page)).toEqual([]);
    expect(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true);
    await page.getByRole("button", { name: /^Upload 4 files$/ }).click();
    await waitForStored(page);
    await page.getByText(/The portal received the model as v\d/).waitFor();
    expect(await findAxeViolations(page)).toEqual([]);
    expect(await fetchStatus(recordId)).toBe("pending");
    expect([...counted.origins]).toEqual([portal.url.replace("localhost", "127.0.0.1")]);
    expect(errors).toEqual([]);
    // Chromium frees the memory of a sent block when its worker ends.
    expect(sendingWorkers).toBe(counted.sent);
  });

  it("uploads the model that filled in the form, without choosing it again", async () => {
    const { page, recordId } = await open();
    await page.goto(portal.address(`/app/form/${recordId}`));
    await page.getByLabel("Model folder").setInputFiles(folder);
    await page.getByText("These files contain no values for this form.").waitFor();
    await page.getByRole("button", { name: "Proceed to Upload" }).click();
    await page.getByText(/^You chose this model in the form\./).waitFor();
    await getUploadButton(page).click();
    await waitForStored(page);
    expect(await fetchStatus(recordId)).toBe("pending");
    await page.getByRole("button", { name: "Upload another version" }).click();
    await page.getByRole("button", { name: "Upload a folder" }).waitFor();
    expect(await getUploadButton(page).count()).toBe(0);
  });

  it("continues after a reload, and sends again at most the blocks that were on their way", async () => {
    const { page, recordId } = await open();
    const counted = countBlocks(page.context());
    const line = await startHeldUpload(page, 2);
    page.on("dialog", (dialog) => void dialog.accept());
    await page.reload();
    await line.stop();
    await page.getByText(/An upload of this model was interrupted/).waitFor();
    await chooseFolder(page, folder);
    await waitForStored(page);
    expect(counted.sent).toBeLessThanOrEqual(BLOCK_COUNT + PARALLEL_BLOCKS);
    expect(await fetchStatus(recordId)).toBe("pending");
  });

  it("asks before files that have changed since replace those that arrived", async () => {
    const { page, recordId } = await open();
    const line = await startHeldUpload(page, 1);
    page.on("dialog", (dialog) => void dialog.accept());
    await page.reload();
    await line.stop();
    await writeFile(join(folder, "Model_Files", "notes.txt"), "new");
    await page.getByText(/An upload of this model was interrupted/).waitFor();
    await chooseFolder(page, folder);
    await page.getByText("Some files have changed since you chose them").waitFor();
    await page.getByText(/Model_Files\/notes\.txt/).waitFor();
    await page.getByRole("button", { name: "Continue with the changed files" }).click();
    await waitForStored(page);
    await rm(join(folder, "Model_Files", "notes.txt"));
    expect(await fetchStatus(recordId)).toBe("pending");
  });

  it("continues by itself after the connection was lost, and while other screens are open", async () => {
    const { page, recordId } = await open();
    const line = await startHeldUpload(page, 1);
    await page.getByRole("link", { name: "Settings" }).click();
    await page.getByRole("link", { name: /^Uploading Pecan Branch.* \(\d+%\)$/ }).waitFor();
    await page.context().setOffline(true);
    for (const route of line.held) await route.abort("internetdisconnected").catch(() => undefined);
    await page.getByRole("link", { name: /^Uploading Pecan Branch/ }).click();
    await page.getByText(/No connection to the server/).waitFor();
    await line.stop();
    await page.context().setOffline(false);
    await waitForStored(page);
    expect(await fetchStatus(recordId)).toBe("pending");
  });

  it("pauses and resumes, also from the side menu", async () => {
    const { page } = await open();
    const counted = countBlocks(page.context());
    const line = await startHeldUpload(page, 1);
    await page.getByRole("button", { name: "Pause" }).click();
    await page.getByText(/^Paused\./).waitFor();
    await line.stop();
    await page.getByRole("link", { name: "Settings" }).click();
    await page.getByRole("link", { name: /^The upload of Pecan Branch.* is paused$/ }).click();
    await page.getByRole("button", { name: "Resume" }).click();
    await waitForStored(page);
    expect(counted.sent).toBeLessThanOrEqual(BLOCK_COUNT + PARALLEL_BLOCKS);
  });

  it("requests a new link when the storage refuses the link in the middle, and finishes with it", async () => {
    const { page, recordId } = await open();
    const blocksByLink = new Map<string, string[]>();
    const isBlock = ({ searchParams }: URL) => searchParams.get("comp") === "block";
    await page.context().route(isBlock, async (route) => {
      const url = new URL(route.request().url());
      const [link, id] = ["sig", "blockid"].map((name) => url.searchParams.get(name)!);
      const isFirst = blocksByLink.size === 0;
      blocksByLink.set(link!, [...(blocksByLink.get(link!) ?? []), id!]);
      // The signature no longer fits, so the storage answers as for an expired link.
      if (!isFirst && blocksByLink.size === 1) url.searchParams.set("se", "2026-01-01T00:00:00Z");
      await route.continue({ url: url.href });
    });
    await startUpload(page, folder);
    await waitForStored(page);
    const [first, second, ...others] = [...blocksByLink.values()];
    expect(first!.length).toBeLessThanOrEqual(PARALLEL_BLOCKS + 1);
    expect(second).toHaveLength(BLOCK_COUNT);
    expect(others).toEqual([]);
    expect(await fetchStatus(recordId)).toBe("pending");
  });

  it("leaves nothing behind after Cancel", async () => {
    const { page, recordId } = await open();
    const line = await startHeldUpload(page, 1);
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
    const line = await startHeldUpload(page, 1);
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
    const line = await startHeldUpload(page, 1);
    const other = await page.context().newPage();
    await other.goto(portal.address(`/app/instructions/${recordId}`));
    await other.getByText("Another tab of this browser is uploading this model.").waitFor();
    for (const route of line.held) await route.continue().catch(() => undefined);
    await line.stop();
    await waitForStored(page);
  });
});
