import type { BrowserContext, BrowserContextOptions, Page } from "playwright-core";
import { beforeAll, expect, it } from "vitest";
import { endpoints } from "../../src/contract/wire/endpoints.ts";
import type { JsonObject } from "../../src/contract/json.ts";
import { VENDOR1_EXTENT } from "../support/apiClient.ts";
import { aMetadata } from "../support/aMetadata.ts";
import { findAxeViolations } from "../support/findAxeViolations.ts";
import { pecanZip } from "../support/pecanZip.ts";
import { inChromium, WITHIN_MS } from "../support/portalInChromium.ts";
import { seeMessage } from "../support/seeMessage.ts";
import { signInContext } from "../support/signInContext.ts";
import { openVendorSession } from "../support/openVendorSession.ts";

const WIDE = { width: 1280, height: 900 };
const PHONE = { width: 390, height: 844 };

inChromium("the form", (portal) => {
  let vendor: Awaited<ReturnType<typeof openVendorSession>>;

  beforeAll(async () => {
    vendor = await openVendorSession(portal.url);
  });

  const signedInContext = async (options: BrowserContextOptions = {}): Promise<BrowserContext> =>
    signInContext(await portal.newContext(options), vendor.account);

  /** Stores a draft of a new record. Returns what opens it in place of a record's id. */
  async function storeDraft(values: JsonObject): Promise<string> {
    const key = `new-${String(values["modelName"]).replace(/\W/g, "")}`;
    const position = { key, revision: 0, window_id: "earlier" };
    await vendor.call(endpoints.saveDraft, {}, { ...position, summary: {}, content: { values } });
    return `new?draft=${key}`;
  }

  async function openForm(context: BrowserContext, recordId = "new"): Promise<Page> {
    const page = await context.newPage();
    page.setDefaultTimeout(WITHIN_MS);
    await page.goto(portal.address(`/app/form/${recordId}`));
    await page.getByRole("heading", { level: 2, name: "Identifiers" }).waitFor();
    return page;
  }

  const save = (page: Page) => page.getByRole("button", { name: "Save", exact: true });
  const waitForHome = (page: Page) => page.waitForURL(/\/app\/$/);
  const validValues = (overrides: JsonObject = {}): JsonObject => ({
    ...aMetadata({
      spatialExtentShapefile: VENDOR1_EXTENT,
      contacts: [{ contactId: String(vendor.account["id"]), roleId: "1" }],
      showOriginatorContact: undefined,
    }),
    ...overrides,
  });

  it("can be filled in and saved by keyboard only", async () => {
    const page = await openForm(await signedInContext());
    // Listens from the start, so that no file chooser is missed.
    page.on("filechooser", (chooser) => void chooser.setFiles("tests/fixtures/coverage.gdb.zip"));
    const press = (key: string) => page.keyboard.press(key);
    const type = (text: string) => page.keyboard.type(text);
    await page.getByRole("button", { name: "Edit: Contact 1" }).waitFor();
    await tabTo(page, "Flood planning region");
    await type("trin");
    await press("Enter");
    await tabTo(page, "Model identifier");
    await type("030000004711");
    await tabTo(page, "Flood planning project IDs");
    await type("031000012");
    await press("Enter");
    await type("032000004");
    await press("Tab");
    await tabTo(page, "Hydrologic units");
    await type("12030101");
    await page.getByRole("option").first().waitFor();
    await press("Enter");
    await press("ArrowDown");
    await press("Enter");
    await press("Escape");
    await tabTo(page, "Counties");
    await type("denton");
    await press("Enter");
    await press("Escape");
    await tabTo(page, "Cities");
    await type("justin");
    await press("Enter");
    await press("Escape");
    await tabTo(page, "Spatial extent Choose a .zip file");
    await press("Enter");
    await page.getByRole("button", { name: "Remove the file" }).waitFor();
    for (const [label, text] of [
      ["Model name", "By Keyboard Creek"],
      ["Model description", "Two lines of"],
      ["Model purpose", "Planning."],
    ] as const) {
      await tabTo(page, label);
      await type(text);
    }
    await press("Shift+Tab");
    await press("End");
    await press("Enter");
    await type("description.");
    await tabTo(page, "2D");
    await press("Space");
    await tabTo(page, "+ Add a time period");
    await press("Enter");
    await page.locator("#metadata_timePeriodCovered_0_start:focus").waitFor();
    await type("2020-01-01");
    await tabTo(page, "End date");
    await type("2020-12-31");
    await tabTo(page, "Model creation date");
    await type("2023-04-17");
    await tabTo(page, "Model last updated date");
    await type("2025-11-03");
    await tabTo(page, "Documentation file names");
    // Enter commits the first name, blur the second.
    await type("report.pdf");
    await press("Enter");
    await type("readme.txt");
    await tabTo(page, "Chain of custody");
    await type("City of Justin");
    await press("Enter");
    await tabTo(page, "Software");
    await type("HEC-RAS");
    await press("Enter");
    await tabTo(page, "Software version");
    await type("6.10");
    await tabTo(page, "Originating agency");
    await type("trinity");
    await press("Enter");
    await tabTo(page, "Originator contact");
    await press("Space");
    await tabTo(page, "Select an existing contact");
    await chooseContact(page);
    await tabTo(page, "+ Add another contact");
    await press("Enter");
    await page.locator("#metadata_contacts_2_contactId-select:focus").waitFor();
    await chooseContact(page);
    await tabTo(page, "Role");
    await type("curator");
    await press("Enter");
    await tabTo(page, "Save");
    await seeMessage(page.getByText("Saved record!"), () => press("Enter"));
    await waitForHome(page);
    const saved = (await vendor.records()).find(({ model_title }) => model_title === "By Keyboard Creek");
    expect(saved).toMatchObject({
      external_identifier: "030000004711",
      twdb_flood_planning_project_ids: ["031000012", "032000004"],
      description: "Two lines of\ndescription.",
      cities: ["Justin"],
      time_periods: [["2020-01-01", "2020-12-31"]],
      documentation_filenames: ["report.pdf", "readme.txt"],
      custody_chain: ["City of Justin"],
      model_types: ["2D"],
      model_created: "2023-04-17",
      software_version: "6.10",
    });
    expect(saved?.["hucs"]).toHaveLength(2);
    const roles = (saved?.["model_contacts"] as unknown[][]).map(([, role]) => String(role));
    expect(roles.toSorted()).toEqual(["1", "3", "9"]);
  });

  it("creates one record on a double click", async () => {
    const draft = await storeDraft(validValues({ modelName: "Twice Creek" }));
    const page = await openForm(await signedInContext(), draft);
    await seeMessage(page.getByText("Saved record!"), () => save(page).dblclick());
    const titles = (await vendor.records()).map(({ model_title }) => model_title);
    expect(titles.filter((title) => title === "Twice Creek")).toHaveLength(1);
  });

  it("shows a server error at its field and clears it when the field is corrected", async () => {
    const refused = validValues({ modelName: "Refused Creek", spatialExtentShapefile: "not-mine.gdb.zip" });
    const page = await openForm(await signedInContext(), await storeDraft(refused));
    await save(page).click();
    await page.getByRole("group", { name: "Please fix 1 error(s)." }).getByRole("link").click();
    const button = page.getByRole("button", { name: /^Spatial extent/ });
    expect(await button.evaluate((element) => element === document.activeElement)).toBe(true);
    await page.getByLabel("Zipped geodatabase").setInputFiles("tests/fixtures/coverage.gdb.zip");
    await page.getByRole("group", { name: /Please fix/ }).waitFor({ state: "detached" });
    await seeMessage(page.getByText("Saved record!"), () => save(page).click());
  });

  it("rejects a text file named .zip without sending it", async () => {
    const page = await openForm(await signedInContext());
    const file = { name: "extent.gdb.zip", mimeType: "application/zip", buffer: Buffer.from("only text") };
    await page.getByLabel("Zipped geodatabase").setInputFiles(file);
    await page.getByText(/The file is not a zip\. Make a zip of the folder/).waitFor();
  });

  it.each([
    ["1280 px", WIDE],
    ["390 px", PHONE],
  ] as const)(
    "keeps the action bar visible, grows its text area and moves from the error summary to a field at %s",
    async (_, viewport) => {
      const page = await openForm(await signedInContext({ viewport }));
      await page.getByRole("button", { name: "Edit: Contact 1" }).waitFor();
      for (const heading of ["Identifiers", "Model details", "Contacts"]) {
        await page.getByRole("heading", { level: 2, name: heading, exact: true }).scrollIntoViewIfNeeded();
        for (const button of ["Save", "Proceed to Upload"]) {
          const box = (await page.getByRole("button", { name: button, exact: true }).boundingBox())!;
          expect(box.y + box.height).toBeLessThanOrEqual(viewport.height);
          expect(box.x + box.width).toBeLessThanOrEqual(viewport.width);
        }
      }
      const text = page.getByRole("textbox", { name: "Model description" });
      const before = (await text.boundingBox())!.height;
      await text.fill("One more line.\n".repeat(40));
      expect((await text.boundingBox())!.height).toBeGreaterThan(before * 4);
      expect(await text.evaluate((element) => element.scrollHeight - element.clientHeight)).toBeLessThan(2);
      await save(page).click();
      await page.getByRole("group", { name: /Please fix/ }).waitFor();
      const focused = () => page.evaluate(() => document.activeElement?.id);
      await page.getByRole("link", { name: "Originating agency: Required" }).press("Enter");
      expect(await focused()).toBe("metadata_modelOriginatorAgencyId");
      expect(
        await page.locator(":focus").evaluate((element) => {
          const { top, bottom } = element.getBoundingClientRect();
          return top >= 0 && bottom <= innerHeight;
        }),
      ).toBe(true);
    },
  );

  it("scrolls to a section from a phone's menu and focuses its heading", async () => {
    const page = await openForm(await signedInContext({ viewport: PHONE }));
    const section = page.getByRole("combobox", { name: "Section" });
    await section.selectOption(
      await section.locator("option", { hasText: /^Contacts/ }).getAttribute("value"),
    );
    const heading = page.getByRole("heading", { level: 2, name: "Contacts" });
    await expect.poll(() => heading.evaluate((one) => one === document.activeElement)).toBe(true);
    await expect
      .poll(() => heading.evaluate((one) => one.getBoundingClientRect().top < innerHeight))
      .toBe(true);
  });

  it("scrolls to the error summary after a failed save in a low window", async () => {
    const context = await signedInContext({ viewport: { width: 640, height: 450 } });
    const page = await context.newPage();
    await page.goto(portal.address("/app/form/new"));
    await save(page).click();
    const isInSight = (heading: SVGElement | HTMLElement) => {
      const { left, top } = heading.getBoundingClientRect();
      return heading.contains(document.elementFromPoint(left + 4, top + 4));
    };
    const heading = page.getByRole("group", { name: "Please fix" }).getByText("Please fix");
    await expect.poll(() => heading.evaluate(isInSight)).toBe(true);
  });

  it.each([PHONE, { width: 640, height: 450 }])(
    "keeps focused fields clear of the action bar while it shows a failed save, at %s",
    async (viewport) => {
      const context = await signedInContext({ viewport });
      const page = await openForm(context, await vendor.copyOf("Pecan Branch"));
      await page.getByRole("button", { name: "Edit: Contact 1" }).waitFor();
      await context.setOffline(true);
      await save(page).click();
      await page.getByText("The record may not have been saved.").waitFor();
      await page.getByRole("textbox", { name: "Model identifier" }).focus();
      const covered: string[] = [];
      for (let presses = 0; presses < 60; presses += 1) {
        await page.keyboard.press("Tab");
        const found = await page.locator(":focus").evaluate(async (element) => {
          // A text area taller than the page only needs to be partly visible.
          const isSeen = () => {
            const { top, bottom, left, right } = element.getBoundingClientRect();
            return [top + 8, (top + bottom) / 2, bottom - 8].some((height) => {
              const there = document.elementFromPoint((left + right) / 2, height);
              return there !== null && (element.contains(there) || there.contains(element));
            });
          };
          const frame = () => new Promise(requestAnimationFrame);
          // The page scrolls in the frames after the focus, which take longer on a busy machine.
          for (const until = performance.now() + 5000; performance.now() < until && !isSeen();) await frame();
          const isIn = element.matches("[type=submit]");
          return { isIn, hidden: isSeen() ? "" : element.id || element.outerHTML };
        });
        if (found.isIn) break;
        if (found.hidden) covered.push(found.hidden);
      }
      expect(covered).toEqual([]);
    },
  );

  it("keeps the focused input visible when the action bar grows", async () => {
    const context = await signedInContext({ viewport: PHONE });
    const page = await openForm(context, await vendor.copyOf("Pecan Branch"));
    await page.getByRole("button", { name: "Edit: Contact 1" }).waitFor();
    const input = page.getByRole("textbox", { name: "Model identifier" });
    await input.focus();
    // Scrolls the field to just above the action bar.
    const below = () =>
      input.evaluate((element) => {
        const bar = document.querySelector("[type=submit]")!.closest<HTMLElement>("div")!.parentElement!;
        return bar.getBoundingClientRect().top - element.getBoundingClientRect().bottom;
      });
    await page.evaluate((by) => scrollBy(0, -by), (await below()) - 2);
    expect(await below()).toBeLessThan(4);
    await page.keyboard.type("1");
    await page.getByText(/^Draft saved \d/).waitFor();
    await expect.poll(below).toBeGreaterThanOrEqual(0);
  });

  it("offers all 8,149 hydrologic units by keyboard, 100 at a time", async () => {
    const page = await openForm(await signedInContext());
    const units = page.getByRole("combobox", { name: "Hydrologic units" });
    await units.focus();
    await page.keyboard.press("ArrowDown");
    await page.getByText("8,049 more match. Type to narrow the list.").waitFor();
    await page.keyboard.press("End");
    const active = () =>
      units.evaluate((input) => {
        const line = document.getElementById(input.getAttribute("aria-activedescendant") ?? "");
        const list = line?.closest("ul")?.getBoundingClientRect();
        const { top = 0, bottom = 0 } = line?.getBoundingClientRect() ?? {};
        return {
          text: line?.textContent,
          isSeen: !!list && top >= list.top - 1 && bottom <= list.bottom + 1,
        };
      });
    expect(await active()).toMatchObject({ isSeen: true, text: expect.stringMatching(/^\d{12} /) });
    await page.keyboard.type("1203");
    await page.getByText(/more match\. Type to narrow the list\.$/).waitFor();
    await page.keyboard.type("01010102");
    await expect
      .poll(active)
      .toEqual({ isSeen: true, text: "120301010102 (Trinity)Subbasin Upper West Fork Trinity" });
    await page.keyboard.press("Enter");
    await page.getByRole("button", { name: "120301010102 (Trinity)" }).waitFor();
    await page.keyboard.press("Escape");
    await page.getByRole("listbox").waitFor({ state: "detached" });
    await page.keyboard.press("Backspace");
    await page.getByRole("button", { name: "120301010102 (Trinity)" }).waitFor({ state: "detached" });
  });

  it("has no accessibility violations after a paste and during an upload, which can be canceled", async () => {
    const context = await signedInContext({ reducedMotion: "reduce" });
    await context.grantPermissions(["clipboard-read", "clipboard-write"]);
    const page = await openForm(context);
    const bad = Array.from({ length: 14 }, (_, index) => `bad-${index}`).join("\n");
    await page.evaluate((text) => navigator.clipboard.writeText(text), `120301010101\n120301010101\n${bad}`);
    await page.getByRole("combobox", { name: "Hydrologic units" }).click();
    // A list that is still loading keeps the pasted text without a report.
    await page.getByRole("option").first().waitFor();
    await page.keyboard.press("Control+V");
    await page.getByText(/Pasted: 1 added, 1 repeated, 14 not added: bad-0/).waitFor();
    await page.keyboard.press("Escape");
    // Never answered: the upload runs until it is canceled.
    await page.route("**/vendors/upload-spatial-extent", () => undefined);
    await page.getByLabel("Zipped geodatabase").setInputFiles("tests/fixtures/coverage.gdb.zip");
    const cancel = page.getByRole("button", { name: "Cancel the upload of coverage.gdb.zip" });
    await cancel.waitFor();
    expect(await findAxeViolations(page)).toEqual([]);
    await save(page).click();
    await page.getByRole("link", { name: /^Spatial extent.*still uploading/ }).click();
    expect(await page.evaluate(() => document.activeElement?.id)).toBe("metadata_spatialExtentShapefile");
    const aborted = page.waitForEvent("requestfailed");
    await cancel.focus();
    await page.keyboard.press("Enter");
    await page.getByText("The upload of coverage.gdb.zip was canceled.").waitFor();
    expect((await aborted).url()).toContain("upload-spatial-extent");
    expect(await page.evaluate(() => document.activeElement?.id)).toBe("metadata_spatialExtentShapefile");
    expect(await page.locator("#metadata_spatialExtentShapefile-upload-error").count()).toBe(0);
  });

  it("is not submitted by Enter, and closes lists with Escape or a click outside", async () => {
    const page = await openForm(await signedInContext());
    const saves: string[] = [];
    page.on("request", (request) => request.method() === "POST" && saves.push(request.url()));
    for (const label of ["Model name", "Model identifier", "Software version", "Model creation date"]) {
      await page.getByRole("textbox", { name: label }).focus();
      await page.keyboard.press("Enter");
    }
    await page.getByRole("checkbox", { name: "Originator contact" }).focus();
    await page.keyboard.press("Enter");
    expect(await page.getByText(/Please fix/).count()).toBe(0);
    expect(saves).toEqual([]);
    const units = page.getByRole("combobox", { name: "Hydrologic units" });
    await units.click();
    await page.getByRole("option").first().waitFor();
    await page.keyboard.press("Escape");
    await page.getByRole("listbox").waitFor({ state: "detached" });
    await units.click();
    await page.getByRole("option").first().waitFor();
    await page.getByRole("heading", { level: 1 }).click();
    await page.getByRole("listbox").waitFor({ state: "detached" });
  });

  it("reports the codes of a pasted column, and restores them with Undo after a change of region", async () => {
    const context = await signedInContext();
    await context.grantPermissions(["clipboard-read", "clipboard-write"]);
    const page = await openForm(context, await vendor.copyOf("Pecan Branch"));
    await page.evaluate(() =>
      navigator.clipboard.writeText("120301010101\n120301010102\n120301010102\n129999999999\n1203"),
    );
    await page.getByRole("combobox", { name: "Hydrologic units" }).click();
    // A list that is still loading keeps the pasted text without a report.
    await page.getByRole("option").first().waitFor();
    await page.keyboard.press("Control+V");
    await page.getByText(/^Pasted: \d added.*, 1 not added: 1203\.$/).waitFor();
    await page.getByText("Not in the list, kept as entered: 129999999999").waitFor();
    await page.keyboard.press("Escape");
    const region = page.getByRole("combobox", { name: "Flood planning region" });
    const before = await region.inputValue();
    await region.fill("Sabine");
    await page.keyboard.press("Enter");
    await page.getByText(/^Flood planning region was changed, which cleared: Hydrologic units/).waitFor();
    await page.getByRole("button", { name: "Undo" }).click();
    expect(await region.inputValue()).toBe(before);
    await page.getByRole("button", { name: /^129999999999/ }).waitFor();
  });

  it.each(["America/Chicago", "Pacific/Apia"])("does not shift dates in %s", async (timezoneId) => {
    const id = await vendor.copyOf("Pecan Branch");
    const before = await vendor.read(id);
    const page = await openForm(await signedInContext({ timezoneId }), id);
    const created = page.getByRole("textbox", { name: "Model creation date" });
    expect(await created.inputValue()).toBe(before["model_created"]);
    // Scripts cannot reach the browser's calendar; this is the input that it fills.
    const calendar = page.locator("input[type=date]").first();
    expect(await calendar.inputValue()).toMatch(/^(\d{4}-\d{2}-\d{2})?$/);
    await page.locator(".day:has(#metadata_modelCreationDate) > input[type=date]").fill("2024-03-10");
    expect(await created.inputValue()).toBe("2024-03-10");
    const periods = before["time_periods"] as unknown[];
    const period = `#metadata_timePeriodCovered_${periods.length}`;
    await page.getByRole("button", { name: /^\+ Add (a|another) time period$/ }).click();
    await page.locator(`${period}_start`).fill("2011-12-29");
    await page.locator(`.day:has(${period}_end) > input[type=date]`).fill("2011-12-31");
    await page.getByRole("textbox", { name: "Model last updated date" }).fill("2024-12-31");
    await save(page).click();
    await waitForHome(page);
    expect(await vendor.read(id)).toMatchObject({
      model_created: "2024-03-10",
      model_last_updated: "2024-12-31",
      time_periods: [...periods, ["2011-12-29", "2011-12-31"]],
    });
  });

  it.each([
    ["1280 px", WIDE, "light"],
    ["390 px, dark", PHONE, "dark"],
  ] as const)("has no accessibility violations at %s", async (_, viewport, colorScheme) => {
    const context = await signedInContext({ viewport, colorScheme, reducedMotion: "reduce" });
    const page = await openForm(context);
    await page.getByRole("button", { name: "Edit: Contact 1" }).waitFor();
    expect(await findAxeViolations(page)).toEqual([]);
    await page.getByLabel("Model zip").setInputFiles(await pecanZip());
    await page.getByText("The model can fill in 6 fields").waitFor();
    expect(await findAxeViolations(page)).toEqual([]);
    await page.getByRole("button", { name: "Use it: Time periods covered" }).press("Enter");
    await page.getByRole("button", { name: "Use all 5" }).press("Enter");
    await page
      .locator(":focus")
      .getByText(/^Undo all \d+$/)
      .waitFor();
    expect(await findAxeViolations(page)).toEqual([]);
    expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThan(1);
    await page.keyboard.press("Enter");
    await save(page).click();
    await page.getByRole("group", { name: /Please fix/ }).waitFor();
    expect(await findAxeViolations(page)).toEqual([]);
    await page.getByRole("combobox", { name: "Hydrologic units" }).click();
    await page.getByRole("listbox").getByRole("option").first().waitFor();
    expect(await findAxeViolations(page)).toEqual([]);
    await page.keyboard.press("Escape");
    await page.getByRole("button", { name: "Select an existing contact: Contact 1" }).click();
    await page.getByRole("searchbox").fill("e");
    await page.getByRole("dialog").getByRole("listitem").first().waitFor();
    expect(await findAxeViolations(page)).toEqual([]);
    await page.keyboard.press("Escape");
    await page.getByRole("button", { name: "Create a new contact: Contact 1" }).click();
    await page.getByRole("button", { name: "Create contact" }).click();
    await page
      .getByRole("dialog")
      .getByText(/Please fix/)
      .waitFor();
    expect(await findAxeViolations(page)).toEqual([]);
  });

  it("asks before editing a shared contact, then shows the change", async () => {
    const page = await openForm(await signedInContext());
    await page.getByRole("button", { name: "Edit: Contact 1" }).click();
    await page.getByRole("dialog").getByRole("textbox", { name: "Phone number" }).fill("512-555-9999");
    await page.getByRole("button", { name: "Update contact" }).click();
    await page.getByText(/^This contact is used in \d+ records/).waitFor();
    await seeMessage(page.getByText("Saved contact information!"), () =>
      page.getByRole("button", { name: "Yes, update this contact" }).click(),
    );
    await page.getByText("512-555-9999").waitFor();
    const contacts = await vendor.call(endpoints.listContacts);
    expect(contacts.find(({ id }) => id === String(vendor.account["id"]))).toMatchObject({
      work_phone: "512-555-9999",
    });
  });
});

/** Opens the contact dialog with the focused button and chooses the second contact found for "e". */
async function chooseContact(page: Page): Promise<void> {
  await page.keyboard.press("Enter");
  await page.locator("[role=dialog] input[type=search]:focus").waitFor();
  await page.keyboard.type("e");
  await page.getByRole("dialog").getByRole("listitem").nth(1).waitFor();
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("Enter");
  await page.getByRole("dialog").waitFor({ state: "detached" });
}

/** Presses Tab until the element with this label has focus. */
async function tabTo(page: Page, label: string): Promise<void> {
  const passed: string[] = [];
  for (let presses = 0; presses < 80; presses += 1) {
    await page.keyboard.press("Tab");
    const reached = await page.evaluate(() => {
      const element = document.activeElement as HTMLInputElement | null;
      const named = (element?.getAttribute("aria-labelledby") ?? "").split(" ").filter(Boolean);
      const texts = named.map((id) => document.getElementById(id)?.textContent);
      const text = named.length > 0 ? texts.join(" ") : (element?.labels?.[0] ?? element)?.textContent;
      return (text ?? "").replaceAll("*", "").replace(/\s+/g, " ").trim();
    });
    if (reached === label) return;
    passed.push(reached);
  }
  throw new Error(`Tab never reached "${label}", but: ${passed.join(" | ")}`);
}
