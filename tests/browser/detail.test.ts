import type { Page, Route } from "playwright-core";
import { afterEach, beforeAll, expect, it } from "vitest";
import type { PortalConfig } from "../../src/portal/providers/calls/portalConfig.ts";
import { endpoints, toFeatureCollection } from "../../src/contract/wire/endpoints.ts";
import type { JsonObject } from "../../src/contract/json.ts";
import { getSchema, type SchemaName } from "../../src/contract/schema/fields.ts";
import { encode } from "../../src/contract/wire/wire.ts";
import { conflictsBetween } from "../fixtures/aConflict.ts";
import { findAxeViolations } from "../support/findAxeViolations.ts";
import { inChromium } from "../support/portalInChromium.ts";
import { seeMessage } from "../support/seeMessage.ts";

const SIZES = [
  { name: "wide and light", viewport: { width: 1280, height: 900 }, colorScheme: "light" },
  { name: "narrow and dark", viewport: { width: 390, height: 844 }, colorScheme: "dark" },
] as const;

/** The demo records of vendor1. */
const DEMO = { pending: "3", contested: "4", accepted: "5", silent: "6", rejected: "7", empty: "9" };

const RTL = "\u202E";
const HOSTILE = `<img src=x onerror="pwned=1"><script>pwned=1</script>`;
const LONG_NAME = `${"Überlauf_".repeat(23)}${"x".repeat(21)}.txt`;
const MANY = { files: 10_000, messages: 500, contested: 5000, uploads: 6 };

inChromium("the record page", (portal) => {
  let page: Page;
  const scriptErrors: string[] = [];

  beforeAll(async () => {
    page = await openPage("vendor1", SIZES[0]);
  });
  afterEach(() => page.unrouteAll({ behavior: "ignoreErrors" }));

  const named = (name: string) => page.getByRole("heading", { level: 1, name }).waitFor();
  const heading = (name: string) => page.getByRole("heading", { name });
  const status = () => page.getByRole("region", { name: "Status & Messages" });
  const conflicts = () => page.getByRole("region", { name: "Multiple Uploads Detected" });
  const button = (name: string | RegExp) => page.getByRole("button", { name });
  const tree = () => page.getByRole("tree", { name: "Files of the model" });

  async function openPage(username: string, { viewport, colorScheme }: (typeof SIZES)[number]) {
    const opened = await portal.signedIn(username, { viewport, colorScheme, isKept: true });
    opened.on("pageerror", ({ message, stack = "" }) => {
      // Ignores errors of the browser's PDF viewer.
      if (stack.includes(portal.url) || !/^\s+at /m.test(stack)) scriptErrors.push(`${message}\n${stack}`);
    });
    return opened;
  }

  async function open(recordId: string, title: string) {
    await page.goto(portal.address(`/app/view/${recordId}`));
    await named(title);
    await heading("Uploaded Files").waitFor();
  }

  /** Expects no accessibility violations and no horizontal scrolling. */
  async function expectSound(what: string) {
    expect(await findAxeViolations(page), what).toEqual([]);
    const beyond = () => document.documentElement.scrollWidth - document.documentElement.clientWidth;
    expect(await page.evaluate(beyond), what).toBeLessThanOrEqual(0);
  }

  const answer = (path: string, rows: JsonObject[], isCollection = false) =>
    page.route(`**/api${path.replace(/:\w+/g, "*")}`, (route: Route) =>
      route.fulfill({ json: isCollection ? toFeatureCollection(rows) : rows }),
    );
  const wire = (schema: SchemaName, row: object) => encode(getSchema(schema), row as JsonObject, "read");

  it.each(SIZES)(
    "shows status, dates and messages for every status: $name",
    async ({ viewport, colorScheme }) => {
      await page.setViewportSize(viewport);
      await page.emulateMedia({ colorScheme });
      await open(DEMO.pending, "White Oak Bayou");
      await status().getByText("pending admin acceptance").waitFor();
      await status()
        .getByText(/^Uploaded on \w+ \d+\w\w \d{4}, \d+:\d\d [ap]m$/)
        .waitFor();
      await tree().waitFor();
      await expectSound("pending");
      await open(DEMO.accepted, "Cibolo Creek");
      await status()
        .getByText(/^Accepted on \w{3} \d+\w\w, \d{4}$/)
        .waitFor();
      await expectSound("accepted");
      await open(DEMO.rejected, "Sabine Lake Surge");
      await status()
        .getByText(/^Rejected on \w{3} \d+\w\w, \d{4} by \w+$/)
        .waitFor();
      await status()
        .getByText(/^The mesh stops at the state line/)
        .waitFor();
      await expectSound("rejected");
      await open(DEMO.empty, "Upper Guadalupe at Kerrville");
      await status().getByText("in progress", { exact: true }).waitFor();
      await status()
        .getByText("No messages at this time. Click below to send a message to a TWDB admin.", {
          exact: true,
        })
        .waitFor();
      await page.getByText("No file structure found", { exact: true }).waitFor();
      await expectSound("in progress");
      await seeMessage(page.getByText("This record could not be found."), () =>
        page.goto(portal.address("/app/view/999999")),
      );
      await page.waitForURL(portal.address("/app/"));
    },
  );

  it.each(SIZES)(
    "resolves conflicting uploads and undoes the choice: $name",
    async ({ viewport, colorScheme }) => {
      await page.setViewportSize(viewport);
      await page.emulateMedia({ colorScheme });
      await open(DEMO.contested, "Pecan Branch");
      await heading("Multiple Uploads Detected").waitFor();
      await conflicts().getByText("2 files changed").waitFor();
      expect(await page.evaluate(() => scrollY)).toBe(0);
      await expectSound("a whole upload");
      await page.getByRole("radio", { name: /^v2 ?November 15th/ }).check();
      await conflicts().getByRole("button", { name: "Show files that v2 changed" }).click();
      await page.getByText("2 of 10 files shown").waitFor();
      await expectSound("an upload chosen");
      await page.route(`**/api${endpoints.resolveBatchConflict.path}`, (route) => route.abort());
      await seeMessage(page.getByText("Failed to resolve conflict.", { exact: true }), () =>
        button("Keep this upload").click(),
      );
      await page.getByText(/Your choice was not lost\. Retry to save it\.$/).waitFor();
      await expectSound("a choice that failed");
      await page.unrouteAll();
      await seeMessage(page.getByText("Selected upload", { exact: true }), () => button("Retry").click());
      await page.getByText("Kept all of v2").first().waitFor();
      await expect.poll(() => heading("Multiple Uploads Detected").count()).toBe(0);
      await expectSound("resolved");
      await button("Undo").click();
      await page.getByRole("dialog").getByRole("button", { name: "Undo" }).click();
      await heading("Multiple Uploads Detected").waitFor();

      await button("File by file").click();
      await expectSound("file by file");
      await button("Choose the latest version for all other files").click();
      await page.getByText("2 files shown, 2 of 2 chosen").waitFor();
      await expectSound("files chosen");
      await page.route(`**/api${endpoints.resolveFileConflicts.path}`, (route) => route.abort());
      await seeMessage(page.getByText("Failed to resolve file conflict.", { exact: true }), () =>
        button("Apply 2 choices").click(),
      );
      await page.unrouteAll();
      await seeMessage(page.getByText("Resolved file conflict", { exact: true }), () =>
        button("Retry").click(),
      );
      await button("Undo").click();
      await page.getByRole("dialog").getByRole("button", { name: "Undo" }).click();
      await heading("Multiple Uploads Detected").waitFor();
    },
  );

  it("is fully usable by keyboard, dialogs included", async () => {
    await page.setViewportSize(SIZES[0].viewport);
    await page.emulateMedia({ colorScheme: "light" });
    await open(DEMO.contested, "Pecan Branch");
    await conflicts().getByText("2 files changed").waitFor();
    const tabTo = async (name: RegExp) => {
      const passed: string[] = [];
      for (let step = 0; step < 60; step++) {
        await page.keyboard.press("Tab");
        const focused = await page.evaluate(
          () =>
            document.activeElement?.getAttribute("aria-label") ?? document.activeElement?.textContent ?? "",
        );
        if (name.test(focused)) return;
        passed.push(focused.slice(0, 20));
      }
      throw new Error(`Tab leads to nothing named ${name}, but to ${passed.join(", ")}`);
    };
    await tabTo(/^A whole upload$/);
    await page.keyboard.press("ArrowRight");
    await page.keyboard.press("Enter");
    await tabTo(/^Choose the latest version for all other files$/);
    await page.keyboard.press("Space");
    await page.getByText("2 files shown, 2 of 2 chosen").waitFor();
    await tabTo(/^Apply 2 choices$/);
    await page.keyboard.press("Enter");
    await tabTo(/^Undo$/);
    await page.keyboard.press("Enter");
    await page
      .getByRole("dialog")
      .getByText(/^The model becomes/)
      .waitFor();
    await tabTo(/^Undo$/);
    await page.keyboard.press("Enter");
    await heading("Multiple Uploads Detected").waitFor();
    await tabTo(/^GIS$/);
    await page.keyboard.press("End");
    await page.keyboard.type("supp");
    await page.keyboard.press("ArrowRight");
    // After a pause, typed letters start a new search in the tree.
    await page.waitForTimeout(1000);
    await page.keyboard.type("report");
    await tabTo(/^View report\.pdf$/);
    await page.keyboard.press("Enter");
    const dialog = page.getByRole("dialog", { name: "File Viewer" });
    await dialog.waitFor();
    await expectSound("the file viewer");
    for (let step = 0; step < 8; step++) {
      await page.keyboard.press("Tab");
      expect(await page.evaluate(() => document.activeElement?.closest("[role=presentation]") !== null)).toBe(
        true,
      );
    }
    await dialog.getByRole("button", { name: "Close" }).focus();
    await page.keyboard.press("Escape");
    await dialog.waitFor({ state: "detached" });
    expect(await page.evaluate(() => document.activeElement?.getAttribute("aria-label"))).toBe(
      "View report.pdf",
    );
  });

  it("isolates a hostile file, even if the store serves it as a page", async () => {
    await open(DEMO.pending, "White Oak Bayou");
    const page_ = `<!doctype html><meta http-equiv="refresh" content="1;url=javascript:top.pwned=1">
      <script>parent.pwned = 1; top.location = "about:blank"; localStorage.pwned = 1; alert(1); open("/")</script>
      <svg onload="parent.pwned = 1"></svg><img src=x onerror="parent.pwned = 1">
      <form action="/metadata_app/login" target="_top"><input></form><script>document.forms[0].submit()</script>
      <p>hostile</p>`;
    await answer(endpoints.listFiles.path, [
      wire("file", aFile("b/R/G/x")),
      ...["evil.txt", "evil.png", "evil.img"].map((name) => wire("file", aFile(`b/R/${name}`))),
    ]);
    await answer(endpoints.downloadLink.path, [
      wire("download-link", {
        prefix: portal.address("/files/"),
        query: "",
        expires: "2036-01-01T00:00:00.000Z",
        uploads: [{ uploadBatchId: "b", query: "" }],
      }),
    ]);
    await page.route("**/evil.*", (route) => route.fulfill({ contentType: "text/html", body: page_ }));
    await page.reload();
    const popups: unknown[] = [];
    page.on("popup", (popup) => popups.push(popup));
    page.on("dialog", (dialog) => void popups.push(dialog.dismiss()));
    for (const name of ["evil.txt", "evil.png", "evil.img"]) {
      await button(`View ${name}`).click();
      const frame = page.frameLocator(`iframe[title="${name}"]`);
      await frame.getByText("hostile").waitFor();
      // The file's refresh is due after one second. It has no event to wait for, since nothing may happen.
      await page.waitForTimeout(1300);
      await page.keyboard.press("Escape");
      await page.getByRole("dialog").waitFor({ state: "detached" });
    }
    expect(await page.evaluate(() => "pwned" in window || "pwned" in localStorage)).toBe(false);
    expect(popups).toEqual([]);
    expect(page.url()).toBe(portal.address(`/app/view/${DEMO.pending}`));
  });

  it.each(SIZES)(
    "shows 10,000 files, 500 messages and hostile names: $name",
    async ({ viewport, colorScheme }) => {
      await page.setViewportSize(viewport);
      await page.emulateMedia({ colorScheme });
      await answer(endpoints.listMessages.path, manyMessages());
      await answer(endpoints.listFiles.path, manyFiles());
      await open(DEMO.pending, "White Oak Bayou");
      await status().getByText("message 499").waitFor();
      expect(await status().getByRole("listitem").count()).toBe(3);
      await button("Show all messages (500)").click();
      expect(await status().getByRole("listitem").count()).toBe(500);
      await status().getByText(HOSTILE).first().waitFor();
      await expectSound("500 messages");
      await button("Show only the last 3 messages").click();
      await page.getByText("10,003 files").waitFor();
      await button("Expand all").click();
      expect(await page.getByRole("treeitem").count()).toBeLessThan(120);
      await page.getByRole("treeitem").first().focus();
      await page.keyboard.press("End");
      await expect.poll(() => focusedText()).toContain("zz⟨U+202E⟩gnp.exe");
      await page.keyboard.press("ArrowUp");
      await expect.poll(() => focusedText()).toContain(LONG_NAME);
      await expectSound("the end of the tree");
      await page.keyboard.press("Home");
      await expect.poll(() => focusedText()).toBe("R");
      await page.getByRole("searchbox", { name: "Search files" }).fill("file 7123");
      await page.getByText("1 found").waitFor();
      expect(await page.getByRole("treeitem").allTextContents()).toEqual([
        "R",
        "part 71",
        "file 7123.dat1.0 kB",
      ]);
      const place = encodeURIComponent("R/part 93/file 9371.dat");
      await page.goto(portal.address(`/app/view/${DEMO.pending}#file-${place}`));
      await expect.poll(() => focusedText()).toContain("file 9371.dat");
      const row = page.getByRole("treeitem", { selected: true });
      const edges = () => row.evaluate((element) => element.getBoundingClientRect().toJSON() as DOMRect);
      await expect.poll(async () => (await edges()).top).toBeGreaterThan(0);
      await expect.poll(async () => (await edges()).bottom).toBeLessThanOrEqual(viewport.height);
      expect(await page.evaluate(() => "pwned" in window)).toBe(false);
    },
  );

  const focusedText = () => page.evaluate(() => document.activeElement?.textContent ?? "");

  it("lists six conflicting uploads of 5,000 files and keeps the newest files", async () => {
    await page.setViewportSize(SIZES[0].viewport);
    const names = Array.from({ length: MANY.contested }, (_, index) => `Model_Files/cell ${index}.hdf`);
    const versions = conflictsBetween(names, MANY.uploads, { recordId: DEMO.pending });
    await answer(
      endpoints.recordConflicts.path,
      versions.map((one) => wire("upload-conflict", one)),
      true,
    );
    // Services without the call that counts conflicts.
    await page.route("**/config.json", async (route) => {
      const config = (await (await route.fetch()).json()) as Partial<PortalConfig>;
      await route.fulfill({ json: { ...config, missingCalls: ["conflictSummary"] } });
    });
    await answer(endpoints.listArchive.path, []);
    await answer(endpoints.listFiles.path, []);
    let chosen: unknown;
    await page.route(`**/api${endpoints.resolveFileConflicts.path}`, (route) => {
      chosen = route.request().postDataJSON();
      return route.fulfill({ json: toFeatureCollection([]) });
    });
    await open(DEMO.pending, "White Oak Bayou");
    await page
      .getByText("6 uploads of this model contain different versions of 5,000 files.", { exact: false })
      .waitFor();
    expect(await page.getByText("5,000 files differ from other uploads.").count()).toBe(6);
    await expectSound("six uploads");
    await button("File by file").click();
    expect(await page.getByRole("radiogroup").count()).toBeLessThan(60);
    await page.getByRole("searchbox", { name: "Search these files" }).fill("cell 4321.");
    await page.getByText("1 file shown", { exact: false }).waitFor();
    await page.getByRole("radio").last().check();
    await button("Choose the latest version for all other files").click();
    await page.getByText("1 file shown, 5,000 of 5,000 chosen").waitFor();
    await page.getByText("25,000 other versions will be archived.", { exact: false }).waitFor();
    await expectSound("5,000 chosen");
    await seeMessage(page.getByText("Resolved file conflict", { exact: true }), () =>
      button("Apply 5,000 choices").click(),
    );
    const { upload_ids: ids } = chosen as { upload_ids: string[] };
    expect(ids).toHaveLength(5000);
    expect(ids).toContain("43221");
  });

  it("shows new files and messages without moving the content in view", async () => {
    const clocked = await openPage("vendor1", SIZES[1]);
    const before = page;
    page = clocked;
    try {
      await page.clock.install();
      const thread = manyMessages().slice(0, 4);
      await answer(endpoints.conflictSummary.path, [{ contested_files: 0, left_out_files: 0, uploads: [] }]);
      await answer(endpoints.listMessages.path, thread);
      await open(DEMO.contested, "Pecan Branch");
      await tree().waitFor();
      await button("Send a message").click();
      await page.getByRole("textbox", { name: "Message" }).fill("half a sentence");
      // The browser anchors the scroll position only in a scrolled page.
      await status().evaluate((element) => element.scrollIntoView({ block: "start" }));
      const placeOf = async (target: ReturnType<typeof button>) => (await target.boundingBox())!.y;
      const composer = page.getByRole("textbox", { name: "Message" });
      const begun = await placeOf(composer);
      await answer(endpoints.listMessages.path, [
        ...thread,
        { ...thread[0]!, msg_content: "Just now\nin three\nlines" },
      ]);
      await page.clock.fastForward(16_000);
      await status().getByRole("button", { name: "1 new" }).waitFor();
      expect(Math.abs((await placeOf(composer)) - begun)).toBeLessThan(2);
      expect(await composer.inputValue()).toBe("half a sentence");

      await page.evaluate(() => (document.activeElement as HTMLElement).blur());
      await heading("Uploaded Files").evaluate((element) => element.scrollIntoView({ block: "start" }));
      const read = await placeOf(heading("Uploaded Files"));
      await page.unroute(`**/api${endpoints.conflictSummary.path.replace(/:\w+/g, "*")}`);
      await page.clock.fastForward(61_000);
      await heading("Multiple Uploads Detected").waitFor();
      await conflicts().getByText("2 files changed").waitFor();
      expect(Math.abs((await placeOf(heading("Uploaded Files"))) - read)).toBeLessThan(2);
      await expectSound("a conflict that came late");
      await page.getByRole("button", { name: "Show", exact: true }).click();
      await expect
        .poll(() => page.evaluate(() => document.activeElement?.textContent))
        .toBe("Multiple Uploads Detected");
    } finally {
      page = before;
      await clocked.context().close();
    }
  });

  it("prints all content and no buttons", async () => {
    await page.setViewportSize(SIZES[0].viewport);
    await answer(endpoints.listFiles.path, manyFiles().slice(0, 300));
    await open(DEMO.contested, "Pecan Branch");
    await page.getByText("300 files").waitFor();
    await button("Expand all").last().click();
    const summary = page.locator(".MuiAccordionSummary-root");
    await summary.waitFor();
    expect(await summary.getAttribute("aria-expanded")).toBe("false");
    await page.emulateMedia({ media: "print" });
    await page.evaluate(() => dispatchEvent(new Event("beforeprint")));
    const region = (name: string) => page.getByRole("region", { name });
    for (const pressed of [
      "button:not(.MuiAccordionSummary-root)",
      ".MuiButton-root",
      "header",
      "[type=search]",
    ])
      expect(await page.locator(`${pressed}:visible`).count(), pressed).toBe(0);
    await summary.getByText(/^Model report/).waitFor();
    await region("Uploaded Files")
      .getByText(/The report is based on \d+ of \d+ files\./)
      .waitFor();
    expect(await tree().getByRole("treeitem").count()).toBe(304);
    const heights = await tree().evaluate(({ clientHeight, parentElement }) => [
      clientHeight,
      parentElement!.clientHeight,
    ]);
    expect(heights[0]).toBeGreaterThan(304 * 30);
    expect(heights[1]).toBe(heights[0]);
    expect(await page.getByText(/ and [\d,]+ more$/).count()).toBe(0);
    await page.evaluate(() => dispatchEvent(new Event("afterprint")));
    await page.emulateMedia({ media: null });
  });

  it("shows an admin a vendor's record without the conflict choices", async () => {
    const before = page;
    page = await openPage("agency1", SIZES[0]);
    try {
      await open(DEMO.contested, "Pecan Branch");
      await page
        .getByText("Only the record's vendor can choose between these uploads.", { exact: false })
        .waitFor();
      expect(await page.getByRole("radio").count()).toBe(0);
      await expectSound("another's conflict");
    } finally {
      await page.context().close();
      page = before;
    }
  });

  it("throws no script error during any of these tests", () => {
    expect(scriptErrors).toEqual([]);
  });
});

const aFile = (path: string) => ({
  path,
  uploadType: "file",
  mimeType: "text/plain",
  size: 1000,
  sha256: path,
  archived: false,
  uploadBatchId: "b",
});

const manyMessages = (): JsonObject[] =>
  Array.from({ length: MANY.messages }, (_, index) => ({
    msg_content: `${index % 7 === 0 ? HOSTILE : ""}${index % 11 === 0 ? `${RTL}abc` : ""} message ${index}`,
    username: index % 2 ? "vendor1" : "agency1",
    date: new Date(Date.UTC(2026, 1, 1, 0, index)).toISOString(),
  }));

const manyFiles = (): JsonObject[] =>
  [
    ...Array.from(
      { length: MANY.files },
      (_, index) => `b/R/part ${Math.floor(index / 100)}/file ${index}.dat`,
    ),
    `b/R/${HOSTILE.replaceAll("/", "-")}.txt`,
    `b/R/zz ${LONG_NAME}`,
    `b/R/zz${RTL}gnp.exe`,
  ].map((path) => encode(getSchema("file"), aFile(path), "read"));
