import type { Page } from "playwright-core";
import { beforeAll, describe, expect, it } from "vitest";
import { inChromium, WITHIN_MS } from "../support/portalInChromium.ts";
import { seeMessage } from "../support/seeMessage.ts";
import { signInContext } from "../support/signInContext.ts";
import { openVendorSession } from "../support/openVendorSession.ts";

inChromium("entering values into the form", (portal) => {
  let page: Page;

  beforeAll(async () => {
    const { account } = await openVendorSession(portal.url);
    const context = await portal.newContext({
      isKept: true,
      viewport: { width: 1280, height: 900 },
      permissions: ["clipboard-read", "clipboard-write"],
    });
    await signInContext(context, account);
    page = await context.newPage();
    page.setDefaultTimeout(WITHIN_MS);
    await page.goto(portal.address(`/app/form/new`));
    await page.getByRole("heading", { level: 2, name: "Identifiers" }).waitFor();
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
  ])("turns the typed date %s into %s", async (typed, shown) => {
    await enter(text("Model creation date"), typed);
    await expect.poll(() => text("Model creation date").inputValue()).toBe(shown);
    expect(await page.getByText("Date is invalid").count()).toBe(0);
  });

  it.each(["2024-12", "2024-123", "0000-01-01", "2/30/2024"])(
    "keeps the invalid date %s as typed and marks it as an error",
    async (typed) => {
      await enter(text("Model creation date"), typed);
      await page.getByText("Date is invalid").first().waitFor();
      expect(await text("Model creation date").inputValue()).toBe(typed);
    },
  );

  it("selects a typed county on blur, asks which of two cities, and keeps text that matches nothing", async () => {
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
      .getByText(/"Lakeside" can mean Lakeside \(4840738\) or Lakeside \(4840744\)/)
      .first()
      .waitFor();
    expect(await choice("Cities").inputValue()).toBe("Lakeside");
  });

  it("shows the area of a geodatabase and adds the counties it covers", async () => {
    await page.getByLabel("Zipped geodatabase").setInputFiles("tests/fixtures/coverage.gdb.zip");
    await page
      .getByRole("img", { name: /^Map of the area\. The area reaches into Denton County\./ })
      .waitFor();
    await page.getByRole("button", { name: "Remove the file" }).click();
    await page.getByRole("button", { name: "Undo" }).click();
    await page.getByRole("img", { name: /^Map of the area/ }).waitFor();
  });

  it("opens a list below its input, or above if there is no room below", async () => {
    const cities = choice("Cities");
    const opened = async (block: "start" | "center" | "end") => {
      await cities.evaluate((input, where) => input.scrollIntoView({ block: where }), block);
      await cities.click();
      const [input, list] = [await cities.boundingBox(), await page.getByRole("listbox").boundingBox()];
      await page.keyboard.press("Escape");
      await page.getByRole("listbox").waitFor({ state: "detached" });
      return { input: input!, list: list! };
    };
    const below = await opened("center");
    expect(below.list.y).toBeGreaterThanOrEqual(below.input.y + below.input.height);
    const above = await opened("end");
    expect(above.list.y).toBeGreaterThanOrEqual(0);
    expect(above.list.y + above.list.height).toBeLessThanOrEqual(above.input.y);
  });

  it("moves from a scrolled list to the next field with Tab, and back", async () => {
    const units = choice("Hydrologic units");
    await units.focus();
    await page.keyboard.press("ArrowDown");
    await page.getByText(/more match\. Type to narrow the list\.$/).waitFor();
    await page.getByRole("listbox").evaluate((list) => (list.scrollTop = 900));
    const focused = () => page.evaluate(() => document.activeElement?.id ?? "");
    const field = await units.evaluate(({ id }) => id);
    await page.keyboard.press("Tab");
    await page.getByRole("listbox").waitFor({ state: "detached" });
    const next = await focused();
    expect(next).toMatch(/^metadata_/);
    expect(next).not.toBe(field);
    await page.keyboard.press("Shift+Tab");
    expect(await focused()).toBe(field);
  });

  it("shows two dates side by side, and stacked on a phone", async () => {
    const dates = ["Model creation date", "Model last updated date"].map(text);
    const boxes = async () => (await Promise.all(dates.map((date) => date.boundingBox()))).map((box) => box!);
    const [created, updated] = (await boxes()) as [DOMRect, DOMRect];
    expect(updated.y).toBe(created.y);
    expect(updated.x).toBeGreaterThan(created.x + created.width);
    expect(Math.max(created.width, updated.width)).toBeLessThanOrEqual(240);
    await page.setViewportSize({ width: 390, height: 844 });
    const [above, below] = (await boxes()) as [DOMRect, DOMRect];
    await page.setViewportSize({ width: 1280, height: 900 });
    expect(below.x).toBe(above.x);
    expect(below.y).toBeGreaterThan(above.y + above.height);
  });

  it("copies all chosen values of a field, one per line", async () => {
    await enter(choice("Counties"), "wise");
    await page.getByRole("button", { name: "Copy all: Counties" }).click();
    await expect.poll(() => page.evaluate(() => navigator.clipboard.readText())).toBe("Denton\nWise");
  });

  it("counts chosen values at the label and gives a lone choice the full width", async () => {
    const boxOf = async (found: ReturnType<typeof text>) => (await found.boundingBox())!;
    const copy = await boxOf(page.getByRole("button", { name: "Copy all: Counties" }));
    const input = await boxOf(choice("Counties"));
    expect(copy.y + copy.height).toBeLessThanOrEqual(input.y);
    expect(copy.x).toBeGreaterThan(input.x);
    const widthOf = async (name: string) => (await boxOf(choice(name))).width;
    expect(await widthOf("Originating agency")).toBeGreaterThan(1.5 * (await widthOf("Software")));
    const [software, version] = [await boxOf(choice("Software")), await boxOf(text("Software version"))];
    expect(version.y).toBeLessThan(software.y + software.height);
  });

  it("keeps Save visible after a failed save at every window size and marks sections with errors red", async () => {
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

  describe("in an existing record", () => {
    beforeAll(async () => {
      await page.setViewportSize({ width: 1280, height: 900 });
      await page.goto(portal.address(`/app/form/1`));
      await page.getByRole("heading", { level: 2, name: "Identifiers" }).waitFor();
    });

    const undo = () => page.getByRole("button", { name: "Undo" }).click();
    const field = (name: string) => page.locator(".field", { has: choice(name) });

    it("restores a cleared list with Undo", async () => {
      const chosen = await field("Hydrologic units")
        .getByText(/^\d+ chosen$/)
        .textContent();
      await field("Hydrologic units").hover();
      await field("Hydrologic units").getByRole("button", { name: "Clear" }).click();
      expect(
        await field("Hydrologic units")
          .getByText(/ chosen$/)
          .count(),
      ).toBe(0);
      await undo();
      await field("Hydrologic units").getByText(chosen!, { exact: true }).waitFor();
    });

    it("restores the file and the originator with Undo", async () => {
      const remove = page.getByRole("button", { name: "Remove the file" });
      await remove.click();
      await undo();
      await remove.waitFor();
      const originator = page.getByRole("checkbox", { name: "Originator contact" });
      const card = page.getByRole("group", { name: "Originator (digital object creator)" });
      const shown = await card.textContent();
      await originator.uncheck();
      await undo();
      expect(await card.textContent()).toBe(shown);
    });

    it("adds no entry at Enter or comma while an input method (IME) composes text", async () => {
      const input = page.getByRole("textbox", { name: "Chain of custody" });
      const session = await page.context().newCDPSession(page);
      const chips = page.locator(".field", { has: input }).locator(".MuiChip-root");
      const before = await chips.count();
      await input.focus();
      const text = "洪水,治水";
      await session.send("Input.imeSetComposition", { text, selectionStart: 5, selectionEnd: 5 });
      await input.dispatchEvent("keydown", { key: "Enter", isComposing: true, bubbles: true });
      expect(await input.inputValue()).toBe(text);
      expect(await chips.count()).toBe(before);
      await session.send("Input.insertText", { text: "治水" });
      await page.keyboard.press("Enter");
      expect(await chips.last().textContent()).toBe("治水");
    });

    it("accepts a file dropped on its field", async () => {
      const dropped = await page.evaluateHandle(() => {
        const transfer = new DataTransfer();
        transfer.items.add(new File(["no zip"], "dropped.zip"));
        return transfer;
      });
      const place = page.getByText("or drop it here");
      await place.dispatchEvent("dragover", { dataTransfer: dropped });
      await place.dispatchEvent("drop", { dataTransfer: dropped });
      await page.getByRole("alert").filter({ hasText: "The file is not a zip" }).waitFor();
    });

    it("marks the current section in the menu", async () => {
      const here = page.getByRole("navigation", { name: "Sections of the form" }).locator("[aria-current]");
      await page.evaluate(() => scrollTo(0, 0));
      await expect.poll(() => here.textContent()).toMatch(/^Identifiers/);
      await page.evaluate(() => scrollTo(0, document.body.scrollHeight));
      await expect.poll(() => here.textContent()).toMatch(/^(Model Originator|Contacts)/);
    });

    it("focuses the first field of the contact dialog and sets the input types for email and phone", async () => {
      await page.getByRole("button", { name: "Create a new contact: Contact 1" }).click();
      const dialog = page.getByRole("dialog");
      const focused = () => page.evaluate(() => document.activeElement?.id);
      await expect.poll(focused).toBe(await dialog.getByLabel("First name").getAttribute("id"));
      expect(await dialog.getByLabel("Email").getAttribute("type")).toBe("email");
      expect(await dialog.getByLabel("Phone number").getAttribute("type")).toBe("tel");
      await page.keyboard.press("Escape");
    });

    it("keeps a draft when the user goes back, marks the record and lists the changed fields", async () => {
      await seeMessage(page.getByText("Your unsaved changes are kept as a draft."), () =>
        page.getByRole("link", { name: "Back" }).click(),
      );
      await page.getByText("Draft, not saved yet", { exact: true }).waitFor();
      await page.goto(portal.address(`/app/form/1`));
      await page
        .getByText(/The form shows your draft from .*, which is not saved yet\. Changed: Chain of custody\./)
        .waitFor();
      await page.getByRole("button", { name: "Discard" }).click();
    });
  });

  it("registers a click on a button that moves when a note appears", async () => {
    await page.setViewportSize({ width: 1280, height: 900 });
    await page.goto(portal.address(`/app/settings`));
    await choice("Affiliation").fill("Unheard Of Engineers");
    await seeMessage(page.getByText("Saved contact information!"), () =>
      page.getByRole("button", { name: "Update contact" }).click(),
    );
    await page.reload();
    await expect.poll(() => choice("Affiliation").inputValue()).toBe("Unheard Of Engineers");
  });
});
