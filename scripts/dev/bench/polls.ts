import { once } from "node:events";
import { Agent, request, type IncomingMessage } from "node:http";
import type { Socket } from "node:net";
import type { CDPSession } from "playwright-core";
import { endpoints, fillPath, type Endpoint } from "../../../src/contract/wire/endpoints.ts";
import { portalApp } from "./apps.ts";
import type { Vendor } from "./benchPortal.ts";
import { LISTS } from "./manyRecords.ts";
import type { Scene } from "./scene.ts";
import { openSlowPage } from "./slowPage.ts";
import type { Table } from "./table.ts";

const POLLS = 20;
const INTERVAL = 2000;

interface Polled {
  /** Everything the answer took on the line, its headers too. */
  bytes: number;
  /** Milliseconds from the call to the whole answer. */
  time: number;
  etag: string | undefined;
}

/** What the portal asks for again and again: the first answers, then those that say that nothing has changed. */
export async function measurePolls(scene: Scene, vendor: Vendor, count: number): Promise<void> {
  const { samples, portal } = scene;
  const calls = { list: endpoints.listRecords, conflicts: endpoints.listConflicts };
  for (const [name, endpoint] of Object.entries(calls)) {
    const address = addressOf(portal, endpoint, vendor.account.username);
    const agent = new Agent({ keepAlive: true, maxSockets: 1 });
    const headers = { "x-access-token": vendor.account.accessToken, "accept-encoding": "gzip, br" };
    const first = await polled(address, agent, headers);
    samples.add(`${count} ${name} first bytes`, first.bytes);
    samples.add(`${count} ${name} first time`, first.time);
    for (let poll = 0; poll < POLLS; poll += 1) {
      const { bytes, time } = await polled(address, agent, { ...headers, "if-none-match": first.etag ?? "" });
      samples.add(`${count} ${name} bytes`, bytes);
      samples.add(`${count} ${name} time`, time);
    }
    agent.destroy();
  }
  await measureInBrowser(scene, vendor, count);
}

const addressOf = (portal: string, { path }: Endpoint, username: string) =>
  `${portal}/api${fillPath(path, { username })}`;

async function polled(address: string, agent: Agent, headers: Record<string, string>): Promise<Polled> {
  const start = performance.now();
  const call = request(address, { agent, headers }).end();
  const [socket] = (await once(call, "socket")) as [Socket];
  const before = socket.bytesRead;
  const [answer] = (await once(call, "response")) as [IncomingMessage];
  await once(answer.resume(), "end");
  const bytes = socket.bytesRead - before;
  return { bytes, time: performance.now() - start, etag: answer.headers.etag };
}

/** The portal's own polls, hurried: what share of them is answered 304, and the longest task they cause. */
async function measureInBrowser(
  { browser, portal, samples }: Scene,
  vendor: Vendor,
  count: number,
): Promise<void> {
  const app = portalApp(portal, vendor.account.username, vendor.storage);
  const slow = await openSlowPage(browser, { opening: { selector: app.record }, storage: app.storage });
  const devTools = await slow.page.context().newCDPSession(slow.page);
  await hurryPolls(devTools, portal);
  await slow.open(app.home);
  await slow.page.waitForTimeout(INTERVAL);
  const statuses: number[] = [];
  devTools.on("Network.responseReceivedExtraInfo", ({ statusCode }) => statuses.push(statusCode));
  await devTools.send("Network.enable");
  await slow.page.evaluate(() => window.bench.longestTask());
  await slow.page.waitForTimeout(INTERVAL * 4);
  samples.add(`${count} browser task`, await slow.page.evaluate(() => window.bench.longestTask()));
  const unchanged = statuses.filter((status) => status === 304).length;
  if (statuses.length > 0) samples.add(`${count} browser unchanged`, (100 * unchanged) / statuses.length);
  await slow.close();
}

/** Answers the portal's configuration with a short interval. Playwright's own routing would turn the cache off. */
async function hurryPolls(devTools: CDPSession, portal: string): Promise<void> {
  const config = (await (await fetch(`${portal}/metadata_app/config.json`)).json()) as object;
  const body = Buffer.from(JSON.stringify({ ...config, refreshInterval: INTERVAL })).toString("base64");
  const responseHeaders = [{ name: "content-type", value: "application/json" }];
  devTools.on("Fetch.requestPaused", ({ requestId }) => {
    void devTools.send("Fetch.fulfillRequest", { requestId, responseCode: 200, responseHeaders, body });
  });
  await devTools.send("Fetch.enable", { patterns: [{ urlPattern: "*/config.json" }] });
}

/** The table of polls. */
export function pollTable({ samples }: Scene): Table {
  const row = (words: string, what: string, digits = 0) => [
    words,
    ...LISTS.map((count) => samples.cell(`${count} ${what}`, digits)),
  ];
  return {
    title: "Polls while nothing changes",
    note: "Bytes with headers; the server's time from call to answer, not slowed. In the browser: the portal's own polls of records and conflicts.",
    columns: ["", ...LISTS.map((count) => `${count.toLocaleString("en-US")} records`)],
    rows: [
      row("Records, first answer, bytes", "list first bytes"),
      row("Records, first answer, ms", "list first time", 1),
      row("Records, polled again, bytes", "list bytes"),
      row("Records, polled again, ms", "list time", 1),
      row("Conflicts, polled again, bytes", "conflicts bytes"),
      row("Conflicts, polled again, ms", "conflicts time", 1),
      row("In the browser: answered 304, percent", "browser unchanged"),
      row("In the browser: longest task, ms (0: below 50)", "browser task"),
    ],
  };
}
