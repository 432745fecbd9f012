import { rm } from "node:fs/promises";
import type { Browser } from "playwright-core";
import { launchChromium } from "../lib/chromium.ts";
import { startProduct, type Product } from "../lib/startProduct.ts";
import { buildPeers, PEER_NAMES } from "./buildPeers.ts";
import { addLargeModels, type LargeRecords } from "./largeModel.ts";
import { addManyRecords } from "./manyRecords.ts";
import type { BenchOptions } from "./options.ts";
import { createPeerData, type PeerData } from "./peerData.ts";
import { createSamples, type Samples } from "./samples.ts";
import { startStaticServer } from "./staticServer.ts";
import { temporaryFolder } from "../lib/temporaryFolder.ts";

/** What every part measures with. */
export interface Scene {
  /** The portal's server, without a path. */
  portal: string;
  /** The peers' pages, without a path. */
  peers: string;
  /** What the peers are given to show. */
  peerData: PeerData;
  /** Undefined where no part measures them. */
  largeRecords: LargeRecords | undefined;
  browser: Browser;
  runs: number;
  samples: Samples;
  close(): Promise<void>;
}

/** The vendor of the demo data whose records are measured. */
export const VENDOR = "vendor1";

/** Starts the product on a data folder of its own, the peers and the browser. `close` ends and removes all of it. */
export async function openScene({ runs, parts }: BenchOptions): Promise<Scene> {
  const endings: (() => Promise<unknown>)[] = [];
  const close = async () => {
    for (const end of endings.splice(0).toReversed()) await end();
  };
  try {
    const folder = await temporaryFolder("flood-bench-");
    endings.push(() => rm(folder, { recursive: true, force: true }));
    const product = await startProduct({
      LOG_LEVEL: "error",
      DATA_DIR: await temporaryFolder("flood-bench-data-"),
    });
    endings.push(product.remove);
    const largeRecords = await addData(product, parts);
    await buildPeers(PEER_NAMES, folder);
    const peerData = createPeerData();
    const peers = await startStaticServer(folder, peerData.answering);
    endings.push(peers.close);
    // Signals end the whole scene in its order; Playwright would end the process at once.
    const browser = await launchChromium({ handleSIGINT: false, handleSIGTERM: false });
    endings.push(() => browser.close());
    const samples = createSamples();
    return { portal: product.url, peers: peers.url, peerData, largeRecords, browser, runs, samples, close };
  } catch (error) {
    await close();
    throw error;
  }
}

/** What the parts measure beyond the demo data goes into the database while no server holds it. */
async function addData(product: Product, parts: BenchOptions["parts"]): Promise<LargeRecords | undefined> {
  const hasHome = parts.includes("home");
  const hasDetail = parts.includes("detail");
  if (!hasHome && !hasDetail) return undefined;
  await product.stop();
  const largeRecords = hasDetail ? await addLargeModels(product.dataDir, VENDOR) : undefined;
  if (hasHome) await addManyRecords(product.dataDir, VENDOR);
  await product.restart();
  return largeRecords;
}
