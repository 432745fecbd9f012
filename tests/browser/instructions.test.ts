import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import type { Page } from "playwright-core";
import { beforeAll, expect, it } from "vitest";
import { endpoints } from "../../src/contract/wire/endpoints.ts";
import { findAxeViolations } from "../support/findAxeViolations.ts";
import { pecanBranch } from "../support/modelTexts.ts";
import { pecanZip } from "../support/pecanZip.ts";
import { inChromium, WITHIN_MS } from "../support/portalInChromium.ts";
import { signInContext } from "../support/signInContext.ts";
import { openVendorSession } from "../support/openVendorSession.ts";

const WIDE = { width: 1280, height: 900 };
const PHONE = { width: 390, height: 844 };
const SENT = "2026-11-21T15:04:05.000Z";

const addressOf = (path: string) => `**/api${path.replace(/:\w+/g, "*")}`;

inChromium("the upload instructions", (portal) => {
  let vendor: Awaited<ReturnType<typeof openVendorSession>>;
  let recordId: string;

  beforeAll(async () => {
    vendor = await openVendorSession(portal.url);
    recordId = await vendor.copyOf("Pecan Branch");
  });

  /** Opens the instructions with a fake upload progress, or a fake error of an upload. */
  async function open(
    size: typeof WIDE,
    answers: { progress?: object; fault?: string; scheme?: "light" | "dark"; uploads?: object[] } = {},
  ): Promise<Page> {
    const context = await portal.newContext({ viewport: size, colorScheme: answers.scheme ?? "light" });
    await context.grantPermissions(["clipboard-read", "clipboard-write"]);
    await signInContext(context, vendor.account);
    const page = await context.newPage();
    page.setDefaultTimeout(WITHIN_MS);
    if (answers.progress)
      await page.route(addressOf(endpoints.uploadProgress.path), (route) =>
        route.fulfill({ json: [{ upload_batch_id: "6f1f", ...answers.progress }] }),
      );
    const { fault, uploads } = answers;
    if (uploads)
      await page.route(addressOf(endpoints.listArchive.path), (route) => route.fulfill({ json: uploads }));
    if (fault)
      await page.route(addressOf(endpoints.listNotifications.path), (route) =>
        route.fulfill({ json: [{ status: "in progress", content: fault, username: "portal", date: SENT }] }),
      );
    await page.goto(portal.address(`/app/instructions/${recordId}`));
    await page.getByRole("list", { name: "Steps" }).waitFor();
    return page;
  }

  const fitsTheScreen = (page: Page) =>
    page.evaluate(() => document.documentElement.scrollWidth <= document.documentElement.clientWidth);

  it.each([
    ["wide", WIDE],
    ["phone", PHONE],
  ])("let the user choose a correction by keyboard on a %s screen", async (_, size) => {
    const of = { upload_batch_id: "b1", upload_version: 1, archived: true, path: "b1/model.zip" };
    const page = await open(size, {
      uploads: [{ ...of, uploaded: SENT, username: "vendor1", size: 1, sha256: "0" }],
    });
    const name = `Model_Files/${"a long name of a file ".repeat(8)}.hdf`;
    await page.route(addressOf(endpoints.uploadReceipt.path), (route) =>
      route.fulfill({ json: { files: [{ path: name, size: 1, sha256: "0" }] } }),
    );
    await page.getByLabel("Content of this upload").focus();
    await page.keyboard.press("ArrowDown");
    await page.getByText("Files deleted: 0").waitFor();
    for (const key of ["Tab", "ArrowDown", "ArrowDown", "Enter"]) await page.keyboard.press(key);
    await page.getByText("Files deleted: 1").waitFor();
    await page.keyboard.press("Escape");
    expect(await findAxeViolations(page)).toEqual([]);
    expect(await fitsTheScreen(page)).toBe(true);
  });

  it.each([
    ["wide", WIDE],
    ["phone", PHONE],
  ])("have no accessibility violations on a %s screen in any state", async (_, size) => {
    const page = await open(size);
    for (const platform of ["Windows", "Mac/Linux/Unix"]) {
      await page.getByRole("radio", { name: platform }).check();
      expect(await findAxeViolations(page)).toEqual([]);
      expect(await fitsTheScreen(page)).toBe(true);
    }
    await page.getByLabel("Model zip").setInputFiles(await pecanZip());
    await page.getByText(/^2 plans, 1 geometry, 12 of 13 file references found, \d errors/).waitFor();
    await page.getByRole("button", { name: "12 found" }).click();
    await page.getByRole("button", { name: "Expand all" }).click();
    await page.getByRole("treeitem", { name: /Pecan\.g01/ }).waitFor();
    expect(await findAxeViolations(page)).toEqual([]);
    expect(await fitsTheScreen(page)).toBe(true);
    await page.getByLabel("Zip path").fill(`/home/me/O'Hara ü $x/${"long".repeat(20)}.zip`);
    await page.getByLabel("Script path").fill("/home/me/Downloads/upload_script.sh");
    await page.getByRole("button", { name: "Copy command", exact: true }).click();
    await expect
      .poll(() => page.evaluate(() => navigator.clipboard.readText()))
      .toContain("'/home/me/O'\\''Hara ü $x/long");
    await page.getByRole("button", { name: "Copied" }).waitFor({ state: "detached" });
    expect(await fitsTheScreen(page)).toBe(true);

    await page.getByRole("button", { name: "Download upload_script.sh" }).click();
    expect(await findAxeViolations(page)).toEqual([]);
    await page.getByRole("dialog").getByLabel("Password").fill("wrong");
    await page.keyboard.press("Enter");
    await page.getByRole("dialog").getByText("Incorrect password, please try again").waitFor();
    expect(await findAxeViolations(page)).toEqual([]);
    await page.keyboard.press("Escape");
    await page.getByRole("dialog").waitFor({ state: "detached" });
  });

  it("check a dropped model folder", async () => {
    const folder = await mkdtemp(join(tmpdir(), "flood-dropped-"));
    for (const [path, text] of Object.entries(pecanBranch)) {
      await mkdir(join(folder, dirname(path)), { recursive: true });
      await writeFile(join(folder, path), text);
    }
    const page = await open(WIDE);
    // Appears when other records have been searched, and moves what is below.
    await page.getByText(/^Model identifier: Correct this/).waitFor();
    const button = page.getByRole("button", { name: "Choose folder" });
    await button.scrollIntoViewIfNeeded();
    const place = (await button.boundingBox())!;
    const devTools = await page.context().newCDPSession(page);
    for (const type of ["dragEnter", "dragOver", "drop"] as const)
      await devTools.send("Input.dispatchDragEvent", {
        ...{ type, x: place.x, y: place.y },
        data: { items: [], files: [folder], dragOperationsMask: 1 },
      });
    await page.getByText(/^2 plans, 1 geometry, 12 of 13 file references found, \d errors/).waitFor();
    await rm(folder, { recursive: true });
  });

  it.each([
    ["wide", WIDE, "light"],
    ["phone", PHONE, "dark"],
  ] as const)("show the progress of an upload and its error on a %s screen", async (_, size, scheme) => {
    const under = { sent: SENT, received: SENT, checked: SENT };
    const page = await open(size, { progress: under, scheme });
    const progress = page.getByRole("status", { name: "Upload progress" });
    await progress.getByText("Extracted").waitFor();
    expect(await progress.locator("time").count()).toBe(3);
    expect(await findAxeViolations(page)).toEqual([]);

    const failed = { sent: SENT, received: SENT, failed: SENT, fault: "The zip is cut off." };
    const told = await open(size, { progress: failed, fault: "The zip is cut off.", scheme });
    await told
      .getByRole("status", { name: "Upload progress" })
      .getByText(/The zip is cut off/)
      .waitFor();
    await told.getByText(/^The upload of November 21st 2026, .* could not be accepted$/).waitFor();
    expect(await findAxeViolations(told)).toEqual([]);
    expect(await fitsTheScreen(told)).toBe(true);
  });
});
