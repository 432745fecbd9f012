import type { BrowserContextOptions, Locator, Page } from "playwright-core";
import { beforeAll, describe, expect, it } from "vitest";
import { findAxeViolations } from "../support/findAxeViolations.ts";
import { fillInLogin } from "../support/fillInLogin.ts";
import { inChromium, WITHIN_MS } from "../support/portalInChromium.ts";
import { seeMessage } from "../support/seeMessage.ts";
import { signInContext } from "../support/signInContext.ts";
import { openVendorSession } from "../support/openVendorSession.ts";

const LIST = "**/vendors/list-records/**";
const CONFLICTS = "**/vendors/get-upload-conflicts/**";
const TOAST = ".MuiSnackbar-root";
const DOWN = "The portal could not be reached. Check your connection and try again.";

interface Listed {
  features: { properties: Record<string, unknown> }[];
}

/** Expects no horizontal scrolling and no accessibility violations. */
async function expectSound(page: Page, what: string): Promise<void> {
  const overflow = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
  expect(overflow, `${what} is wider than the window`).toBeLessThanOrEqual(0);
  expect(await findAxeViolations(page), what).toEqual([]);
}

/** Advances the page's clock until an element appears, for example after a retry delay, an undo period or a toast. */
async function runUntil(page: Page, element: Locator, count = 1): Promise<void> {
  await expect
    .poll(async () => {
      await page.clock.runFor(1000);
      return element.count();
    })
    .toBe(count);
}

inChromium("page states", (portal) => {
  let account: object;

  beforeAll(async () => {
    ({ account } = await openVendorSession(portal.url));
  });
  const cards = (page: Page) => page.getByRole("main").locator("li:has(a.opens)");
  const alert = (page: Page) => page.getByRole("alert");
  const retry = (page: Page) => page.getByRole("button", { name: "Retry" }).click();
  const home = (page: Page) => page.getByRole("heading", { level: 1, name: "Metadata Records" }).waitFor();

  async function enter(page: Page, path = "/app/"): Promise<void> {
    await signInContext(page.context(), account);
    await page.goto(portal.address(path));
  }
  async function inside(path: string, options: BrowserContextOptions = {}) {
    const page = await portal.newPage(options);
    await enter(page, path);
    return page;
  }

  describe.each([
    [1280, "light"],
    [390, "dark"],
  ] as const)("at %i pixels, %s", (width, colorScheme) => {
    const look = { viewport: { width, height: 844 }, colorScheme };

    it("Home shows loading, an error, banners and cards, and opens a card on a click anywhere in it", async () => {
      const page = await portal.newPage(look);
      await page.clock.install();
      let letGo: () => void = () => undefined;
      const held = new Promise<void>((resolve) => (letGo = resolve));
      await page.route(LIST, async (route) => {
        await held;
        await route.abort();
      });
      await enter(page);
      await page.getByText("Loading your records").waitFor();
      await expectSound(page, "the loader");
      letGo();
      // The clock must reach the retry.
      await runUntil(page, alert(page).filter({ hasText: DOWN }));
      await expectSound(page, "the failure");
      await page.unroute(LIST);
      await retry(page);
      await cards(page).first().waitFor();
      await page.getByText("Multipled conflicting uploads were detected for Pecan Branch").waitFor();
      await expectSound(page, "cards and banners");

      const clamped = await cards(page)
        .locator("p")
        .evaluateAll((all) =>
          all.flatMap((one) => {
            const { webkitLineClamp, lineHeight } = getComputedStyle(one);
            return Number(webkitLineClamp) > 1 ? [one.clientHeight / parseFloat(lineHeight)] : [];
          }),
        );
      expect(Math.max(...clamped)).toBeLessThan(3.2);

      // A new record, and a failing conflicts call.
      await page.route(LIST, async (route) => {
        const answer = (await (await route.fetch()).json()) as Listed;
        const [first] = answer.features;
        answer.features.push({ properties: { ...first!.properties, tdis_identifier: "9001" } });
        await route.fulfill({ json: answer });
      });
      await page.route(CONFLICTS, (route) => route.fulfill({ status: 500, json: {} }));
      const before = await cards(page).count();
      await page.clock.runFor(61_000);
      await page.getByText("Conflicts between uploads could not be refreshed").waitFor();
      await expect.poll(() => cards(page).count()).toBe(before + 1);
      await expectSound(page, "news");
      await page.unroute(LIST);
      await page.unroute(CONFLICTS);

      const card = cards(page).filter({ hasText: "accepted" }).first();
      const name = (await card.getByRole("link").textContent())!;
      await card.scrollIntoViewIfNeeded();
      const place = (await card.locator("time").boundingBox())!;
      await page.mouse.click(place.x + 5, place.y + 5);
      await page.getByRole("heading", { level: 1, name }).waitFor();
      expect(new URL(page.url()).pathname).toMatch(/\/app\/view\/\d+$/);
    });

    it("failed actions show their error in place and offer Retry", async () => {
      const page = await portal.newPage(look);
      await page.clock.install();
      await enter(page);
      const actions = page.getByRole("button", { name: "Actions for Leon Creek" }).first();
      await actions.waitFor();
      await page.route("**/vendors/delete-record", (route) => route.abort());
      await actions.click();
      await page.getByRole("menuitem", { name: "Delete" }).click();
      const dialog = page.getByRole("dialog");
      const toast = page.locator(TOAST).filter({ hasText: /^Failed to delete record\.$/ });
      await runUntil(page, toast);
      const box = (await toast.boundingBox())!;
      expect(box.x + box.width).toBeGreaterThan(width - 40);
      expect(box.y).toBeGreaterThan(844 / 2);
      expect(await page.locator(`${TOAST} [role=alert], ${TOAST}[role=alert]`).count()).toBe(1);
      await page.getByText(`Failed to delete record. ${DOWN}`).waitFor();
      await expectSound(page, "a failed delete");
      await runUntil(page, toast, 0);
      await actions.waitFor();

      await page.route("**/vendors/duplicate-record", (route) =>
        route.fulfill({ json: { type: "FeatureCollection", features: [] } }),
      );
      await actions.click();
      await page.getByRole("menuitem", { name: "Duplicate" }).click();
      await dialog.getByText("An error occurred. Please try again later.").waitFor();
      await expectSound(page, "a failed duplicate");
      await dialog.getByRole("button", { name: "Cancel" }).click();
      expect(page.url()).toBe(portal.address("/app/"));

      await page.goto(portal.address("/app/settings"));
      await page.route("**/contacts/update-contact", (route) => route.abort());
      await page.route("**/auth/reset-password", (route) => route.abort());
      const contact = page.getByRole("region", { name: "Update Contact Information" });
      await contact.getByLabel(/Phone number/).fill("512-555-0177");
      await contact.getByRole("button", { name: "Update contact" }).click();
      await contact.getByText(`Failed to update contact. ${DOWN}`).waitFor();
      const passwords = page.getByRole("region", { name: "Password Reset" });
      for (const [label, value] of [
        [/^Current password/, "FloodModel2026"],
        [/^New password/, "FloodModel2027"],
        [/^Confirm new/, "FloodModel2027"],
      ] as const)
        await passwords.getByLabel(label).fill(value);
      await passwords.getByRole("button", { name: "Reset password" }).click();
      await passwords.getByText(`Failed to reset password. ${DOWN}`).waitFor();
      expect(await contact.getByLabel(/Phone number/).inputValue()).toBe("512-555-0177");
      await expectSound(page, "failed settings");
      await page.unroute("**/contacts/update-contact");
      await contact.getByRole("button", { name: "Retry" }).click();
      await runUntil(page, page.getByText("Saved contact information!"));
    });

    it("the login shows a connection error and blocked browser storage", async () => {
      const page = await portal.newPage(look);
      await page.goto(portal.address("/login"));
      await page.route("**/auth/signin", (route) => route.abort());
      await fillInLogin(page, "vendor1");
      await alert(page).getByText(DOWN).waitFor();
      await expectSound(page, "the login with the line down");
      await page.unroute("**/auth/signin");
      await page.evaluate(() => {
        Storage.prototype.setItem = () => {
          throw new DOMException("The operation is insecure.", "SecurityError");
        };
      });
      await retry(page);
      await alert(page)
        .getByText(/Your browser blocks storage for this site/)
        .waitFor();
      await expectSound(page, "the login without storage");
      await page.getByRole("button", { name: "Forgot password?" }).click();
      expect(await page.title()).toBe("Forgot your password? | Flood Model Portal");
      const email = page.getByLabel("Email address");
      await email.fill("vera@example.museum");
      await page.getByRole("button", { name: "Send reset instructions" }).click();
      await page.getByText("Invalid email address").waitFor();
      await expectSound(page, "the panel");
      const logged = page.waitForEvent("console", (message) => message.text() === "OK");
      await email.fill("vera@example.com");
      await page.keyboard.press("Enter");
      await logged;
      await page.getByRole("link", { name: "Back to login" }).click();
      expect(await page.title()).toBe("Log in | Flood Model Portal");
    });
  });

  it("a page that throws shows an error and a link back", async () => {
    for (const colorScheme of ["light", "dark"] as const) {
      const page = await portal.newPage({ colorScheme });
      // Home formats its counts with this function.
      await page.addInitScript(() => {
        if (sessionStorage["mended"]) return;
        Number.prototype.toLocaleString = () => {
          throw new RangeError("Incorrect locale information provided");
        };
      });
      await enter(page);
      await page.getByRole("heading", { level: 1, name: "This page could not be shown" }).waitFor();
      await expectSound(page, "a broken page");
      await page.evaluate(() => (sessionStorage["mended"] = "yes"));
      await page.getByRole("link", { name: "Back to your records" }).click();
      await home(page);
      await cards(page).first().waitFor();
    }
  });

  it("duplicates a record into its form", async () => {
    const page = await inside("/app/");
    await page.getByRole("button", { name: "Actions for Cibolo Creek" }).click();
    await seeMessage(page.locator(TOAST).filter({ hasText: "Duplicated record!" }), () =>
      page.getByRole("menuitem", { name: "Duplicate" }).click(),
    );
    await page.waitForURL(/\/app\/form\/\d+$/);
    await page.getByRole("heading", { level: 1, name: "Edit" }).waitFor();
  });

  it("a dismissed banner returns when another upload conflicts", async () => {
    const page = await portal.newPage();
    await page.clock.install();
    const arrived: Record<string, unknown>[] = [];
    await page.route(CONFLICTS, async (route) => {
      const answer = (await (await route.fetch()).json()) as Listed;
      const [first] = answer.features;
      answer.features.push(...arrived.map((other) => ({ properties: { ...first!.properties, ...other } })));
      await route.fulfill({ json: answer });
    });
    await enter(page);
    const banner = page.getByText("Multiple Uploads Detected");
    await page.getByRole("button", { name: "Dismiss: Pecan Branch" }).click();
    await banner.waitFor({ state: "detached" });
    expect(await page.evaluate(() => document.activeElement?.tagName)).toBe("H1");
    arrived.push({ upload_id: "new-1", upload_batch_id: "new-batch" });
    await page.mouse.move(0, 0);
    await page.clock.runFor(61_000);
    await banner.waitFor();
  });

  it("list settings survive an expired session and are cleared by a logout in every tab", async () => {
    const page = await inside("/app/");
    const table = (of: Page) => of.getByRole("button", { name: "Table", exact: true });
    await table(page).click();
    await page.evaluate(() =>
      localStorage.setItem("RaStoreflood-model-portal/vendor1/.platform", '"WINDOWS"'),
    );
    await page.getByRole("table").waitFor();
    await page.route(LIST, (route) => route.fulfill({ status: 401, json: {} }));
    await page.reload();
    await page.getByText("Session expired").waitFor();
    await page.unroute(LIST);
    await fillInLogin(page, "vendor1");
    await page.getByRole("table").waitFor();

    const other = await page.context().newPage();
    other.setDefaultTimeout(WITHIN_MS);
    await other.clock.install();
    // What the server has not confirmed is on this device.
    await other.route("**/vendors/save-draft", (route) => route.abort());
    await other.goto(portal.address("/app/form/1"));
    const name = other.getByLabel(/^Model name/);
    await name.fill("A name typed in another tab");
    const drafts = () =>
      other.evaluate(() => Object.keys(localStorage).filter((key) => key.includes("draft")).length);
    await expect.poll(drafts).toBeGreaterThan(0);
    await page.bringToFront();
    await page.getByRole("button", { name: "Logout" }).click();
    await page.getByRole("button", { name: "Log out and discard the changes" }).click();
    await page.getByText("Logged out").waitFor();
    await other.getByRole("heading", { level: 1, name: "Log in" }).waitFor();
    // A draft save that was scheduled before the logout must not run after it.
    await other.clock.runFor(5000);
    expect(await drafts()).toBe(0);
    const left = await page.evaluate(() =>
      Object.keys(localStorage).filter((key) => /view|dismissed|platform|portal\.session$/i.test(key)),
    );
    expect(left).toEqual([]);
    await fillInLogin(page, "vendor1");
    await cards(page).first().waitFor();
    expect(await table(page).getAttribute("aria-pressed")).toBe("false");
  });
});
