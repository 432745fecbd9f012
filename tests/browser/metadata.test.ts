import type { Page } from "playwright-core";
import { expect, it } from "vitest";
import { findAxeViolations } from "../support/findAxeViolations.ts";
import { fillInLogin } from "../support/fillInLogin.ts";
import { inChromium } from "../support/portalInChromium.ts";

const RECORD = "**/vendors/get-record/**";
const HISTORY = "**/metadata/get-history/**";

type Values = Record<string, unknown>;

const UNITS = Array.from({ length: 200 }, (_, index) => `1203010${String(100 + index).padStart(5, "0")}`);
const NAMES = [
  "gnp.\u202Eexe",
  "x".repeat(255),
  `<img src=x onerror="document.title='owned'">`,
  "report.pdf",
];

/** Long and hostile values in every field. */
const much = (values: Values): Values => ({
  ...values,
  hucs: ["120301010101", "120301010102", ...UNITS],
  documentation_filenames: NAMES,
  description: `${"A long description of the model. ".repeat(312)}\u202Edne`,
});

inChromium("A record's metadata", (portal) => {
  /** Opens a record with long metadata and 100 history entries. */
  async function recordPage(width: number, colorScheme: "light" | "dark"): Promise<Page> {
    const page = await portal.newPage({ viewport: { width, height: 900 }, colorScheme });
    await page.route(RECORD, async (route) => {
      const response = await route.fetch();
      const answer = (await response.json()) as { features: { properties: Values }[] };
      const features = answer.features.map(({ properties }) => ({ properties: much(properties) }));
      await route.fulfill({ response, json: { ...answer, features } });
    });
    await page.route(HISTORY, async (route) => {
      const [{ new_values: newest }] = (await (await route.fetch()).json()) as [{ new_values: Values }];
      const version = (index: number) => ({
        ...much(newest),
        counties: [...(newest["counties"] as string[]), `County ${index}`],
        purpose: `${String(newest["purpose"])} ${"The same words as before. ".repeat(20)}Change ${index}.`,
      });
      const entries = Array.from({ length: 100 }, (_, index) => ({
        old_values: index === 99 ? null : version(98 - index),
        new_values: version(99 - index),
      }));
      await route.fulfill({ json: entries });
    });
    await page.goto(portal.url);
    await fillInLogin(page, "vendor1");
    await page.getByRole("link", { name: "Cibolo Creek" }).first().click();
    await page.getByRole("button", { name: "Show more" }).waitFor();
    return page;
  }

  const card = (page: Page) => page.getByRole("region", { name: "Metadata", exact: true });
  const content = (page: Page) => card(page).locator("[id]:has(> div > dl)");
  const horizontalOverflow = (page: Page) =>
    page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);

  it.each([
    [1280, "light"],
    [390, "dark"],
  ] as const)("wraps long values and collapses at %i pixels, %s", async (width, colorScheme) => {
    const page = await recordPage(width, colorScheme);
    const more = page.getByRole("button", { name: "Show more" });
    expect((await content(page).boundingBox())!.height).toBe(200);
    expect(await findAxeViolations(page)).toEqual([]);

    // Tab skips the hidden part of the collapsed card.
    await page.getByRole("button", { name: "View History" }).focus();
    await page.keyboard.press("Tab");
    expect(await more.evaluate((element) => element === document.activeElement)).toBe(true);
    await page.keyboard.press("Enter");
    await page.getByRole("button", { name: "Show less" }).waitFor();
    await card(page).getByText("202 in ").waitFor();
    expect((await content(page).boundingBox())!.height).toBeGreaterThan(1000);
    expect(await card(page).getByText("gnp.⟨U+202E⟩exe").count()).toBe(1);
    await card(page).getByText("03 Trinity (").click();
    expect(await findAxeViolations(page)).toEqual([]);
    expect(await horizontalOverflow(page)).toBe(0);
    expect(await page.title()).not.toBe("owned");

    const map = page.getByRole("img", {
      name: /^Map of the area\. The area reaches into 2 counties: Comal and Kendall\./,
    });
    // A server starts its geodatabase reader with the first file, which can take long.
    await map.waitFor({ timeout: 120_000 });
    expect((await map.locator(".area").boundingBox())!.width).toBeGreaterThan(30);
    expect(await findAxeViolations(page)).toEqual([]);
    expect(await horizontalOverflow(page)).toBe(0);

    await page.getByRole("button", { name: "Show less" }).click();
    expect((await content(page).boundingBox())!.height).toBe(200);
    expect(await more.evaluate((element) => element === document.activeElement)).toBe(true);
    const top = async () => (await more.boundingBox())!.y;
    await expect.poll(top).toBeGreaterThan(0);
    await expect.poll(top).toBeLessThan(900);
  });

  it.each([
    [1280, "dark"],
    [390, "light"],
  ] as const)("shows a history of 100 entries at %i pixels, %s", async (width, colorScheme) => {
    const page = await recordPage(width, colorScheme);
    // When it appears, it can move what is below.
    await page.getByRole("img", { name: /^Map of the area/ }).waitFor({ timeout: 120_000 });
    await page.getByRole("button", { name: "View History" }).click();
    const dialog = page.getByRole("dialog", { name: "Metadata History" });
    await dialog.getByText("Created").waitFor();
    expect(await dialog.getByText("Edited", { exact: true }).count()).toBe(99);
    const list = dialog.getByRole("region", { name: "History entries" });
    expect((await list.boundingBox())!.height).toBe(400);
    await dialog.getByRole("button", { name: "Show changes" }).first().click();
    await dialog.getByText("Added: + County 99").waitFor();
    await dialog.getByText("Change", { exact: false }).first().waitFor();
    expect(await findAxeViolations(page)).toEqual([]);
    expect(await list.evaluate((element) => element.scrollWidth - element.clientWidth)).toBe(0);
    await page.keyboard.press("Escape");
    await dialog.waitFor({ state: "detached" });
    const opener = page.getByRole("button", { name: "View History" });
    expect(await opener.evaluate((element) => element === document.activeElement)).toBe(true);
  });
});
