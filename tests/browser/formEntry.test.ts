import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { chromiumPath, launchChromium } from "../support/chromium.ts";
import { startProduct, type Product } from "../support/startProduct.ts";
import { vendorSession } from "../support/vendorSession.ts";

/** What a new user types, pastes and drops: nothing of it is lost or made into something else. */
describe.skipIf(chromiumPath() === undefined)("what is entered into the form", () => {
  let product: Product;
  let browser: Browser;
  let page: Page;

  beforeAll(async () => {
    product = await startProduct();
    const { account } = await vendorSession(product.url);
    browser = await launchChromium();
    const context = await browser.newContext({
      viewport: { width: 1280, height: 900 },
      permissions: ["clipboard-read", "clipboard-write"],
    });
    await context.addInitScript(
      (session) => (localStorage["flood-model-portal.session"] ??= session),
      JSON.stringify(account),
    );
    page = await context.newPage();
    page.setDefaultTimeout(15_000);
    await page.goto(`${product.url}/metadata_app/app/form/new`);
    await page.getByRole("heading", { level: 2, name: "Identifiers" }).waitFor();
  });

  afterAll(async () => {
    await browser?.close();
    await product?.remove();
  });

  const text = (name: string) => page.getByRole("textbox", { name });
  const choice = (name: string) => page.getByRole("combobox", { name });
  const enter = async (input: ReturnType<typeof text>, value: string) => {
    await input.fill(value);
    await page.keyboard.press("Tab");
  };

  it.each([
    ["4/17/2023", "2023-04-17"],
    ["2023-04-17 00:00:00", "2023-04-17"],
    ["2024-12-03", "2024-12-03"],
  ])("shows the date %s as %s", async (typed, shown) => {
    await enter(text("Model creation date"), typed);
    await expect.poll(() => text("Model creation date").inputValue()).toBe(shown);
    expect(await page.getByText("Date is invalid").count()).toBe(0);
  });

  it.each(["2024-12", "2024-123", "0000-01-01", "2/30/2024"])(
    "leaves %s as typed, and calls it no date",
    async (typed) => {
      await enter(text("Model creation date"), typed);
      await page.getByText("Date is invalid").first().waitFor();
      expect(await text("Model creation date").inputValue()).toBe(typed);
    },
  );

  it("takes a typed county on leaving, asks which of two cities, and keeps what is in no list", async () => {
    await enter(choice("Counties"), "denton");
    await page.getByRole("button", { name: /^Denton/ }).waitFor();
    await choice("Counties").fill("Nowhere");
    await page.keyboard.press("Enter");
    await page
      .getByText(/"Nowhere" is not in the list/)
      .first()
      .waitFor();
    expect(await choice("Counties").inputValue()).toBe("Nowhere");
    await choice("Counties").fill("");
    await enter(choice("Cities"), "Lakeside");
    await page
      .getByText(/"Lakeside" may be Lakeside \(4840738\) or Lakeside \(4840744\)/)
      .first()
      .waitFor();
    expect(await choice("Cities").inputValue()).toBe("Lakeside");
  });

  it("shows the area of a geodatabase at once, and adds the counties it reaches into", async () => {
    await page.locator("input[type=file]").first().setInputFiles("tests/fixtures/coverage.gdb.zip");
    await page.getByRole("img", { name: /^Map of the area\. Reaches into Denton County\./ }).waitFor();
    await page.getByRole("button", { name: "Remove the file" }).click();
    await page.getByRole("button", { name: "Undo" }).click();
    await page.getByRole("img", { name: /^Map of the area/ }).waitFor();
  });

  it("copies the chosen values, one a line", async () => {
    await enter(choice("Counties"), "wise");
    await page.getByRole("button", { name: "Copy all: Counties" }).click();
    await page.getByText("Copied").first().waitFor();
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe("Denton\nWise");
  });

  it("keeps Save in view after a save that failed, whatever the window, and reddens the sections at fault", async () => {
    const save = page.getByRole("button", { name: "Save", exact: true });
    await save.click();
    await page
      .getByText(/Please fix \d+ error\(s\)/)
      .first()
      .waitFor();
    const menu = page.getByRole("navigation", { name: "Sections of the form" });
    const colourOf = (text: string) =>
      menu.getByText(text, { exact: true }).evaluate((element) => getComputedStyle(element).color);
    expect(await colourOf("Software details")).toBe(await colourOf("Identifiers"));
    expect(await colourOf("Software details")).not.toBe(await colourOf("Contacts"));
    for (const [width, height] of [
      [1280, 900],
      [640, 450],
      [390, 800],
    ] as const) {
      await page.setViewportSize({ width, height });
      const box = await save.boundingBox();
      expect(box!.y + box!.height, `${width} x ${height}`).toBeLessThanOrEqual(height);
      const bar = await save.evaluate((button) => button.parentElement!.parentElement!.offsetHeight);
      expect(bar, `${width} x ${height}`).toBeLessThan(130);
    }
  });

  it("takes a press on a button for one, though a note about what was typed moves the button away", async () => {
    await page.setViewportSize({ width: 1280, height: 900 });
    await page.goto(`${product.url}/metadata_app/app/settings`);
    await choice("Affiliation").fill("Unheard Of Engineers");
    await page.getByRole("button", { name: "Update contact" }).click();
    await page.getByText("Saved contact information!").waitFor();
    await page.reload();
    await expect.poll(() => choice("Affiliation").inputValue()).toBe("Unheard Of Engineers");
  });
});
