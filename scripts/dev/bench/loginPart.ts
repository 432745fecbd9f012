import { DEMO_PASSWORD } from "../../../src/server/seed/demoData.ts";
import { portalApp, SIGN_IN, stockApp, type App } from "./apps.ts";
import { signInVendor } from "./benchPortal.ts";
import { listedRecords } from "./listedRecords.ts";
import { VENDOR, type Scene } from "./scene.ts";
import { scriptBytes } from "./scriptBytes.ts";
import { openSlowPage, type SlowPage } from "./slowPage.ts";
import type { Table } from "./table.ts";

/** Long enough for everything a page loads while nobody touches it. */
const IDLE = 5000;
const KEY_DELAY = 120;
const KILOBYTE = 1024;

/** Signing in: the JavaScript it takes, how soon the page can be used, and how soon the first record is there. */
export async function loginPart(scene: Scene): Promise<Table[]> {
  const vendor = await signInVendor(scene.portal, VENDOR);
  scene.peerData.lists.set(VENDOR, await listedRecords(vendor));
  const apps = [portalApp(scene.portal, VENDOR, vendor.storage), stockApp(scene.peers, VENDOR)];
  for (let run = 0; run < scene.runs; run += 1)
    for (const app of apps) {
      await measureLine(scene, app, "fast");
      await measureLine(scene, app, "slow");
    }
  for (const app of apps) await measureBytes(scene, app);
  return [bytesTable(scene), timesTable(scene)];
}

async function measureBytes({ browser, samples }: Scene, app: App): Promise<void> {
  const add = async (what: string, slow: SlowPage, onlyNeeded: boolean) => {
    const { sent, gzip } = await scriptBytes(slow.page, { onlyNeeded });
    samples.add(`${app.name} ${what} sent`, sent / KILOBYTE);
    samples.add(`${app.name} ${what} gzip`, gzip / KILOBYTE);
  };
  const signedOut = await openSlowPage(browser, { opening: SIGN_IN });
  await signedOut.open(app.login);
  await signedOut.page.waitForTimeout(IDLE);
  await add("login", signedOut, true);
  await add("idle", signedOut, false);
  await signedOut.close();
  const signedIn = await openSlowPage(browser, { opening: { selector: app.record }, storage: app.storage });
  await signedIn.open(app.home);
  await add("home", signedIn, true);
  await signedIn.close();
}

/** Signing in on one kind of line: typed by hand, then filled in at once, as a password manager does. */
async function measureLine({ browser, samples }: Scene, app: App, line: "fast" | "slow"): Promise<void> {
  for (const way of ["typed", "filled"] as const) {
    const slow = await openSlowPage(browser, { opening: SIGN_IN, isLineSlow: line === "slow" });
    const ready = await slow.open(app.login);
    await enterCredentials(slow, app.username, way);
    const button = slow.page.locator("button[type=submit]");
    const signedIn = await slow.clicked("click", button, { selector: app.record });
    samples.add(`${app.name} ${line} ready`, ready);
    samples.add(`${app.name} ${line} ${way}`, signedIn);
    samples.add(`${app.name} ${line} ${way} whole`, ready + signedIn);
    await slow.close();
  }
}

async function enterCredentials(
  { page }: SlowPage,
  username: string,
  way: "typed" | "filled",
): Promise<void> {
  const entries = [
    ["input[name=username]", username],
    ["input[type=password]", DEMO_PASSWORD],
  ] as const;
  for (const [field, text] of entries)
    if (way === "filled") await page.locator(field).fill(text);
    else await page.locator(field).pressSequentially(text, { delay: KEY_DELAY });
}

function bytesTable({ samples }: Scene): Table {
  const row = (words: string, what: string, aim = "") => [
    words,
    ...["portal", "stock"].flatMap((name) =>
      ["gzip", "sent"].map((size) => samples.cell(`${name} ${what} ${size}`, 1)),
    ),
    aim,
  ];
  return {
    title: "JavaScript loaded, in KB",
    note: "gzip, and as sent (brotli). The peer is a stock react-admin app with the same records in its own List and DataTable.",
    columns: ["", "Portal, gzip", "sent", "Stock react-admin, gzip", "sent", "Aim"],
    rows: [
      row("Until the login page can be used", "login", "80"),
      row("Until it is idle, nothing typed yet", "idle"),
      row("Until Home shows its first record, signed in before", "home"),
    ],
  };
}

function timesTable({ samples }: Scene): Table {
  const row = (words: string, what: string) => [
    words,
    ...["portal", "stock"].map((name) => samples.cell(`${name} ${what}`)),
  ];
  return {
    title: "Signing in, in milliseconds",
    note: "Nothing cached. Slow 4G: 1.6 Mbit/s and 150 ms. The stock app's password is checked by nobody.",
    columns: ["", "Portal", "Stock react-admin"],
    rows: [
      row("Navigation to a login page that can be used", "fast ready"),
      row("The same on slow 4G", "slow ready"),
      row("Log in pressed to the first record, typed by hand", "fast typed"),
      row("The same on slow 4G", "slow typed"),
      row("Log in pressed to the first record, filled in at once", "fast filled"),
      row("The same on slow 4G", "slow filled"),
      row("Both together: navigation to the first record, filled in at once", "fast filled whole"),
      row("The same on slow 4G", "slow filled whole"),
    ],
  };
}
