import { cpSync, existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import type { Server } from "node:http";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import type { Browser, Locator, Page } from "playwright-core";
import { createServer, type ViteDevServer } from "vite";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { findChromium, launchChromium } from "../../scripts/dev/lib/chromium.ts";
import { pageConfig } from "../../scripts/schema-studio/pageConfig.ts";
import { startStudio } from "../../scripts/schema-studio/startStudio.ts";
import type { EntitySchema } from "../../src/contract/schema/fields.ts";
import { findAxeViolations } from "../support/findAxeViolations.ts";

const folder = mkdtempSync(join(tmpdir(), "studio-"));
const FILE = join(folder, "metadata.schema.json");

describe.skipIf(findChromium() === undefined)("the schema studio, in Chromium", () => {
  let vite: ViteDevServer;
  let studio: Awaited<ReturnType<typeof startStudio>>;
  let browser: Browser;
  let page: Page;

  beforeAll(async () => {
    cpSync("schemas", folder, { recursive: true });
    browser = await launchChromium();
    studio = await startStudio({ folder, port: 0, createPage });
    page = await browser.newPage({ viewport: { width: 1280, height: 900 } });
    page.setDefaultTimeout(60_000);
    await page.goto(studio.url);
  });
  afterAll(async () => {
    await browser?.close();
    await studio?.close();
    await vite?.close();
    rmSync(folder, { recursive: true });
  });

  async function createPage(server: Server) {
    vite = await createServer(pageConfig(server));
    return vite.middlewares;
  }

  async function replaceText(text: string): Promise<void> {
    await page.getByRole("textbox", { name: "Text of metadata.schema.json" }).focus();
    await page.keyboard.press("ControlOrMeta+A");
    await page.keyboard.insertText(text);
  }

  const isInWindow = (input: Locator) =>
    input.evaluate((element) => {
      const { top, bottom } = element.getBoundingClientRect();
      return top >= 0 && bottom <= innerHeight;
    });

  async function openFile(name: string): Promise<void> {
    await page.getByRole("combobox", { name: "Schema or list" }).click();
    await page.getByRole("option", { name: new RegExp(`^${name}( \\(edited\\))?$`) }).click();
  }

  it("shows an edit in the form, undoes it, and writes it only on Save, by keyboard", async () => {
    const text = readFileSync(FILE, "utf8");
    const { properties } = JSON.parse(text) as EntitySchema;
    const { title = "" } = Object.values(properties).find((field) => field["x-role"] === "title")!;
    const form = page.getByRole("tabpanel", { name: "Form", exact: true });
    await form.getByRole("textbox", { name: title }).waitFor();
    expect(await findAxeViolations(page)).toEqual([]);
    const overflow = await page.evaluate(() => {
      const { scrollWidth, scrollHeight } = document.documentElement;
      return [scrollWidth - innerWidth, scrollHeight - innerHeight];
    });
    expect(overflow).toEqual([0, 0]);

    const edited = text.replace(`"title": "${title}"`, '"title": "Called in the studio"');
    await replaceText(edited);
    await form.getByRole("textbox", { name: "Called in the studio" }).waitFor();
    expect(readFileSync(FILE, "utf8")).toBe(text);

    await page.keyboard.press("ControlOrMeta+Z");
    await form.getByRole("textbox", { name: title }).waitFor();
    await page.keyboard.press("ControlOrMeta+Shift+Z");
    await form.getByRole("textbox", { name: "Called in the studio" }).waitFor();
    await page.getByRole("button", { name: "Save" }).press("Enter");
    await page.getByText("Saved. Now run npm run generate.").waitFor();
    expect(await page.evaluate(() => document.activeElement?.textContent)).toBe("Save");
    expect(readFileSync(FILE, "utf8")).toBe(edited);
  });

  it("keeps the panes in place while the status is long", async () => {
    const findTop = async () => (await page.getByRole("region", { name: "Preview" }).boundingBox())?.y;
    const top = await findTop();
    const status = page.getByRole("main").getByRole("status").first();
    await status.evaluate((element) => (element.textContent = "1 more becomes invalid. ".repeat(20)));
    expect(await findTop()).toBe(top);
    await page.reload();
  });

  it("scrolls the form to the chosen field, also after an edit, and keeps the focus", async () => {
    const { properties } = JSON.parse(readFileSync(FILE, "utf8")) as EntitySchema;
    const [name = "", { title = "" } = {}] = Object.entries(properties).findLast(
      ([, field]) => field["x-widget"] === "shortText",
    )!;
    const form = page.getByRole("tabpanel", { name: "Form", exact: true });
    const input = form.getByRole("textbox", { name: title });
    await input.waitFor();
    expect(await isInWindow(input)).toBe(false);
    await page.getByRole("tab", { name: "Fields" }).press("Enter");
    await page.getByRole("treeitem", { name: `${title} (${name})` }).click();
    await expect.poll(() => isInWindow(input)).toBe(true);
    expect(await page.evaluate(() => document.activeElement?.role)).toBe("treeitem");

    await page.getByRole("button", { name: "Edit", exact: true }).press("Enter");
    await page.getByRole("textbox", { name: "Label (title)" }).fill("Edited label");
    await page.keyboard.press("Enter");
    const edited = form.getByRole("textbox", { name: "Edited label" });
    await edited.waitFor();
    await expect.poll(() => isInWindow(edited)).toBe(true);
    await page.getByRole("button", { name: "Undo" }).press("Enter");
    await input.waitFor();
    await page.getByRole("tab", { name: "Text" }).press("Enter");
  });

  it("keeps the edits while its server is stopped, and saves them afterwards, also without a network", async () => {
    const logged: string[] = [];
    page.on("console", (message) => logged.push(message.text()));
    await page.evaluate(() => dispatchEvent(new Event("offline")));
    await vite.close();
    await studio.close();
    const edited = readFileSync(FILE, "utf8").replace("Called in the studio", "Called without a server");
    await replaceText(edited);
    const missing = page.getByText("The studio's server does not answer.");
    await missing.waitFor();
    await page.getByRole("button", { name: "Save" }).press("Enter");
    await page.getByText("Not saved: the studio's server did not answer. Save again.").waitFor();
    expect(logged.filter((text) => text.includes("Polling for restart"))).toEqual([]);

    studio = await startStudio({ folder, port: Number(new URL(studio.url).port), createPage });
    await missing.waitFor({ state: "hidden" });
    await page.evaluate(() => (document.activeElement as HTMLElement).blur());
    await page.keyboard.press("ControlOrMeta+S");
    await page.getByText("Saved. Now run npm run generate.").waitFor();
    expect(await page.getByText("Not saved:").count()).toBe(0);
    expect(readFileSync(FILE, "utf8")).toBe(edited);
  });

  it("hides the errors of a save once the text has changed", async () => {
    const text = readFileSync(FILE, "utf8");
    await replaceText(text.replace(/"x-section": "[^"]*"/, '"x-section": 5'));
    await page.keyboard.press("ControlOrMeta+S");
    const refusal = page.getByText("Not saved: the schemas have errors.");
    await refusal.waitFor();
    await page.keyboard.press("ControlOrMeta+Z");
    await refusal.waitFor({ state: "hidden" });
  });

  it("moves the focus to the preview when a button of the changes disappears", async () => {
    await replaceText(readFileSync(FILE, "utf8").replaceAll('"chainOfCustody"', '"custodyChain"'));
    await page.getByRole("tab", { name: "Changes" }).press("Enter");
    const rename = page.getByRole("button", { name: "chainOfCustody is now custodyChain" });
    await rename.press("Enter");
    await rename.waitFor({ state: "hidden" });
    expect(await page.evaluate(() => document.activeElement?.ariaLabel)).toBe("Preview");
    await page.getByRole("tab", { name: "Form", exact: true }).press("Enter");
  });

  it("opens another file at its start", async () => {
    const editor = page.locator(".cm-scroller");
    await editor.evaluate((element) => element.scrollTo(0, 2000));
    await openFile("contact");
    await expect.poll(() => editor.evaluate((element) => element.scrollTop)).toBe(0);
    await openFile("metadata");
  });

  it("keeps the edits if its fields cannot be shown", async () => {
    await replaceText(readFileSync(FILE, "utf8").replace(/"x-section": "[^"]*"/, '"x-section": 5'));
    await page.getByRole("tab", { name: "Fields" }).click();
    await page.getByText("The fields cannot be shown.").waitFor();
    await page.getByRole("button", { name: "Undo" }).click();
    await page.getByRole("treeitem", { name: /^Called without a server/ }).waitFor();
  });

  it("offers a new list in the form before the list is saved", async () => {
    await page.getByRole("button", { name: "New list" }).press("Enter");
    await page.getByRole("textbox", { name: "Name of the file" }).fill("survey-methods");
    await page.getByRole("textbox", { name: "Entries" }).fill("a;Airborne\nb;Boat");
    expect(await findAxeViolations(page)).toEqual([]);
    await page.getByRole("button", { name: "Create list" }).press("Enter");
    await page.getByRole("cell", { name: "Airborne" }).waitFor();
    expect(await findAxeViolations(page)).toEqual([]);

    await openFile("metadata");
    await page.getByRole("tab", { name: "Text" }).click();
    const schema = JSON.parse(readFileSync(FILE, "utf8")) as EntitySchema;
    const [first] = Object.values(schema.properties);
    schema.properties["surveyMethod"] = {
      ...{ title: "Survey method", description: "How it was surveyed.", type: "string", examples: ["a"] },
      "x-section": first!["x-section"]!,
      "x-options": { source: "surveyMethods" },
    };
    await replaceText(JSON.stringify(schema, null, 2));
    await page.getByRole("combobox", { name: "Survey method" }).click();
    await page.getByRole("option", { name: "Boat" }).waitFor();
    expect(existsSync(join(folder, "reference", "survey-methods.json"))).toBe(false);
  });

  it("serves no file beside the folders that the page loads", async () => {
    const { status } = await fetch(`${studio.url}@fs${resolve("package.json")}`);
    expect(status).toBe(403);
  });
});
