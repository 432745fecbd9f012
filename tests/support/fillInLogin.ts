import type { Page } from "playwright-core";
import { DEMO_PASSWORD } from "../../src/server/seed/demoData.ts";

/** Fills in the login page and submits it with Enter. */
export async function fillInLogin(page: Page, username: string, password = DEMO_PASSWORD): Promise<void> {
  await page.getByLabel("Username").fill(username);
  await page.getByLabel("Password", { exact: true }).fill(password);
  await page.keyboard.press("Enter");
}
