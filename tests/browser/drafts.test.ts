import { randomInt } from "node:crypto";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { BrowserContext, BrowserContextOptions, Page, Request } from "playwright-core";
import { beforeAll, beforeEach, describe, expect, it, onTestFinished } from "vitest";
import { endpoints } from "../../src/contract/wire/endpoints.ts";
import type { JsonObject } from "../../src/contract/json.ts";
import { RECORD_ID_KEY } from "../../src/contract/schema/product.ts";
import { findAxeViolations } from "../support/findAxeViolations.ts";
import { killBrowser } from "../../scripts/dev/lib/browserProcesses.ts";
import { launchChromiumProfile } from "../../scripts/dev/lib/chromium.ts";
import { inChromium, WITHIN_MS } from "../support/portalInChromium.ts";
import { seeMessage } from "../support/seeMessage.ts";
import { signInContext } from "../support/signInContext.ts";
import { openVendorSession } from "../support/openVendorSession.ts";

const WIDE = { width: 1280, height: 900 };
const PHONE = { width: 390, height: 844 };
/** In a test that moves the page's clock. */
const WORDS_IN_5_SECONDS = 20;
const LOOKS = [
  ["1280 px", { viewport: WIDE }],
  ["390 px, dark", { viewport: PHONE, colorScheme: "dark" }],
] as const;

inChromium("record form", (portal) => {
  let vendor: Awaited<ReturnType<typeof openVendorSession>>;

  beforeAll(async () => {
    vendor = await openVendorSession(portal.url);
  });
  const deleteDrafts = async () => {
    const drafts = await vendor.call(endpoints.listDrafts);
    for (const { key, revision, window_id } of drafts)
      await vendor.call(endpoints.deleteDraft, {}, { key, revision, window_id });
    return drafts;
  };
  // A closed page of the test before can still be saving its draft, which the server then keeps.
  beforeEach(() => expect.poll(deleteDrafts).toEqual([]));

  const signIn = (context: BrowserContext) => signInContext(context, vendor.account);

  const signedIn = async (options: BrowserContextOptions = {}) =>
    signIn(await portal.newContext({ viewport: WIDE, reducedMotion: "reduce", ...options }));

  async function openForm(context: BrowserContext, recordId = "new"): Promise<Page> {
    const page = await context.newPage();
    page.setDefaultTimeout(WITHIN_MS);
    await page.goto(portal.address(`/app/form/${recordId}`));
    await waitForForm(page);
    return page;
  }

  const waitForForm = (page: Page) => page.getByRole("heading", { level: 2, name: "Identifiers" }).waitFor();
  const name = (page: Page) => page.getByRole("textbox", { name: "Model name" });
  const purpose = (page: Page) => page.getByRole("textbox", { name: "Model purpose" });
  const button = (page: Page, words: string) => page.getByRole("button", { name: words, exact: true });
  const waitForHome = (page: Page) => page.waitForURL(/\/app\/$/);
  const opened = (page: Page) => page.getByText(/^The form shows your draft from \w+ \d+\w\w \d{4}, /);
  const draftSaved = (page: Page) => page.getByText(/^Draft saved \d+:\d\d [ap]m$/);
  const focusedText = (page: Page) => page.evaluate(() => document.activeElement!.textContent);
  /** The names of all drafts that the server has. */
  const draftNames = async () =>
    (await vendor.call(endpoints.listDrafts)).map(({ summary }) => (summary as JsonObject)["title"]).sort();
  const expectDrafts = (...names: string[]) => expect.poll(draftNames).toEqual(names);
  const fillLocalStorage = (page: Page) =>
    page.evaluate(() => {
      const setItem = Storage.prototype.setItem;
      Storage.prototype.setItem = function (key, value) {
        if (key.includes(".draft/")) throw new DOMException("full", "QuotaExceededError");
        setItem.call(this, key, value);
      };
    });
  /** In IndexedDB. */
  const countSecondCopies = (page: Page) =>
    page.evaluate(
      () =>
        new Promise<number>((resolve, reject) => {
          const opening = indexedDB.open("flood-model-portal-drafts");
          opening.onerror = () => reject(opening.error!);
          opening.onsuccess = () => {
            const database = opening.result;
            const counting = database.transaction("drafts").objectStore("drafts").count();
            counting.onerror = () => reject(counting.error!);
            counting.onsuccess = () => {
              database.close();
              resolve(counting.result);
            };
          };
        }),
    );
  /** Returns a function that launches a browser with the profile of a new computer. */
  function createProfile() {
    const profile = mkdtempSync(join(tmpdir(), "flood-profile-"));
    const launched: BrowserContext[] = [];
    onTestFinished(async () => {
      await Promise.all(launched.map((context) => context.close().catch(() => undefined)));
      rmSync(profile, { recursive: true, force: true, maxRetries: 5 });
    });
    return async () => {
      launched.push(await launchChromiumProfile(profile));
      return signIn(launched.at(-1)!);
    };
  }

  const isSave = (request: Request) => request.url().endsWith(endpoints.saveDraft.path);

  /** Types into a page whose clock is installed. */
  function createTyping(page: Page) {
    const runningSaves = new Set<Request>();
    page.on("request", (request) => isSave(request) && runningSaves.add(request));
    page.on("requestfinished", (request) => runningSaves.delete(request));
    page.on("requestfailed", (request) => runningSaves.delete(request));
    let wordCount = 0;
    return {
      /** Moves the page's clock between requests: a busy machine loses no more than an idle one. */
      async typeWords(count: number) {
        for (const last = wordCount + count; wordCount < last;) {
          await page.keyboard.insertText(`${(wordCount += 1)} `);
          await expect.poll(() => runningSaves.size, { interval: 10 }).toBe(0);
          await page.clock.runFor(5000 / WORDS_IN_5_SECONDS);
        }
      },
      /** At most the words of the last 5 seconds are missing. */
      expectTypedWords(text: string) {
        const words = text.trim().split(" ").map(Number);
        expect(words).toEqual(words.map((_, index) => index + 1));
        expect(words.length).toBeGreaterThanOrEqual(wordCount - WORDS_IN_5_SECONDS);
      },
    };
  }

  const contact = (page: Page) => page.getByRole("dialog").getByRole("textbox", { name: "First name" });

  describe("typed values", () => {
    it("survive Back and a reload, including the contact dialog", async () => {
      const page = await (await signedIn()).newPage();
      page.setDefaultTimeout(WITHIN_MS);
      await page.goto(portal.address(`/app/`));
      await page.getByText("Create +").first().click();
      const backAndForth = async () => {
        await seeMessage(page.getByText("Your unsaved changes are kept as a draft."), () => page.goBack());
        await waitForHome(page);
        await page.getByText(/^Draft, not saved yet: \d+ fields missing$/).waitFor();
        await page.goForward();
        await waitForForm(page);
        await opened(page).waitFor();
      };
      await name(page).pressSequentially("Left Creek");
      await backAndForth();
      expect(await name(page).inputValue()).toBe("Left Creek");
      await button(page, "Create a new contact: Contact 1").click();
      await contact(page).pressSequentially("Nor");
      await backAndForth();
      await button(page, "Create a new contact: Contact 1").click();
      expect(await contact(page).inputValue()).toBe("Nor");
      await page.keyboard.press("Escape");
      await page.getByRole("dialog").waitFor({ state: "detached" });
      await name(page).fill("Reloaded Creek");
      await button(page, "Create a new contact: Contact 1").click();
      await contact(page).fill("Nora");
      await page.reload();
      await waitForForm(page);
      await opened(page).waitFor();
      expect(await name(page).inputValue()).toBe("Reloaded Creek");
      await button(page, "Create a new contact: Contact 1").click();
      expect(await contact(page).inputValue()).toBe("Nora");
      await page.keyboard.press("Escape");
      await page.getByRole("dialog").waitFor({ state: "detached" });
      await button(page, "Create a new contact: Contact 1").click();
      expect(await contact(page).inputValue()).toBe("Nora");
      await button(page, "Clear").click();
      expect(await contact(page).inputValue()).toBe("");
      expect(await contact(page).evaluate((input) => input === document.activeElement)).toBe(true);
    });

    it("cause the question Leave without saving? at Back if no draft can be stored or a file is uploading", async () => {
      const page = await (await signedIn()).newPage();
      page.setDefaultTimeout(WITHIN_MS);
      await page.goto(portal.address(`/app/`));
      await page.getByText("Create +").first().click();
      await waitForForm(page);
      const question = page.getByRole("dialog", { name: "Leave without saving?" });
      const backIsAskedAbout = async (words: RegExp) => {
        await page.goBack();
        await question.getByText(words).waitFor();
        await button(page, "Stay").click();
        await question.waitFor({ state: "detached" });
        expect(page.url()).toContain("/app/form/new");
        await page.evaluate(() => new Promise((resolve) => setTimeout(resolve, 300)));
        expect(page.url()).toContain("/app/form/new");
      };
      await page.route(`**${endpoints.uploadSpatialExtent.path}*`, () => undefined);
      await page.getByLabel("Zipped geodatabase").setInputFiles("tests/fixtures/coverage.gdb.zip");
      await page.getByText(/^Uploading coverage\.gdb\.zip/).waitFor();
      await backIsAskedAbout(/The geodatabase is still uploading/);
      await button(page, "Cancel the upload of coverage.gdb.zip").click();
      await page.route(`**${endpoints.saveDraft.path}`, (route) => route.abort());
      await fillLocalStorage(page);
      await name(page).fill("Unkept Creek");
      await page.getByText(/^Your changes cannot be saved as a draft/).waitFor();
      await backIsAskedAbout(/they are lost/);
      expect(await name(page).inputValue()).toBe("Unkept Creek");
      await page.goBack();
      await question.getByText(/they are lost/).waitFor();
      await button(page, "Leave").click();
      await waitForHome(page);
    });

    it("are deleted on this device by a logout, even if local storage was full", async () => {
      const page = await openForm(await signedIn());
      await page.route(`**${endpoints.saveDraft.path}`, (route) => route.abort());
      await fillLocalStorage(page);
      await name(page).fill("Unkept Creek");
      await page.getByText(/^Your changes cannot be saved as a draft/).waitFor();
      await expect.poll(() => countSecondCopies(page)).toBe(1);
      await button(page, "Logout").click();
      await button(page, "Log out and discard the changes").click();
      await page.getByText("Logged out").waitFor();
      await expect.poll(() => countSecondCopies(page)).toBe(0);
    });

    it("survive a crash of the page, and open on another computer", async () => {
      const context = await signedIn();
      const page = await openForm(context);
      // Continuous typing: drafts are throttled, not debounced.
      await name(page).pressSequentially("Crashed Creek with a name that takes its time", { delay: 80 });
      await expect.poll(async () => (await draftNames()).join()).toContain("Crashed Creek");
      const address = page.url();
      const crashed = page.waitForEvent("crash");
      void page.goto("chrome://crash").catch(() => undefined);
      await crashed;
      const other = await (await signedIn()).newPage();
      other.setDefaultTimeout(WITHIN_MS);
      await other.goto(portal.address("/app/"));
      await other.getByRole("link", { name: /^Crashed Creek/ }).click();
      await waitForForm(other);
      await opened(other).waitFor();
      expect(other.url()).toBe(address);
      expect(await name(other).inputValue()).toContain("Crashed Creek");
    });

    it("lose at most their last 5 seconds when the server is killed twice, then the browser", async () => {
      const launch = createProfile();
      const context = await launch();
      await context.clock.install();
      const page = await openForm(context);
      const { typeWords, expectTypedWords } = createTyping(page);
      await name(page).fill("Killed Creek");
      await purpose(page).focus();
      await typeWords(randomInt(1, WORDS_IN_5_SECONDS));
      await portal.killServer();
      await typeWords(randomInt(1, 2 * WORDS_IN_5_SECONDS));
      await portal.restartServer();
      const killDuringSave = page.waitForRequest(isSave).then(() => portal.killServer());
      await Promise.all([killDuringSave, typeWords(2 * WORDS_IN_5_SECONDS)]);
      await portal.restartServer();
      await typeWords(randomInt(2 * WORDS_IN_5_SECONDS, 3 * WORDS_IN_5_SECONDS));
      const address = page.url();
      await killBrowser(context.browser()!);
      const expectWords = async (opening: BrowserContext) => {
        const form = await opening.newPage();
        form.setDefaultTimeout(WITHIN_MS);
        await form.goto(address);
        await opened(form).waitFor();
        expectTypedWords(await purpose(form).inputValue());
      };
      await expectWords(await signedIn());
      // The killed browser can have kept an older copy.
      await expectWords(await launch());
    });

    it("of a message lose at most 5 seconds when the browser is killed, and open on another computer until it is sent", async () => {
      const recordId = await vendor.copyOf("Pecan Branch");
      const openRecord = async (context: BrowserContext) => {
        const page = await context.newPage();
        page.setDefaultTimeout(WITHIN_MS);
        await page.goto(portal.address(`/app/view/${recordId}`));
        return page;
      };
      const message = (page: Page) => page.getByRole("textbox", { name: "Message" });
      const context = await createProfile()();
      await context.clock.install();
      const killed = await openRecord(context);
      await button(killed, "Send a message").click();
      const { typeWords, expectTypedWords } = createTyping(killed);
      await typeWords(randomInt(2 * WORDS_IN_5_SECONDS, 3 * WORDS_IN_5_SECONDS));
      await killBrowser(context.browser()!);
      const first = await openRecord(await signedIn());
      expectTypedWords(await message(first).inputValue());
      await draftSaved(first).waitFor();
      expect(await findAxeViolations(first)).toEqual([]);
      await shoot(first, "message");
      await message(first).fill("Typed again");
      const isStored = async () =>
        JSON.stringify(await vendor.call(endpoints.getDraft, { key: `texts-${recordId}` }));
      await expect.poll(isStored).toContain("Typed again");
      const second = await openRecord(await signedIn({ viewport: PHONE }));
      expect(await message(second).inputValue()).toBe("Typed again");
      await shoot(second, "message");
      await button(second, "Send").click();
      await expect.poll(() => message(second).inputValue()).toBe("");
      await expect.poll(isStored).not.toContain("Typed again");
      await first.evaluate(() => window.dispatchEvent(new Event("focus")));
      await expect.poll(() => message(first).inputValue()).toBe("");
    });

    it("survive a killed browser without a connection, and are sent by the next one", async () => {
      const launch = createProfile();
      const context = await launch();
      const page = await openForm(context);
      await context.setOffline(true);
      await name(page).fill("Offline Creek");
      await page.getByText(/^Draft saved on this device /).waitFor();
      await killBrowser(context.browser()!);
      const last = await (await launch()).newPage();
      await last.goto(portal.address("/app/"));
      await expectDrafts("Offline Creek");
    });

    it("survive an expired session in every tab", async () => {
      const context = await signedIn();
      const page = await openForm(context, await vendor.copyOf("Pecan Branch"));
      const other = await openForm(context);
      await button(other, "Create a new contact: Contact 1").click();
      await contact(other).fill("Nora");
      await page.bringToFront();
      await page.route("**/vendors/save-record", (route) =>
        route.fulfill({ status: 401, contentType: "application/json", body: '{"message":"Sign in first."}' }),
      );
      await name(page).fill("Expired Creek");
      await button(page, "Save").click();
      await page.getByText("Session expired").waitFor();
      await other.getByLabel("Username").waitFor();
      await page.unroute("**/vendors/save-record");
      await page.getByLabel("Username").fill("vendor1");
      await page.getByLabel("Password", { exact: true }).fill("FloodModel2026");
      await page.keyboard.press("Enter");
      await opened(page).waitFor();
      expect(await name(page).inputValue()).toBe("Expired Creek");
      await waitForForm(other);
      await other.getByText(/It includes an unsaved contact/).waitFor();
      await button(other, "Create a new contact: Contact 1").click();
      expect(await contact(other).inputValue()).toBe("Nora");
    });

    it.each(LOOKS)(
      "survive a failed save, and are saved when the connection is back (%s)",
      async (_, look) => {
        const context = await signedIn(look);
        const id = await vendor.copyOf("Pecan Branch");
        const page = await openForm(context, id);
        await name(page).fill("Offline Creek");
        await context.setOffline(true);
        await button(page, "Save").press("Enter");
        await page.getByText("The record may not have been saved.").waitFor();
        expect(await focusedText(page)).toMatch(/^The record may not have been saved\./);
        expect(await findAxeViolations(page)).toEqual([]);
        await shoot(page, "save-failure");
        await button(page, "Retry").press("Enter");
        await expect.poll(() => focusedText(page)).toMatch(/^The record may not have been saved\./);
        expect(await name(page).inputValue()).toBe("Offline Creek");
        await context.setOffline(false);
        await seeMessage(page.getByText("Saved record!"), () => button(page, "Retry").click());
        expect(await vendor.read(id)).toMatchObject({ model_title: "Offline Creek" });
        await expectDrafts();
      },
    );

    it("of two computers become one draft, and a logout keeps it", async () => {
      const id = await vendor.copyOf("Pecan Branch");
      const first = await openForm(await signedIn(), id);
      const second = await openForm(await signedIn({ viewport: PHONE }), id);
      await name(first).fill("First Creek");
      await draftSaved(first).waitFor();
      await purpose(second).fill("Second purpose");
      await second.getByText(/^You are also editing this in another window \(\d+:\d\d [ap]m\)\./).waitFor();
      await expect.poll(() => name(second).inputValue()).toBe("First Creek");
      expect(await findAxeViolations(second)).toEqual([]);
      await shoot(second, "other-window");
      await draftSaved(second).waitFor();
      await name(first).fill("First Creek again");
      await expect.poll(() => purpose(first).inputValue()).toBe("Second purpose");
      await expectDrafts("First Creek again");
      await shoot(first, "other-window");
      await button(first, "Logout").click();
      await first.getByText("Logged out").waitFor();
      const third = await openForm(await signedIn(), id);
      expect(await name(third).inputValue()).toBe("First Creek again");
      expect(await purpose(third).inputValue()).toBe("Second purpose");
    });

    it.each(LOOKS)("are merged when another session has saved the record (%s)", async (_, look) => {
      const id = await vendor.copyOf("Pecan Branch");
      const mine = await openForm(await signedIn(look), id);
      const theirs = await openForm(await signedIn(), id);
      await name(theirs).fill("Their Creek");
      await button(theirs, "Save").click();
      await waitForHome(theirs);
      await name(mine).fill("My Creek");
      await button(mine, "Save").click();
      await mine.getByText("Everything you typed is still in the form.").waitFor();
      await mine.getByText(/It was saved on /).waitFor();
      await mine.getByText(/Both of you changed Model name\. Choose which value to save\./).waitFor();
      expect(await findAxeViolations(mine)).toEqual([]);
      await shoot(mine, "conflict");
      for (const viewport of [{ width: 640, height: 450 }, PHONE, look.viewport]) {
        await mine.setViewportSize(viewport);
        const box = await button(mine, "Save").boundingBox();
        expect(box!.y + box!.height, `in ${viewport.width} px`).toBeLessThanOrEqual(viewport.height);
      }
      expect(await name(mine).inputValue()).toBe("My Creek");
      expect(await vendor.read(id)).toMatchObject({ model_title: "Their Creek" });
      if (look.viewport === WIDE) {
        await button(mine, "Save with the chosen values").click();
        await waitForHome(mine);
        expect(await vendor.read(id)).toMatchObject({ model_title: "My Creek" });
      } else {
        await button(mine, "Discard my changes and open the saved record").click();
        await expect.poll(() => name(mine).inputValue()).toBe("Their Creek");
        await shoot(mine, "their-version");
      }
      await expectDrafts();
    });

    it.each(LOOKS)(
      "are a card on Home, open in the form, and are on the record page once editing has ended (%s)",
      async (_, look) => {
        const page = await openForm(await signedIn(look));
        await name(page).fill("Carded Creek");
        await draftSaved(page).waitFor();
        await shoot(page, "bar");
        const ended = (await vendor.records()).find(({ status }) => status === "accepted")!;
        const recordId = String(ended[RECORD_ID_KEY]);
        await vendor.call(
          endpoints.saveDraft,
          {},
          {
            ...{ key: recordId, [RECORD_ID_KEY]: recordId, revision: 0, window_id: "earlier" },
            ...{ summary: { title: "Late Creek" }, content: { values: { modelName: "Late Creek" } } },
          },
        );
        await page.goto(portal.address("/app/"));
        await page.getByText(/^Draft, not saved yet: \d+ fields missing$/).waitFor();
        expect(await findAxeViolations(page)).toEqual([]);
        await shoot(page, "home");
        await page.getByRole("link", { name: "Carded Creek" }).click();
        await opened(page).waitFor();
        expect(await findAxeViolations(page)).toEqual([]);
        await shoot(page, "opened");
        await button(page, "Discard").click();
        await expectDrafts("Late Creek");
        expect(await focusedText(page)).toMatch(/^Your draft was discarded\./);
        await page.goto(portal.address(`/app/form/${recordId}`));
        await page.getByText(/Model name: Late Creek/).waitFor();
        expect(page.url()).toContain(`/app/view/${recordId}`);
        expect(await findAxeViolations(page)).toEqual([]);
        await shoot(page, "view");
        await button(page, "Discard").click();
        await expectDrafts();
        expect(await focusedText(page)).toMatch(/^Your draft was discarded\./);
      },
    );
  });

  it.each(LOOKS)(
    "contact dialog has no axe violations in search, create, edit and confirm, and shows unsaved values when reopened (%s)",
    async (_, look) => {
      const page = await openForm(await signedIn(look));
      const dialog = page.getByRole("dialog");
      const input = (label: string) => dialog.getByRole("textbox", { name: label });
      const saves: string[] = [];
      const isDraft = (url: string) => url.endsWith(endpoints.saveDraft.path);
      page.on("request", (request) => {
        if (request.method() === "POST" && !isDraft(request.url())) saves.push(request.url());
      });

      await button(page, "Select an existing contact: Contact 1").click();
      await dialog.getByText("Start typing a name or email to search existing contacts").waitFor();
      const list = dialog.getByRole("list", { name: "Contacts found" }).locator("..");
      expect((await list.boundingBox())?.height).toBe(400);
      await dialog.getByRole("searchbox").fill("nobody@example.com");
      await dialog
        .getByText(
          "No contacts matching this search information found. Would you like to create a new contact?",
        )
        .waitFor();
      expect(await findAxeViolations(page)).toEqual([]);
      await shoot(page, "search");

      const [known] = await vendor.call(endpoints.listContacts);
      await dialog.getByRole("button", { name: "Create a new contact" }).click();
      expect(await input("Email").inputValue()).toBe("nobody@example.com");
      await input("Email").fill(String(known!["email"]).toUpperCase());
      await input("First name").fill("Nora");
      await page.keyboard.press("Enter");
      await button(page, "Create contact").click();
      await dialog
        .getByText(
          "A contact with this email already exists. Please select the contact from existing contacts list instead.",
        )
        .first()
        .waitFor();
      expect(await findAxeViolations(page)).toEqual([]);
      await page.keyboard.press("Escape");
      await dialog.waitFor({ state: "detached" });
      await button(page, "Create a new contact: Contact 1").click();
      await dialog.getByText("The form shows your unsaved changes to this contact.").waitFor();
      expect(await findAxeViolations(page)).toEqual([]);
      await shoot(page, "typed-before");
      await button(page, "Close").click();
      await dialog.waitFor({ state: "detached" });

      await button(page, "Edit: Contact 1").click();
      expect(await input("Email").isDisabled()).toBe(true);
      await input("First name").press("End");
      await page.keyboard.type(" Luz");
      await page.keyboard.press("Enter");
      expect(await findAxeViolations(page)).toEqual([]);
      await button(page, "Update contact").click();
      await dialog
        .getByText(
          "Are you sure you want to update this contact? It will update this contact across our system.",
        )
        .waitFor();
      expect(await findAxeViolations(page)).toEqual([]);
      await shoot(page, "confirmation");
      await page.keyboard.press("Escape");
      expect(saves).toEqual([]);
    },
  );

  /** Saves a screenshot if DRAFT_PICTURES names a folder. */
  async function shoot(page: Page, what: string): Promise<void> {
    const folder = process.env["DRAFT_PICTURES"];
    if (folder) await page.screenshot({ path: join(folder, `${what}-${page.viewportSize()?.width}.png`) });
  }
});
