import type { Page } from "playwright-core";
import { afterEach, beforeAll, expect, it } from "vitest";
import type { PortalConfig } from "../../src/portal/providers/calls/portalConfig.ts";
import { endpoints } from "../../src/contract/wire/endpoints.ts";
import { DEMO_PASSWORD } from "../../src/server/seed/demoData.ts";
import { findAxeViolations } from "../support/findAxeViolations.ts";
import { inChromium } from "../support/portalInChromium.ts";
import { seeMessage } from "../support/seeMessage.ts";

inChromium("the agency review", (portal) => {
  let admin: Page;
  let vendor: Page;

  beforeAll(async () => {
    admin = await portal.signedIn("agency1", { isKept: true });
    const phone = { width: 390, height: 900 };
    vendor = await portal.signedIn("vendor2", { viewport: phone, colorScheme: "dark", isKept: true });
  });
  const named = (page: Page, name: string) => page.getByRole("heading", { level: 1, name }).waitFor();

  it("has no link in a vendor's menu and redirects vendors from /review to Home", async () => {
    await vendor.getByRole("button", { name: "Menu" }).click();
    const menu = vendor.getByRole("navigation", { name: "Main" });
    await menu.waitFor();
    expect(await menu.getByRole("link", { name: "Review" }).count()).toBe(0);
    await vendor.goto(portal.address("/app/review"));
    await vendor.waitForURL(portal.address("/app/"));
    await named(vendor, "Metadata Records");
    const signIn = await fetch(`${portal.url}/api${endpoints.signIn.path}`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ username: "vendor2", password: DEMO_PASSWORD }),
    });
    const { accessToken } = (await signIn.json()) as { accessToken: string };
    for (const { method, path } of [
      endpoints.listAllRecords,
      endpoints.acceptRecord,
      endpoints.requestChanges,
      endpoints.rejectRecord,
    ]) {
      const body = method === "POST" ? JSON.stringify({ tdis_identifier: "4", reason: "mine" }) : null;
      const headers = { "content-type": "application/json", "x-access-token": accessToken };
      expect((await fetch(`${portal.url}/api${path}`, { method, headers, body })).status, path).toBe(403);
    }
  });

  it("lists the pending records of all vendors, longest waiting first, and searches them", async () => {
    expect(await admin.title()).toBe("Review | Flood Model Portal");
    await admin.getByText("3 records", { exact: true }).waitFor();
    const names = () =>
      admin.getByRole("main").getByRole("table").first().getByRole("link").allTextContents();
    expect(await names()).toEqual(["Pecan Branch", "White Oak Bayou", "Upper Sulphur River"]);
    expect(await findAxeViolations(admin)).toEqual([]);
    const search = admin.getByRole("searchbox");
    await search.fill("sulphur");
    await admin.getByText("1 record", { exact: true }).waitFor();
    expect(await names()).toEqual(["Upper Sulphur River"]);
    await search.fill("zzz");
    await admin.getByText("No records match the search and the filters").waitFor();
    expect(await findAxeViolations(admin)).toEqual([]);
    await search.fill("");
  });

  it("blocks accepting a record whose uploads conflict and shows why", async () => {
    await admin.getByRole("link", { name: "Pecan Branch" }).click();
    await named(admin, "Pecan Branch");
    await admin
      .getByText("The vendor must resolve the conflicting uploads before you can accept this model.")
      .waitFor();
    expect(await admin.getByRole("button", { name: "Accept" }).count()).toBe(0);
    expect(await findAxeViolations(admin)).toEqual([]);
    expect(await admin.getByRole("link", { name: "Edit" }).count()).toBe(0);
    expect(await admin.getByRole("link", { name: "Upload instructions" }).count()).toBe(0);
    await admin.getByRole("link", { name: "Review" }).last().click();
    await named(admin, "Review");
  });

  afterEach(async ({ task }) => {
    if (task.result?.state === "fail")
      await admin.screenshot({ path: "test-results/review.png", fullPage: true });
  });

  it("sends a message to the vendor", async () => {
    await admin.getByRole("link", { name: "Upper Sulphur River" }).click();
    await named(admin, "Upper Sulphur River");
    await admin.getByRole("button", { name: "Send a message" }).click();
    await admin.getByRole("textbox", { name: "Message" }).fill("We look at it this week.");
    await admin.getByRole("button", { name: "Send", exact: true }).click();
    await admin.getByRole("list", { name: "Messages" }).getByText("We look at it this week.").waitFor();
  });

  it("rejects a record with reasons that name fields and files", async () => {
    const findings = admin.getByRole("heading", { name: "Findings", exact: true });
    const locateOnPage = () =>
      findings.evaluate((heading) => {
        const { left, top } = heading.getBoundingClientRect();
        return [left, top + scrollY];
      });
    await expect.poll(() => admin.getByRole("button", { name: "Accept" }).isEnabled()).toBe(true);
    const position = await locateOnPage();
    await admin.getByRole("button", { name: "Reject" }).click();
    const getText = (number: number) =>
      admin.getByRole("group", { name: `Reason ${number}` }).getByRole("textbox");
    await expect.poll(() => getText(1).evaluate((input) => input === document.activeElement)).toBe(true);
    expect(await locateOnPage()).toEqual(position);
    const send = (await admin.getByRole("button", { name: "Reject model" }).boundingBox())!;
    expect(send.y + send.height).toBeLessThanOrEqual(admin.viewportSize()!.height);
    await admin.getByRole("button", { name: "Reject model" }).click();
    await admin.getByText("Say what is to change.").first().waitFor();
    expect(await findAxeViolations(admin)).toEqual([]);
    const choose = async (number: number, typed: string, name: string) => {
      const card = admin.getByRole("group", { name: `Reason ${number}` });
      await card.getByRole("combobox").fill(typed);
      const option = admin.getByRole("option", { name, exact: true });
      await option.waitFor();
      expect(await findAxeViolations(admin)).toEqual([]);
      await option.click();
    };
    await choose(1, "descr", "Model description");
    await getText(1).fill("say which events.");
    await admin.getByRole("button", { name: "+ Add another reason" }).click();
    await choose(2, "g01", "Model_Files/UpperSulphur.g01");
    await getText(2).fill("the last reach is missing.");
    await seeMessage(
      admin.getByText(/^Rejected record! Upper Sulphur River\. It was the last record in the list\./),
      () => admin.getByRole("button", { name: "Reject model" }).click(),
    );
    await named(admin, "Review");
    const heading = admin.getByRole("heading", { level: 1 });
    await expect.poll(() => heading.evaluate((h1) => h1 === document.activeElement)).toBe(true);
    expect(await findAxeViolations(admin)).toEqual([]);
  });

  it("shows the vendor the date, admin and reason of a rejection", async () => {
    await vendor.reload();
    await vendor.getByRole("link", { name: "Upper Sulphur River" }).click();
    await named(vendor, "Upper Sulphur River");
    await vendor.getByText(/^Rejected on .* by agency1$/).waitFor();
    const reasons = vendor.getByRole("list", { name: "Reasons" });
    await reasons.getByText("Model_Files/UpperSulphur.g01: the last reach is missing.").waitFor();
    await vendor.getByText("We look at it this week.").waitFor();
    expect(await vendor.getByRole("button", { name: "Accept" }).count()).toBe(0);
    const isReached = (row: Element) => {
      const { top, bottom } = row.getBoundingClientRect();
      return row === document.activeElement && top >= 0 && bottom <= innerHeight;
    };
    const file = vendor.getByRole("treeitem", { name: "UpperSulphur.g01" });
    await reasons.getByRole("link", { name: "Model_Files/UpperSulphur.g01" }).click();
    await expect.poll(() => file.evaluate(isReached)).toBe(true);
    // The same after opening the address directly.
    await vendor.reload();
    await expect.poll(() => file.evaluate(isReached)).toBe(true);
    expect(await findAxeViolations(vendor)).toEqual([]);
  });

  it("accepts a record and removes it from the list", async () => {
    await admin.goto(portal.address("/app/review"));
    await admin.getByRole("link", { name: "White Oak Bayou" }).click();
    const locate = async (title: string) =>
      (await admin.getByRole("heading", { name: title, exact: true }).boundingBox())!;
    await admin.getByRole("heading", { name: "Fields with findings" }).waitFor();
    const [findings, metadata] = [await locate("Findings"), await locate("Metadata")];
    expect(metadata.x).toBeGreaterThan(findings.x + 300);
    expect(Math.abs(metadata.y - findings.y)).toBeLessThan(20);
    await admin.getByRole("button", { name: /^Review checklist/ }).click();
    await admin
      .getByRole("region", { name: /^Review checklist/ })
      .getByRole("textbox")
      .waitFor();
    const accept = admin.getByRole("button", { name: "Accept" });
    await expect.poll(() => accept.isEnabled()).toBe(true);
    expect(await findAxeViolations(admin)).toEqual([]);
    await accept.click();
    await admin.getByLabel(/^Why do you accept it/).fill("The period of the run is not the period covered.");
    expect(await findAxeViolations(admin)).toEqual([]);
    await seeMessage(admin.getByText(/^Accepted record!/), () =>
      admin.getByRole("button", { name: "Accept model" }).click(),
    );
    await named(admin, "Review");
    await admin.getByText("1 record", { exact: true }).waitFor();
    await admin.setViewportSize({ width: 390, height: 844 });
    await admin.emulateMedia({ colorScheme: "dark" });
    expect(await findAxeViolations(admin)).toEqual([]);
    expect(await admin.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
  });

  it("prints the names of the counties, without the keyboard hint", async () => {
    await admin.setViewportSize({ width: 1280, height: 900 });
    await admin.getByRole("img", { name: /^Map of Texas/ }).waitFor();
    const hint = admin.getByText(/^Keyboard: /);
    await hint.waitFor();
    await admin.emulateMedia({ media: "print" });
    await admin.getByRole("cell", { name: "Denton County", exact: true }).waitFor();
    expect(await hint.isVisible()).toBe(false);
    await admin.emulateMedia({ media: null });
  });

  it("shows a connection error and recovers with Retry", async () => {
    await admin.route("**/reviews/list-all-records?*", (route) => route.abort());
    await admin.reload();
    await admin.getByText("The records to review could not be loaded").waitFor();
    expect(await findAxeViolations(admin)).toEqual([]);
    await admin.unroute("**/reviews/list-all-records?*");
    await admin.getByRole("button", { name: "Retry" }).click();
    await admin.getByRole("link", { name: "Pecan Branch" }).waitFor();
  });

  it("shows a message when no record is pending, and when reviews are not supported", async () => {
    const noRecords = { type: "FeatureCollection", features: [] };
    await admin.route("**/reviews/list-all-records?*", (route) => route.fulfill({ json: noRecords }));
    await admin.reload();
    await admin.getByText("No models to review").waitFor();
    expect(await findAxeViolations(admin)).toEqual([]);
    await admin.route("**/config.json", async (route) => {
      const config = (await (await route.fetch()).json()) as Partial<PortalConfig>;
      await route.fulfill({ json: { ...config, missingCalls: ["listAllRecords"] } });
    });
    await admin.reload();
    await admin.getByText("This server does not support reviews.").waitFor();
    expect(await findAxeViolations(admin)).toEqual([]);
  });
});
