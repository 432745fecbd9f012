import { mkdtemp } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Browser, BrowserContext, BrowserContextOptions, Page } from "playwright-core";
import { afterAll, afterEach, beforeAll, describe } from "vitest";
import { chromiumPath, launchChromium } from "../../scripts/dev/lib/chromium.ts";
import { startProduct, type Product } from "../../scripts/dev/lib/startProduct.ts";
import { fillWith } from "./fillWith.ts";
import { signInAs } from "./signInAs.ts";

const WITHIN = 20_000;

interface ContextOptions extends BrowserContextOptions {
  /** Left open for the tests that follow; others are closed after their test. */
  isKept?: boolean;
}

/** The whole product with the demo data, and a browser before it. */
export interface PortalInChromium {
  /** Where the product is, without a path. */
  readonly url: string;
  /** The address of a page of the portal, e.g. of "/app/form/1". */
  address(path: string): string;
  /** A context, 1280 px wide unless told. */
  newContext(options?: ContextOptions): Promise<BrowserContext>;
  /** A page of such a context. */
  newPage(options?: ContextOptions): Promise<Page>;
  /** Such a page, signed in by the login. */
  signedIn(username?: string, options?: ContextOptions): Promise<Page>;
}

/**
 * A suite of tests of the whole product in Chromium, skipped where there is none. Pages of a failed test leave a picture
 * of themselves in test-results.
 */
export function inChromium(title: string, suite: (portal: PortalInChromium) => void): void {
  describe.skipIf(chromiumPath() === undefined)(`${title}, in Chromium`, () => {
    let product: Product;
    let browser: Browser;
    let contexts: BrowserContext[] = [];

    beforeAll(async () => {
      [product, browser] = await Promise.all([startDemo(), launchChromium()]);
    });
    afterEach(async ({ task }) => {
      if (task.result?.state === "fail") await photograph(browser, task.id);
      await Promise.all(contexts.map(closeContext));
      contexts = [];
    });
    afterAll(async () => {
      await browser?.close();
      await product?.remove();
    });

    const portal: PortalInChromium = {
      get url() {
        return product.url;
      },
      address: (path) => `${product.url}/metadata_app${path}`,
      async newContext({ isKept = false, ...options } = {}) {
        const context = await browser.newContext({ viewport: { width: 1280, height: 900 }, ...options });
        if (!isKept) contexts.push(context);
        return context;
      },
      async newPage(options) {
        const page = await (await portal.newContext(options)).newPage();
        page.setDefaultTimeout(WITHIN);
        return page;
      },
      async signedIn(username = "vendor1", options) {
        const page = await portal.newPage(options);
        await page.goto(portal.address("/login"));
        await signInAs(page, username);
        await page.getByRole("heading", { level: 1, name: /^(Metadata Records|Review)$/ }).waitFor();
        return page;
      },
    };
    suite(portal);
  });
}

/** Answers that a test made up may still be under way: they end with the test, and are no fault of it. */
async function closeContext(context: BrowserContext): Promise<void> {
  await Promise.all(context.pages().map((page) => page.unrouteAll({ behavior: "ignoreErrors" })));
  await context.close().catch(() => undefined);
}

/** The product on a copy of the demo data, which take seconds to make. */
async function startDemo(): Promise<Product> {
  const dataDir = await mkdtemp(join(tmpdir(), "flood-browser-"));
  fillWith("DEMO_DATA", dataDir);
  return startProduct({ DATA_DIR: dataDir });
}

async function photograph(browser: Browser, name: string): Promise<void> {
  const pages = browser.contexts().flatMap((context) => context.pages());
  for (const [index, page] of pages.entries())
    await page
      .screenshot({ path: `test-results/${name}-${index}.png`, fullPage: true })
      .catch(() => undefined);
}
