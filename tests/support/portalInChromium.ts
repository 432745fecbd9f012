import { mkdtemp } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Browser, BrowserContext, BrowserContextOptions, Page } from "playwright-core";
import { afterAll, afterEach, beforeAll, describe } from "vitest";
import { findChromium, launchChromium } from "../../scripts/dev/lib/chromium.ts";
import { findFreePort } from "../../scripts/dev/lib/freePort.ts";
import { startProduct, type Product } from "../../scripts/dev/lib/startProduct.ts";
import { copyPreparedData } from "./copyPreparedData.ts";
import { signInContext } from "./signInContext.ts";
import { openVendorSession } from "./openVendorSession.ts";

/** How long a page may take for what a test waits for. Generous: a busy machine must not fail a test. */
export const WITHIN_MS = 60_000;

interface ContextOptions extends BrowserContextOptions {
  /** Keeps the context open for the following tests; others are closed after their test. */
  isKept?: boolean;
}

/** The whole product with the demo data, and a browser. */
export interface PortalInChromium {
  /** The address of the product, without a path. */
  readonly url: string;
  /** The address of a page of the portal, for example of "/app/form/1". */
  address(path: string): string;
  /** A context, 1280 px wide by default. */
  newContext(options?: ContextOptions): Promise<BrowserContext>;
  /** A page of such a context. */
  newPage(options?: ContextOptions): Promise<Page>;
  /** Such a page, logged in, on the first page after the login. */
  signedIn(username?: string, options?: ContextOptions): Promise<Page>;
  /** Kills the server with SIGKILL. */
  killServer(): Promise<void>;
  /** Starts the killed server again, with the same address and data. */
  restartServer(): Promise<void>;
}

type Suite = (portal: PortalInChromium) => void;

/** As `inChromium`, but stored files are only at another origin than the portal. */
export const inChromiumWithStoreOrigin = (title: string, suite: Suite): void =>
  inChromium(title, suite, { hasStoreOrigin: true });

/**
 * Runs a suite on the whole product in Chromium; skips it without Chromium. Saves screenshots of a failed test in
 * test-results.
 */
export function inChromium(title: string, suite: Suite, { hasStoreOrigin = false } = {}): void {
  describe.skipIf(findChromium() === undefined)(`${title}, in Chromium`, () => {
    let product: Product;
    let browser: Browser;
    let contexts: BrowserContext[] = [];

    beforeAll(async () => {
      [product, browser] = await Promise.all([startDemo(hasStoreOrigin), launchChromium()]);
    });
    afterEach(async ({ task }) => {
      if (task.result?.state === "fail") await saveScreenshots(browser, task.id);
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
        page.setDefaultTimeout(WITHIN_MS);
        return page;
      },
      async signedIn(username = "vendor1", options) {
        const { account } = await openVendorSession(product.url, username);
        const page = await portal.newPage(options);
        await signInContext(page.context(), account);
        await page.goto(portal.address(username.startsWith("agency") ? "/app/review" : "/app/"));
        await page.getByRole("heading", { level: 1, name: /^(Metadata Records|Review)$/ }).waitFor();
        return page;
      },
      async killServer() {
        await product.stop("SIGKILL");
      },
      restartServer: () => product.restart(),
    };
    suite(portal);
  });
}

/** Mocked answers that are still pending end with the test and do not fail it. */
async function closeContext(context: BrowserContext): Promise<void> {
  await Promise.all(context.pages().map((page) => page.unrouteAll({ behavior: "ignoreErrors" })));
  await context.close().catch(() => undefined);
}

/** Starts the product on a copy of the demo data. */
async function startDemo(hasStoreOrigin: boolean): Promise<Product> {
  const dataDir = await mkdtemp(join(tmpdir(), "flood-browser-"));
  copyPreparedData("DEMO_DATA", dataDir);
  const port = String(await findFreePort());
  return startProduct({
    ...{ DATA_DIR: dataDir, PORT: port },
    ...(hasStoreOrigin && { STORE_ORIGIN: `http://127.0.0.1:${port}` }),
  });
}

async function saveScreenshots(browser: Browser, name: string): Promise<void> {
  const pages = browser.contexts().flatMap((context) => context.pages());
  for (const [index, page] of pages.entries())
    await page
      .screenshot({ path: `test-results/${name}-${index}.png`, fullPage: true })
      .catch(() => undefined);
}
