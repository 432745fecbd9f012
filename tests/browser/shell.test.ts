import type { Page } from "playwright-core";
import { describe, expect, it } from "vitest";
import { findAxeViolations } from "../support/findAxeViolations.ts";
import { fillInLogin } from "../support/fillInLogin.ts";
import { inChromium } from "../support/portalInChromium.ts";
import { seeMessage } from "../support/seeMessage.ts";

const SESSION = "flood-model-portal.session";
const DESK = { width: 1280, height: 900 };
const PHONE = { width: 390, height: 844 };

inChromium("the portal shell", (portal) => {
  const named = (page: Page, name: string | RegExp) =>
    page.getByRole("heading", { level: 1, name }).waitFor();

  const pages: [path: string, name: string | RegExp][] = [
    ["/app/", "Metadata Records"],
    ["/app/form/new", "Create new metadata record"],
    ["/app/form/1", "Edit"],
    ["/app/view/4", "Pecan Branch"],
    ["/app/instructions/1", /.+/],
    ["/app/settings", "Settings"],
    ["/app/about", "About metadata records & the upload process"],
    ["/app/support", "Support"],
    ["/app/dictionary", "What each field means"],
  ];

  describe.each([
    ["a desk, light", DESK, "light"],
    ["a phone, dark", PHONE, "dark"],
  ] as const)("on %s", (_, viewport, colorScheme) => {
    it("has no accessibility violations on the login page and its Forgot password form", async () => {
      const page = await portal.newPage({ viewport, colorScheme });
      await page.goto(portal.url);
      await named(page, "Log in");
      expect(page.url()).toBe(portal.address("/login"));
      expect(await findAxeViolations(page)).toEqual([]);
      await page.getByRole("button", { name: "Log in" }).click();
      await page.getByText("Username is required").waitFor();
      await page.getByText("Password is required").waitFor();
      expect(await findAxeViolations(page)).toEqual([]);
      await page.getByRole("button", { name: "Forgot password?" }).click();
      await page.getByRole("button", { name: "Send reset instructions" }).click();
      await page.getByText("Email address is required").waitFor();
      expect(await findAxeViolations(page)).toEqual([]);
    });

    it("shows every page with its title, without horizontal scrolling or accessibility violations", async () => {
      const page = await portal.signedIn("vendor1", { viewport, colorScheme });
      for (const [path, name] of pages) {
        await page.goto(portal.address(path));
        await named(page, name);
        const loading = page.getByText(/^(Loading|Opening)/).or(page.locator(".MuiSkeleton-root"));
        await expect.poll(() => loading.count()).toBe(0);
        const heading = await page.getByRole("heading", { level: 1 }).textContent();
        expect(await page.title(), path).toBe(`${heading} | Flood Model Portal`);
        expect(page.url(), path).toBe(portal.address(path));
        const overflow = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
        expect(overflow, `${path} is wider than the window`).toBeLessThanOrEqual(0);
        expect(await findAxeViolations(page), path).toEqual([]);
      }
    });
  });

  describe.each([
    ["at 200 percent", { width: 640, height: 450 }],
    ["on the narrowest phone", { width: 320, height: 568 }],
  ])("%s, with reduced motion preferred", (_, viewport) => {
    it("keeps all controls reachable and animates nothing", async () => {
      const page = await portal.newPage({ viewport, reducedMotion: "reduce" });
      await page.goto(portal.url);
      await named(page, "Log in");
      expect(await faultsOfLayout(page), "login").toEqual([]);
      await fillInLogin(page, "vendor1");
      await named(page, "Metadata Records");
      for (const [path, name] of pages.slice(0, 5)) {
        await page.goto(portal.address(path));
        await named(page, name);
        const loading = page.getByText(/^(Loading|Opening)/).or(page.locator(".MuiSkeleton-root"));
        await expect.poll(() => loading.count()).toBe(0);
        expect(await faultsOfLayout(page), path).toEqual([]);
      }
    });
  });

  it("loads without animation if reduced motion is preferred", async () => {
    const page = await portal.signedIn("vendor1", { reducedMotion: "reduce" });
    await page.route("**/vendors/list-records/**", () => undefined);
    await page.reload();
    await page.getByText(/^Loading/).waitFor();
    expect(await page.evaluate(() => document.getAnimations().length)).toBe(0);
  });

  it("gives the side menu 350 px and the content 850 px", async () => {
    const page = await portal.signedIn();
    const menu = await page.getByRole("banner").boundingBox();
    const content = await page.locator("main > div").first().boundingBox();
    expect([menu!.width, content!.width]).toEqual([350, 850]);
    await page.setViewportSize({ width: 871, height: 800 });
    expect((await page.getByRole("banner").boundingBox())!.width).toBe(350);
    await page.setViewportSize({ width: 870, height: 800 });
    await page.getByRole("button", { name: "Menu" }).waitFor();
  });

  it("opens the menu on a phone and closes it by button, Escape or a choice", async () => {
    const page = await portal.signedIn("vendor1", { viewport: PHONE });
    const open = () => page.getByRole("button", { name: "Menu", exact: true }).click();
    const isClosed = () => page.getByRole("navigation", { name: "Main" }).waitFor({ state: "detached" });
    await open();
    await page.getByText("Signed in as Vera Delgado (vendor1)").waitFor();
    expect(await findAxeViolations(page)).toEqual([]);
    await page.getByRole("button", { name: "Close menu" }).click();
    await isClosed();
    await open();
    await page.keyboard.press("Escape");
    await isClosed();
    await open();
    await page.getByRole("link", { name: "Support" }).click();
    await isClosed();
    await named(page, "Support");
  });

  it("redirects every unknown path as specified", async () => {
    const page = await portal.newPage();
    for (const path of ["", "/", "/app", "/app/nowhere", "/anything/else"]) {
      await page.goto(portal.address(path));
      await named(page, "Log in");
      expect(page.url(), path).toBe(portal.address("/login"));
    }
    await fillInLogin(page, "vendor1");
    await named(page, "Metadata Records");
    for (const path of [
      "",
      "/app",
      "/app/nowhere",
      "/app/form",
      "/app/settings/more",
      "/login",
      "/anything/else",
    ]) {
      await page.goto(portal.address(path));
      await named(page, "Metadata Records");
      await page.waitForURL(portal.address("/app/"));
    }
    await seeMessage(page.getByText("This record could not be found."), () =>
      page.goto(portal.address("/app/view/999999")),
    );
    await page.waitForURL(portal.address("/app/"));
  });

  it("opens a deep link after login", async () => {
    const page = await portal.newPage();
    await page.goto(portal.address("/app/view/4"));
    await named(page, "Log in");
    await fillInLogin(page, "vendor1");
    await named(page, "Pecan Branch");
    expect(page.url()).toBe(portal.address("/app/view/4"));
  });

  it("refuses wrong credentials and a user without a role with the same message", async () => {
    const page = await portal.newPage();
    await page.goto(portal.address("/login"));
    for (const [username, password] of [
      ["vendor2", "wrong"],
      ["viewer1", "FloodModel2026"],
    ] as const) {
      await fillInLogin(page, username, password);
      await page.getByText("Could not log in with the provided credentials.").waitFor();
      expect(await findAxeViolations(page)).toEqual([]);
      expect(await page.evaluate((name) => localStorage.getItem(name), SESSION)).toBeNull();
      await page.reload();
    }
  });

  it("ends an expired session and returns to the same page after login", async () => {
    const page = await portal.signedIn();
    await page.goto(portal.address("/app/about"));
    await named(page, /^About/);
    await page.evaluate((name) => {
      const account = JSON.parse(localStorage.getItem(name)!);
      localStorage.setItem(name, JSON.stringify({ ...account, expirationTime: Date.now() / 1000 + 2 }));
    }, SESSION);
    await page.reload();
    await named(page, /^About/);
    await page.getByText("Session expired").waitFor();
    expect(page.url()).toBe(portal.address("/login"));
    await page.getByText("Session expired").waitFor({ state: "detached", timeout: 4500 });
    await fillInLogin(page, "vendor1");
    await named(page, /^About/);
  });

  it.each([1280, 390])("warns before the session ends, far down a form at %i px", async (width) => {
    const page = await portal.signedIn("vendor1", { viewport: { width, height: 844 } });
    await page.evaluate((name) => {
      const account = JSON.parse(localStorage.getItem(name)!);
      localStorage.setItem(name, JSON.stringify({ ...account, expirationTime: Date.now() / 1000 + 250 }));
    }, SESSION);
    await page.goto(portal.address("/app/form/new"));
    await page.getByRole("textbox", { name: "Software version" }).focus();
    await page.getByText(/^Your session ends at/).waitFor();
    expect(await page.evaluate(() => window.scrollY)).toBeGreaterThan(500);
    const stay = page.getByRole("button", { name: "Stay signed in" });
    const { y } = (await stay.boundingBox())!;
    expect(y).toBeGreaterThan(0);
    expect(y).toBeLessThan(200);
    await stay.click();
    await page.getByRole("dialog", { name: "Sign in again" }).waitFor();
  });

  it("ends the session when the server rejects its token", async () => {
    const page = await portal.signedIn();
    await page.evaluate((name) => {
      const account = JSON.parse(localStorage.getItem(name)!);
      localStorage.setItem(name, JSON.stringify({ ...account, accessToken: "forged" }));
    }, SESSION);
    await page.reload();
    await page.getByText("Session expired").waitFor();
    expect(page.url()).toBe(portal.address("/login"));
    expect(await page.evaluate((name) => localStorage.getItem(name), SESSION)).toBeNull();
    expect(await findAxeViolations(page)).toEqual([]);
  });

  it("logs out in every open tab", async () => {
    const page = await portal.signedIn();
    const other = await page.context().newPage();
    await other.goto(portal.address("/app/support"));
    await named(other, "Support");
    await page.getByRole("button", { name: "Logout" }).click();
    await page.getByText("Logged out").waitFor();
    await named(other, "Log in");
    await other.getByText("Logged out").waitFor();
    expect(other.url()).toBe(portal.address("/login"));
    expect(await page.evaluate((name) => localStorage.getItem(name), SESSION)).toBeNull();
    // Another user starts at Home, in every tab.
    await fillInLogin(page, "vendor2");
    await named(page, "Metadata Records");
    await named(other, "Metadata Records");
  });

  it("shows a connection error on every page and recovers with Retry", async () => {
    const page = await portal.signedIn();
    const retried: [path: string, calls: string][] = [
      ["/app/", "**/vendors/list-records/**"],
      ["/app/form/1", "**/vendors/get-record/**"],
      ["/app/view/4", "**/vendors/get-record/**"],
      ["/app/instructions/1", "**/vendors/get-record/**"],
      ["/app/settings", "**/contacts/get-contact/**"],
    ];
    for (const [path, calls] of retried) {
      await page.route(calls, (route) => route.abort());
      await page.goto(portal.address(path));
      const alert = page.getByRole("alert").filter({ has: page.getByRole("button", { name: "Retry" }) });
      await alert.getByText("The portal could not be reached.").waitFor();
      expect(await findAxeViolations(page), path).toEqual([]);
      await page.unroute(calls);
      await alert.getByRole("button", { name: "Retry" }).click();
      await alert.waitFor({ state: "detached" });
    }
  });

  it("offers Retry when a page's code fails to load", async () => {
    const page = await portal.signedIn();
    await page.route("**/assets/AboutPage*", (route) => route.abort());
    await page.getByRole("link", { name: "About" }).click();
    await page.getByText("This page could not be loaded").waitFor();
    await page.getByText("The portal could not be reached.").waitFor();
    expect(await findAxeViolations(page)).toEqual([]);
    await page.unroute("**/assets/AboutPage*");
    await page.getByRole("button", { name: "Retry" }).click();
    await named(page, /^About/);
  });

  it("offers Retry when the portal's code fails to load", async () => {
    const page = await portal.newPage();
    await page.route("**/assets/portal-*", (route) => route.abort());
    await page.goto(portal.address("/login"));
    await fillInLogin(page, "vendor1");
    await page.getByText("The portal could not be opened").waitFor();
    expect(await findAxeViolations(page)).toEqual([]);
    await page.unroute("**/assets/portal-*");
    await page.getByRole("button", { name: "Retry" }).click();
    await named(page, "Metadata Records");
  });

  it("updates the user's contact, in the side menu too, and validates a new password", async () => {
    const page = await portal.signedIn("vendor2");
    await page.getByText("Signed in as Victor Nguyen (vendor2)").waitFor();
    await page.getByRole("link", { name: "Settings" }).click();
    const contact = page.getByRole("region", { name: "Update Contact Information" });
    const passwords = page.getByRole("region", { name: "Password Reset" });
    await contact.getByLabel(/^First name/).fill("");
    await contact.getByRole("button", { name: "Update contact" }).click();
    await contact.getByText("Required").first().waitFor();
    expect(await findAxeViolations(page)).toEqual([]);
    await contact.getByLabel(/^First name/).fill("Viktor");
    await seeMessage(page.getByText("Saved contact information!"), () =>
      contact.getByRole("button", { name: "Update contact" }).click(),
    );
    await page.getByText("Signed in as Viktor Nguyen (vendor2)").waitFor();

    const reset = async (...values: string[]) => {
      for (const [index, label] of [/^Current password/, /^New password/, /^Confirm new/].entries())
        await passwords.getByLabel(label).fill(values[index]!);
      await passwords.getByRole("button", { name: "Reset password" }).click();
    };
    await reset("", "short", "other");
    await passwords.getByText("Required").first().waitFor();
    await passwords.getByText("Invalid password, must be 10 characters or more").first().waitFor();
    await passwords.getByText("Passwords must match").first().waitFor();
    await reset("x", "with symbols!", "with symbols!");
    await passwords
      .getByText(/^Due to usage in scripts/)
      .first()
      .waitFor();
    expect(await findAxeViolations(page)).toEqual([]);
    await seeMessage(page.locator(".MuiSnackbar-root").getByText("Failed to reset password."), () =>
      reset("wrong", "FloodModel2027", "FloodModel2027"),
    );
    await passwords.getByText("Failed to reset password.", { exact: true }).waitFor();
    await seeMessage(page.getByText("Reset password successfully!"), () =>
      reset("FloodModel2026", "FloodModel2027", "FloodModel2027"),
    );
    expect(await passwords.getByLabel(/^New password/).inputValue()).toBe("");
  });

  it("pre-fills the support email with the details of a problem", async () => {
    const page = await portal.signedIn();
    await page.goto(portal.address("/app/support"));
    const mail = await page.getByRole("link", { name: "Write an email" }).getAttribute("href");
    const { protocol, pathname, searchParams } = new URL(mail!);
    expect([protocol, pathname]).toEqual(["mailto:", "support@example.com"]);
    expect(searchParams.get("subject")).toBe("Flood Model Portal: problem of vendor1");
    expect(searchParams.get("body")).toContain("User: vendor1\r\n");
    expect(searchParams.get("body")).toContain("Chrome");
  });

  // Must be the last test: it locks logins from this address.
  it("closes a phone's menu when a link asks about unsaved changes, on Stay and on Leave", async () => {
    const page = await portal.signedIn("vendor1", { viewport: PHONE });
    await page.goto(portal.address("/app/settings"));
    const name = page.getByLabel(/^First name/);
    await name.fill("Vera Maria");
    const ask = async () => {
      await page.getByRole("button", { name: "Menu" }).click();
      await page.getByRole("link", { name: "About" }).click();
      await page.getByRole("dialog", { name: "Leave without saving?" }).waitFor();
    };
    await ask();
    await page.getByRole("button", { name: "Stay" }).click();
    await named(page, "Settings");
    expect(await name.inputValue()).toBe("Vera Maria");
    await ask();
    await page.getByRole("button", { name: "Leave" }).click();
    await named(page, /^About/);
    expect(new URL(page.url()).pathname).toBe("/metadata_app/app/about");
  });

  it("locks the login after ten failed attempts and shows how long to wait", async () => {
    const page = await portal.newPage();
    await page.goto(portal.address("/login"));
    for (let tries = 0; tries < 10; tries += 1) {
      const answer = page.waitForResponse(/signin/);
      await fillInLogin(page, "vendor1", `guess ${tries}`);
      if ((await answer).status() === 429) break;
      await page.getByRole("button", { name: "Log in" }).and(page.locator(":enabled")).waitFor();
    }
    await fillInLogin(page, "vendor1");
    await page.getByText(/Too many wrong passwords\. Wait \d+ minutes? and try again\./).waitFor();
    expect(await findAxeViolations(page)).toEqual([]);
  });
});

/** Finds controls outside the window, bars that cover half of it, and animations. */
const faultsOfLayout = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const nameOf = (element: Element) => element.outerHTML.slice(0, 120);
    const faults: string[] = [];
    const { scrollWidth } = document.documentElement;
    if (scrollWidth > innerWidth) faults.push(`${scrollWidth - innerWidth} pixels beyond the window`);
    const isScrolled = (element: Element | null): boolean =>
      element !== null &&
      (element.scrollWidth > element.clientWidth + 1 || isScrolled(element.parentElement));
    for (const control of document.querySelectorAll("a, button, input, select, textarea, summary")) {
      const { left, right, width } = control.getBoundingClientRect();
      if (width > 1 && (left < 0 || right > innerWidth) && !isScrolled(control.parentElement))
        faults.push(`beyond the side: ${nameOf(control)}`);
    }
    for (const element of document.querySelectorAll("*")) {
      const { position, transitionDuration, animationDuration } = getComputedStyle(element);
      const times = `${transitionDuration}, ${animationDuration}`.split(", ").map(parseFloat);
      if (Math.max(...times) > 0.001) faults.push(`moves: ${nameOf(element)}`);
      const { clientWidth, clientHeight } = element;
      if (/fixed|sticky/.test(position) && clientHeight > innerHeight / 2 && clientWidth > innerWidth / 2)
        faults.push(`takes half of the window: ${nameOf(element)}`);
    }
    return faults;
  });
