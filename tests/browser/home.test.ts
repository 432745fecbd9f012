import type { BrowserContextOptions, Page } from "playwright-core";
import { beforeAll, describe, expect, it } from "vitest";
import { endpoints } from "../../src/contract/wire/endpoints.ts";
import { findAxeViolations } from "../support/findAxeViolations.ts";
import { inChromium } from "../support/portalInChromium.ts";
import { openVendorSession } from "../support/openVendorSession.ts";
import { signInContext } from "../support/signInContext.ts";

const LIST = "**/vendors/list-records/**";
const MINUTE = 60_000;

interface Listed {
  type: string;
  features: { properties: Record<string, unknown> }[];
}

inChromium("Home", (portal) => {
  let account: object;
  beforeAll(async () => {
    ({ account } = await openVendorSession(portal.url));
  });

  async function home(options: BrowserContextOptions = {}, before?: (page: Page) => Promise<unknown>) {
    const page = await portal.newPage(options);
    await before?.(page);
    await signInContext(page.context(), account);
    await page.goto(portal.address("/app/"));
    await page.getByRole("heading", { level: 1, name: "Metadata Records" }).waitFor();
    return page;
  }

  const cards = (page: Page) => page.getByRole("main").locator("li:has(a.opens)");
  const search = (page: Page) => page.getByRole("searchbox", { name: /^Search/ });
  const asTable = async (page: Page) => {
    await page.getByRole("button", { name: "Table", exact: true }).click();
    await page.getByRole("row").nth(1).waitFor();
  };

  /** Calls a vendor service as the user of the page. */
  async function call(page: Page, { method, path }: { method: string; path: string }, body: object) {
    const token = await page.evaluate(
      () => JSON.parse(localStorage.getItem("flood-model-portal.session")!).accessToken as string,
    );
    const answer = await fetch(`${portal.url}/api${path}`, {
      method,
      headers: { "content-type": "application/json", "x-access-token": token },
      body: JSON.stringify(body),
    });
    expect(answer.status).toBe(200);
    return (await answer.json()) as Listed;
  }

  it("shows conflicting uploads until they are dismissed, also after a reload", async () => {
    const page = await home();
    const words = page.getByText("Multipled conflicting uploads were detected for Pecan Branch");
    await page.getByText("Multiple Uploads Detected").waitFor();
    await words.waitFor();
    await page.getByRole("link", { name: "Resolve Now: Pecan Branch" }).click();
    await page.waitForURL(/\/app\/view\/\d+$/);
    await page.goBack();
    await page.getByRole("button", { name: "Dismiss: Pecan Branch" }).click();
    await words.waitFor({ state: "detached" });
    const conflicts = page.waitForResponse(/get-upload-conflicts/);
    await page.reload();
    await conflicts;
    await cards(page).first().waitFor();
    expect(await words.count()).toBe(0);
  });

  it("prefetches a link's screen on hover and shows it without a loading state", async () => {
    const page = await home();
    const link = page.getByRole("link", { name: "Resolve Now: Pecan Branch" });
    await link.waitFor();
    const code = page.waitForResponse(/RecordView-/);
    await link.hover();
    await code;
    // The code imports more files.
    const countFiles = () => page.evaluate(() => performance.getEntriesByType("resource").length);
    const isQuiet = async () => {
      const before = await countFiles();
      await page.waitForTimeout(500);
      return (await countFiles()) === before;
    };
    await expect.poll(isQuiet).toBe(true);
    await page.evaluate(() => {
      const look = () => {
        const waits = [...document.querySelectorAll("main [role=status]")];
        if (waits.some(({ textContent }) => textContent === "Loading…")) document.body.dataset["waited"] = "";
      };
      new MutationObserver(look).observe(document.body, { childList: true, subtree: true });
    });
    await link.click();
    await page.getByRole("heading", { level: 1, name: "Pecan Branch" }).waitFor();
    expect(await page.locator("[data-waited]").count()).toBe(0);
  });

  it("polls each minute and gets 304 each time while nothing has changed", async () => {
    const page = await home({}, (fresh) => fresh.clock.install());
    await cards(page).first().waitFor();
    const cdp = await page.context().newCDPSession(page);
    await cdp.send("Network.enable");
    const asked = new Map<string, string>();
    const statuses: Record<string, number[]> = {};
    cdp.on("Network.requestWillBeSent", ({ requestId, request }) => asked.set(requestId, request.url));
    cdp.on("Network.responseReceivedExtraInfo", ({ requestId, statusCode }) => {
      (statuses[asked.get(requestId)?.split("/").at(-2) ?? ""] ??= []).push(statusCode);
    });
    const listStatuses = () => [statuses["list-records"] ?? [], statuses["get-upload-conflicts"] ?? []];
    // A poll is left out while the response to the one before is still being processed.
    const countPolls = async () => {
      await page.clock.fastForward(MINUTE + 1000);
      return Math.min(...listStatuses().map(({ length }) => length));
    };
    await expect.poll(countPolls, { interval: 1000 }).toBeGreaterThanOrEqual(2);
    expect(new Set(listStatuses().flat())).toEqual(new Set([304]));
  });

  it("keeps an open menu and its focus when a poll brings a new record", async () => {
    const page = await home({}, (fresh) => fresh.clock.install());
    await cards(page).first().waitFor();
    const before = await cards(page).count();
    const button = page.locator(`li:has-text("rejected") [aria-label="Actions for Leon Creek"]`);
    await button.click();
    await page.getByRole("menuitem", { name: "Duplicate" }).focus();
    const id = await page.getByRole("menuitem", { name: "View" }).getAttribute("href");
    await call(page, endpoints.duplicateRecord, { tdis_identifier: id!.split("/").at(-1) });
    const polled = page.waitForResponse(/list-records/);
    await page.clock.fastForward(MINUTE + 1000);
    await polled;
    await expect.poll(() => cards(page).count()).toBe(before + 1);
    expect(await page.evaluate(() => document.activeElement?.textContent)).toBe("Duplicate");
    expect(await findAxeViolations(page)).toEqual([]);
  });

  it("keeps search, filter and sort order in the URL after visiting a record and after a reload", async () => {
    const page = await home();
    const names = () => cards(page).getByRole("heading").allTextContents();
    await search(page).fill("creek");
    await expect.poll(() => page.url()).toContain("creek");
    // The URL has the search before the list has it.
    await expect.poll(async () => (await names()).every((name) => /creek/i.test(name))).toBe(true);
    await page.getByRole("combobox", { name: "Sort by" }).click();
    await page.getByRole("option", { name: "Name, A to Z" }).click();
    await expect.poll(async () => isSorted(await names())).toBe(true);
    expect(await names()).toContain("Denton Creek");
    const shown = await names();
    expect(await findAxeViolations(page)).toEqual([]);
    await cards(page).getByRole("link").first().click();
    await page.waitForURL(/\/app\/(form|view)\//);
    await page.goBack();
    await expect.poll(names).toEqual(shown);
    await page.reload();
    await expect.poll(names).toEqual(shown);
    expect(await search(page).inputValue()).toBe("creek");
  });

  it("keeps the search when a sort order is chosen as soon as the URL has the search", async () => {
    const page = await home();
    await page.getByRole("combobox", { name: "Sort by" }).click();
    const option = await page.getByRole("option", { name: "Name, A to Z" }).elementHandle();
    await page.evaluate((item) => {
      const pushState = history.pushState.bind(history);
      history.pushState = (...parameters) => {
        pushState(...parameters);
        history.pushState = pushState;
        setTimeout(() => (item as HTMLElement).click());
      };
    }, option);
    await page.locator("input[type=search]").fill("creek");
    const parameters = () => new URL(page.url()).searchParams;
    await expect.poll(() => parameters().get("order")).toBe("ASC");
    expect(parameters().get("filter")).toBe('{"q":"creek"}');
  });

  it("shows records on a map and filters by county", async () => {
    const page = await home();
    await page.getByRole("button", { name: "Map", exact: true }).click();
    await page.getByRole("img", { name: /^Map of Texas: records in/ }).waitFor();
    expect(await findAxeViolations(page)).toEqual([]);
    const before = await cards(page).count();
    await page.getByText("Show as a table").click();
    await page
      .getByRole("button", { name: /County$/ })
      .first()
      .click();
    await expect.poll(() => cards(page).count()).toBeLessThan(before);
  });

  it("keeps showing the records when a poll fails", async () => {
    const page = await home({}, (fresh) => fresh.clock.install());
    await cards(page).first().waitFor();
    await page.route(LIST, (route) => route.abort());
    await page.clock.fastForward(MINUTE + 1000);
    await page.clock.fastForward(1000);
    await page.getByText("Your records could not be refreshed. Check your connection.").waitFor();
    expect(await cards(page).count()).toBeGreaterThan(5);
    expect(await findAxeViolations(page)).toEqual([]);
    await page.unroute(LIST);
    await page.getByRole("button", { name: "Retry" }).click();
    await page.getByText("could not be refreshed").waitFor({ state: "detached" });
  });

  it("deletes a record, and restores it with Undo or from the deleted records", async () => {
    const page = await home();
    const remove = async () => {
      await page.getByRole("button", { name: "Actions for Denton Creek" }).click();
      await page.getByRole("menuitem", { name: "Delete" }).click();
      await page.getByText("Denton Creek was deleted.").waitFor();
    };
    const link = page.getByRole("link", { name: "Denton Creek" });
    await remove();
    await link.waitFor({ state: "detached" });
    expect(await findAxeViolations(page)).toEqual([]);
    await page.keyboard.press("Enter");
    await link.waitFor();
    await remove();
    await page.getByRole("link", { name: "Deleted records" }).click();
    await page.getByRole("button", { name: "Restore Denton Creek" }).waitFor();
    // A notification that fades out has too little contrast.
    await page.getByText("Denton Creek was deleted.").waitFor({ state: "detached" });
    expect(await findAxeViolations(page)).toEqual([]);
    await page.getByRole("button", { name: "Restore Denton Creek" }).click();
    await page.getByText("No deleted records").waitFor();
    await page.getByRole("link", { name: "Metadata Records" }).click();
    await link.waitFor();
  });

  it("does not break words in the status counts on a narrow phone", async () => {
    const page = await home({ viewport: { width: 320, height: 900 } });
    const filter = page.getByRole("button", { name: /pending admin acceptance/ });
    await filter.waitFor();
    const lines = (word: string) =>
      filter.evaluate((element, wanted) => {
        const texts = [...element.childNodes].filter((node): node is Text => node instanceof Text);
        const text = texts.find(({ data }) => data.includes(wanted))!;
        const range = document.createRange();
        range.setStart(text, text.data.indexOf(wanted));
        range.setEnd(text, text.data.indexOf(wanted) + wanted.length);
        return range.getClientRects().length;
      }, word);
    expect(await lines("acceptance")).toBe(1);
  });

  it("cuts a name of 300 characters after two lines on a phone, in notices and above the form", async () => {
    const name = `${"Floodplain".repeat(12)} ${"of the upper reach ".repeat(10)}`.slice(0, 300);
    const page = await home({ viewport: { width: 390, height: 844 } }, (opened) =>
      opened.route(/vendors\/(list-records|get-record)\//, async (route) => {
        const list = (await (await route.fetch()).json()) as Listed;
        for (const { properties } of list.features) properties["model_title"] = name;
        await route.fulfill({ json: list });
      }),
    );
    await page.getByText("Multiple Uploads Detected").waitFor();
    const record = cards(page).filter({ hasText: "in progress" }).first();
    await record.getByRole("button").click();
    await page.getByRole("menuitem", { name: "Delete" }).click();
    const undo = page.getByRole("button", { name: "Undo" });
    await undo.waitFor();
    const countLines = () =>
      page
        .getByRole("main")
        .locator("bdi", { hasText: name })
        .evaluateAll((elements) =>
          elements.map((element) =>
            Math.round(element.clientHeight / parseFloat(getComputedStyle(element).lineHeight)),
          ),
        );
    expect(await countLines()).toEqual([2, 2]);
    await undo.click();
    await undo.waitFor({ state: "detached" });
    await record.getByRole("link").click();
    await page.getByRole("heading", { level: 2, name: "Identifiers" }).waitFor();
    expect(await countLines()).toEqual([2]);
  });

  describe.each([
    [1280, "dark"],
    [390, "light"],
  ] as const)("the table at %i pixels, %s", (width, colorScheme) => {
    it("sorts by pointer and keyboard, and pages", async () => {
      const page = await home({ viewport: { width, height: 900 }, colorScheme });
      await asTable(page);
      const names = () => page.locator("tbody tr td:nth-child(2)").allTextContents();
      const header = page.getByRole("columnheader", { name: "Model name" });
      await expect.poll(() => page.locator("tbody tr").count()).toBe(7);
      await page.getByText(/^page 1 of 2$/).waitFor();
      expect(await findAxeViolations(page)).toEqual([]);
      expect(await header.getAttribute("aria-sort")).toBeNull();
      await header.getByRole("button").click();
      await expect.poll(() => header.getAttribute("aria-sort")).toBe("ascending");
      // The rows are sorted a moment after the header says so.
      await expect.poll(async () => isSorted(await names())).toBe(true);
      const ascending = await names();
      await page.keyboard.press("Enter");
      await expect.poll(() => header.getAttribute("aria-sort")).toBe("descending");
      await expect.poll(async () => (await names())[0]).not.toBe(ascending[0]);
      // The pointer is on the header, whose tooltip fades in.
      await page.getByRole("tooltip").waitFor();
      expect(await findAxeViolations(page)).toEqual([]);
      await page.getByRole("button", { name: "Last page" }).click();
      await page.getByText(/^page 2 of 2$/).waitFor();
      await search(page).fill("zzz");
      await page.getByText("No records found").waitFor();
      expect(await findAxeViolations(page)).toEqual([]);
    });

    it("limits the size of cells and shows which data are available", async () => {
      const page = await home({ viewport: { width, height: 900 }, colorScheme });
      await asTable(page);
      const boxes = await page
        .locator("tbody td > div")
        .evaluateAll((cells) => cells.map(({ clientWidth, clientHeight }) => [clientWidth, clientHeight]));
      expect(Math.max(...boxes.map(([wide]) => wide!))).toBeLessThanOrEqual(300);
      expect(Math.max(...boxes.map(([, high]) => high!))).toBeLessThanOrEqual(70);
      const widths = await page
        .locator("thead tr > *")
        .evaluateAll((all) => all.map((one) => one.clientWidth));
      expect(widths[0]).toBeGreaterThanOrEqual(189);
      expect(Math.min(...widths.slice(1))).toBeGreaterThanOrEqual(200);
      await search(page).fill("cibolo");
      await page
        .getByRole("row", { name: /Cibolo Creek/ })
        .getByText("Data available")
        .waitFor();
      await page.reload();
      await page.getByRole("table").waitFor();
    });
  });

  describe("with 5,000 records", () => {
    /** Answers the list call with 5,000 copies of the records, each with its own name and id. */
    const multiplied = (page: Page) =>
      page.route(LIST, async (route) => {
        const answer = (await (await route.fetch()).json()) as Listed;
        const features = Array.from({ length: 5000 }, (_, index) => {
          const { properties } = answer.features[index % answer.features.length]!;
          return {
            properties: {
              ...properties,
              tdis_identifier: String(index + 1000),
              model_title: `Model ${index}`,
            },
          };
        });
        await route.fulfill({ json: { type: "FeatureCollection", features } });
      });

    it("filters cards and loads more of them on scrolling", async () => {
      const page = await home({}, multiplied);
      await page.getByText("48 of 5,000 records shown").waitFor();
      expect(await cards(page).count()).toBe(48);
      await page.evaluate(async () => {
        const input = document.querySelector<HTMLInputElement>("input[type=search]")!;
        const set = Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, "value")!.set!;
        set.call(input, "model 4999");
        input.dispatchEvent(new Event("input", { bubbles: true }));
        while (document.querySelectorAll("main li a.opens").length !== 1)
          await new Promise((resolve) => requestAnimationFrame(resolve));
      });
      await search(page).fill("");
      await page.getByText("48 of 5,000 records shown").waitFor();
      await page.mouse.wheel(0, 100_000);
      await expect.poll(() => cards(page).count()).toBeGreaterThan(48);
      await page.getByRole("button", { name: "Show more" }).focus();
    });

    it("sorts and filters the table", async () => {
      const page = await home({}, multiplied);
      await asTable(page);
      await page.getByText("page 1 of 715").waitFor();
      await page.getByRole("columnheader", { name: "Model name" }).getByRole("button").click();
      await page.locator("tbody tr td:nth-child(2)").first().getByText("Model 0", { exact: true }).waitFor();
      await search(page).fill("model 4999");
      await page.getByText("page 1 of 1").waitFor();
    });
  });

  it("shows a first-time user where to start", async () => {
    const page = await home({ colorScheme: "dark" }, (fresh) =>
      fresh.route(LIST, (route) => route.fulfill({ json: { type: "FeatureCollection", features: [] } })),
    );
    await page.getByText("No records found").waitFor();
    await page.getByText(/First time here/).waitFor();
    expect(await findAxeViolations(page)).toEqual([]);
    await page.getByRole("link", { name: "how records and uploads work" }).click();
    await page.waitForURL(/\/app\/about$/);
  });
});

/** A copy has the name of its original, with a mark that is not part of it. */
const isSorted = (shown: string[]): boolean => {
  const names = shown.map((name) => name.replace(/\s*\(copy\)$/, ""));
  return names.every((name, at) => at === 0 || names[at - 1]!.localeCompare(name) <= 0);
};
