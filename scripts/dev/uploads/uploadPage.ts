import type { BrowserContext } from "playwright-core";
import type { Vendor } from "../lib/vendor.ts";

const TIMEOUT_MS = 60 * 60_000;

/** Opens the upload instructions of a record as a signed-in vendor. */
export async function openUploadPage(
  context: BrowserContext,
  { url, storage }: Vendor,
  recordId: string,
  { isResumed = false } = {},
) {
  await context.addInitScript((stored) => Object.assign(localStorage, stored), storage);
  const page = await context.newPage();
  page.setDefaultTimeout(TIMEOUT_MS);
  await page.goto(`${url}/metadata_app/app/instructions/${recordId}`);
  if (isResumed) await page.getByText(/^An upload of this model was interrupted\./).waitFor();
  const input = page.getByLabel("Folder to upload");
  await input.waitFor({ state: "attached" });
  const uploadButton = page.getByRole("button", { name: /^Upload [\d,]+ files$/ });
  return {
    page,
    /** An upload that is resumed then starts by itself. */
    chooseFolder: (folder: string) => input.setInputFiles(folder),
    waitForList: () => uploadButton.waitFor(),
    start: () => uploadButton.click(),
    waitForArrival: () =>
      page.getByText(/^(Your model has arrived|The portal has stored your model): /).waitFor(),
  };
}
