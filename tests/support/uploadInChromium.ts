import type { BrowserContext, Page, Route } from "playwright-core";
import { expect } from "vitest";

const isBlock = (url: string) => url.includes("comp=block&");

export const chooseFolder = (page: Page, folder: string) =>
  page.getByLabel("Folder to upload").setInputFiles(folder);

export const getUploadButton = (page: Page) => page.getByRole("button", { name: /^Upload \d+ files?$/ });

export async function startUpload(page: Page, folder: string): Promise<void> {
  await chooseFolder(page, folder);
  await getUploadButton(page).click();
}

export const waitForStored = (page: Page) => page.getByText(/^The portal has stored your model: /).waitFor();

/** Lets a number of blocks pass; the others wait, as on a slow line. */
export async function holdBlocksAfter(context: BrowserContext, count: number) {
  const held: Route[] = [];
  let seen = 0;
  const hold = async (route: Route) => {
    seen += 1;
    if (seen > count) held.push(route);
    else await route.continue();
  };
  await context.route((url) => isBlock(url.href), hold);
  return {
    held,
    waitUntilHeld: () => expect.poll(() => held.length).toBeGreaterThan(0),
    stop: () => context.unrouteAll({ behavior: "ignoreErrors" }),
  };
}

export function countBlocks(context: BrowserContext) {
  const counted = { sent: 0, origins: new Set<string>() };
  context.on("request", (request) => {
    if (request.method() !== "PUT" || !isBlock(request.url())) return;
    counted.sent += 1;
    counted.origins.add(new URL(request.url()).origin);
  });
  return counted;
}
