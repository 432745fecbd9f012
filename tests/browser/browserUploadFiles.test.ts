import { mkdir, mkdtemp, rename, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { BrowserContext, Route } from "playwright-core";
import { afterAll, beforeAll, beforeEach, expect, it } from "vitest";
import { launchChromiumProfile } from "../../scripts/dev/lib/chromium.ts";
import { signIn } from "../../scripts/dev/lib/vendor.ts";
import { writeModelZip } from "../../scripts/dev/uploads/modelZip.ts";
import { createModelRecord } from "../../scripts/dev/uploads/vendorUploads.ts";
import { endpoints } from "../../src/contract/wire/endpoints.ts";
import { openVendorSession } from "../support/openVendorSession.ts";
import { inChromium, WITHIN_MS } from "../support/portalInChromium.ts";
import { signInContext } from "../support/signInContext.ts";
import {
  chooseFolder,
  countBlocks,
  getUploadButton,
  holdBlocksAfter,
  startUpload,
  waitForStored,
} from "../support/uploadInChromium.ts";

const KIB = 1024;

inChromium("an upload of chosen files", (portal) => {
  let parent: string;
  let folder: string;
  let vendor: Awaited<ReturnType<typeof openVendorSession>>;
  const inFolder = (path: string) => join(folder, path);

  beforeAll(async () => {
    parent = await mkdtemp(join(tmpdir(), "flood-upload-files-"));
    vendor = await openVendorSession(portal.url);
  });
  beforeEach(async () => {
    folder = join(await mkdtemp(join(parent, "test-")), "my model");
    for (const part of ["Model_Files", "Supporting"]) await mkdir(inFolder(part), { recursive: true });
    await writeFile(inFolder("Model_Files/terrain.hdf"), Buffer.alloc(512 * KIB, "terrain"));
    for (const name of ["report.txt", "notes.txt"]) await writeFile(inFolder(`Supporting/${name}`), name);
  });
  afterAll(() => rm(parent, { recursive: true }));

  async function openInstructions(context: BrowserContext, recordId: string) {
    await signInContext(context, vendor.account);
    const page = await context.newPage();
    page.setDefaultTimeout(WITHIN_MS);
    await page.goto(portal.address(`/app/instructions/${recordId}`));
    return page;
  }

  async function open(scriptBefore = "") {
    const recordId = await vendor.copyOf("Pecan Branch");
    const context = await portal.newContext();
    await context.addInitScript(scriptBefore);
    return { page: await openInstructions(context, recordId), recordId };
  }

  /** The receipt of the newest upload. */
  async function fetchReceipt(recordId: string) {
    const [progress = {}] = await vendor.call(endpoints.uploadProgress, { recordId });
    const uploadBatchId = String(progress["upload_batch_id"]);
    const [receipt = {}] = await vendor.call(endpoints.uploadReceipt, { recordId, uploadBatchId });
    const files = receipt["files"] as { path: string; size: number }[];
    return { size: Number(receipt["size"]), paths: files.map(({ path }) => path), files };
  }

  it("names a file that cannot be read, and continues once it can be read", async () => {
    const { page, recordId } = await open();
    await chooseFolder(page, folder);
    await getUploadButton(page).waitFor();
    await rename(inFolder("Supporting/report.txt"), `${folder}.away`);
    await getUploadButton(page).click();
    await page.getByText("Some files have changed or could not be read").waitFor();
    await page.getByText(/Supporting\/report\.txt$/).waitFor();
    await rename(`${folder}.away`, inFolder("Supporting/report.txt"));
    await page.getByRole("button", { name: "Try again" }).click();
    await chooseFolder(page, folder);
    await waitForStored(page);
    expect((await fetchReceipt(recordId)).paths).toContain("Supporting/report.txt");
  });

  it("names a file that changes during the upload, and sends its new content if the vendor agrees", async () => {
    const { page, recordId } = await open();
    const content = "longer than before";
    const isPrecheck = ({ pathname }: URL) => pathname.endsWith(endpoints.checkUpload.path);
    const changeFile = async (route: Route) => {
      await writeFile(inFolder("Supporting/report.txt"), content);
      await route.continue();
    };
    await page.context().route(isPrecheck, changeFile, { times: 1 });
    await startUpload(page, folder);
    await page.getByText("Some files have changed or could not be read").waitFor();
    await page.getByRole("button", { name: "Try again" }).click();
    await chooseFolder(page, folder);
    await page.getByText("Some files have changed since you chose them").waitFor();
    await page.getByText(/Supporting\/report\.txt$/).waitFor();
    await page.getByRole("button", { name: "Continue with the changed files" }).click();
    await waitForStored(page);
    expect((await fetchReceipt(recordId)).files).toContainEqual(
      expect.objectContaining({ path: "Supporting/report.txt", size: content.length }),
    );
  });

  it("leaves out the only file of a folder, which cannot be read, if the vendor decides so", async () => {
    await rm(inFolder("Supporting/notes.txt"));
    const { page, recordId } = await open();
    await chooseFolder(page, folder);
    await getUploadButton(page).waitFor();
    await rm(inFolder("Supporting/report.txt"));
    await getUploadButton(page).click();
    await page.getByRole("button", { name: "Upload without 1 file" }).click();
    await waitForStored(page);
    const { paths } = await fetchReceipt(recordId);
    expect(paths).toContain("Model_Files/terrain.hdf");
    expect(paths).not.toContain("Supporting/report.txt");
  });

  it("uploads a folder from the browser's own chooser if the page cannot open folders", async () => {
    const { page } = await open('Object.defineProperty(window, "showDirectoryPicker", { value: undefined })');
    const chooser = page.waitForEvent("filechooser");
    await page.getByRole("button", { name: "Upload a folder" }).click();
    await (await chooser).setFiles(folder);
    await getUploadButton(page).click();
    await waitForStored(page);
  });

  it("lists and sends a folder if a policy allows its worker no other workers", async () => {
    const { page } = await open(USE_STORED_FOLDER);
    await page.evaluate(STORE_FOLDER);
    const started: string[] = [];
    page.on("worker", (worker) => void started.push(worker.url()));
    await forbidWorkers(page.context(), /\/uploadWorker-[^/]*\.js$/);
    await page.getByRole("button", { name: "Upload a folder" }).click();
    await getUploadButton(page).click();
    await waitForStored(page);
    expect(started).toEqual([expect.stringContaining("/uploadWorker-")]);
  });

  it("names the upload script if a policy allows the page no workers", async () => {
    const recordId = await vendor.copyOf("Pecan Branch");
    const context = await portal.newContext();
    await forbidWorkers(context, /\/app\/instructions\/\d+$/);
    const page = await openInstructions(context, recordId);
    await chooseFolder(page, folder);
    await page.getByText(/^The model could not be opened\. .* or use the upload script\.$/).waitFor();
  });

  it("sends a chosen zip", async () => {
    const record = await createModelRecord(await signIn(portal.url));
    const zip = join(folder, "any name.zip");
    await writeModelZip(zip, record, { files: 3, bytes: 3 * KIB });
    const page = await openInstructions(await portal.newContext(), record.id);
    await page.getByLabel("Archive to upload").setInputFiles(zip);
    await getUploadButton(page).click();
    await waitForStored(page);
    expect((await fetchReceipt(record.id)).paths).toContain(`metadata_${record.id}.yml`);
  });

  it("sends only the changed files of a correction", async () => {
    const { page, recordId } = await open();
    await startUpload(page, folder);
    await waitForStored(page);
    await page.reload();
    await page.getByLabel("Content of this upload").selectOption({ index: 1 });
    await page.getByText(/^Files copied from v1/).waitFor();
    await writeFile(inFolder("Supporting/report.txt"), "a changed report");
    await page.getByLabel("Model folder", { exact: true }).setInputFiles(folder);
    await page.getByText(/^1 file differs from v1\./).waitFor();
    await startUpload(page, folder);
    await page.getByText(/^2 files are unchanged and are not sent\./).waitFor();
    await page.getByText(/The portal received .* v2/).waitFor();
    const { size, paths } = await fetchReceipt(recordId);
    expect(size).toBeLessThan(512 * KIB);
    expect(paths).toContain("Model_Files/terrain.hdf");
  });

  it("continues with the folder's handle after the browser was closed, and asks for permission once", async () => {
    const recordId = await vendor.copyOf("Pecan Branch");
    const profile = await mkdtemp(join(parent, "profile-"));
    const context = await launchChromiumProfile(profile);
    await context.addInitScript(USE_STORED_FOLDER);
    const page = await openInstructions(context, recordId);
    await page.evaluate(STORE_FOLDER);
    const line = await holdBlocksAfter(context, 1);
    await page.getByRole("button", { name: "Upload a folder" }).click();
    await getUploadButton(page).click();
    // The last block is sent once the first has arrived.
    await expect.poll(() => line.held.length).toBe(STORED_BLOCKS - 1);
    await context.close();

    const next = await launchChromiumProfile(profile);
    try {
      await next.addInitScript(USE_STORED_FOLDER);
      const counted = countBlocks(next);
      const reopened = await openInstructions(next, recordId);
      await reopened.getByRole("button", { name: "Resume" }).click();
      await waitForStored(reopened);
      expect(await reopened.evaluate("permissionRequests")).toBe(1);
      expect(counted.sent).toBeLessThan(STORED_BLOCKS);
    } finally {
      await next.close();
    }
  });
});

const forbidWorkers = (context: BrowserContext, url: RegExp) =>
  context.route(url, async (route) => {
    const response = await route.fetch();
    const policy = response
      .headers()
      ["content-security-policy"]!.replace("worker-src 'self'", "worker-src 'none'");
    await route.fulfill({
      response,
      headers: { ...response.headers(), "content-security-policy": policy },
    });
  });

/** A folder of the browser's private file system: a real handle, without the picker of the operating system. */
const USE_STORED_FOLDER = `
  window.permissionRequests = 0;
  window.showDirectoryPicker = async () =>
    (await navigator.storage.getDirectory()).getDirectoryHandle("my model");
  FileSystemHandle.prototype.requestPermission = async () => {
    window.permissionRequests += 1;
    return "granted";
  };
`;

/** With the zip's own bytes, 24 MiB take four blocks. */
const STORED_BLOCKS = 4;
const STORE_FOLDER = `(async () => {
  const root = await navigator.storage.getDirectory();
  const folder = await root.getDirectoryHandle("my model", { create: true });
  const part = await folder.getDirectoryHandle("Model_Files", { create: true });
  const file = await part.getFileHandle("terrain.hdf", { create: true });
  const writer = await file.createWritable();
  await writer.write(new Uint8Array(24 * 1024 * 1024).fill(7));
  await writer.close();
})()`;
