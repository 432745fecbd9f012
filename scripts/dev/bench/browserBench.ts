import type { Browser } from "playwright-core";
import { launchChromium } from "../lib/chromium.ts";
import { startProduct, type Product } from "../lib/startProduct.ts";
import { createTemporaryFolder } from "../lib/temporaryFolder.ts";
import { DEMO_VENDOR, signIn, type Vendor } from "../lib/vendor.ts";
import { insertLargeModels, insertListVendors, writeBenchData, type LargeRecords } from "./benchData.ts";
import type { BenchOptions } from "./options.ts";
import { buildPeers, createPeerData, startPeerServer, type PeerData } from "./peerServer.ts";
import type { Samples } from "./results.ts";

/** Everything that the browser parts measure with. */
export interface BrowserBench {
  /** The portal's server, without a path. */
  portal: string;
  /** The peers' server, without a path. */
  peers: string;
  peerData: PeerData;
  /** Undefined unless the detail part runs. */
  largeRecords: LargeRecords | undefined;
  vendor: Vendor;
  browser: Browser;
  runs: number;
  /** Whether the browser-upload part also measures 16 GB. */
  large: boolean;
  uploadMegabytes: number;
  samples: Samples;
  close(): Promise<void>;
}

const DEFAULT_UPLOAD_MEGABYTES = 2000;

/** Starts the product on a new data folder, the peers and the browser. `close` stops everything. */
export async function openBrowserBench(
  { runs, parts, large = false, uploadMegabytes = DEFAULT_UPLOAD_MEGABYTES }: BenchOptions,
  samples: Samples,
): Promise<BrowserBench> {
  const cleanups: (() => Promise<unknown>)[] = [];
  const close = async () => {
    for (const cleanUp of cleanups.splice(0).toReversed()) await cleanUp();
  };
  try {
    const dataDir = await createTemporaryFolder("flood-bench-data-");
    const product = await startProduct({ LOG_LEVEL: "error", DATA_DIR: dataDir });
    cleanups.push(product.remove);
    const largeRecords = await insertBenchData(product, parts);
    const peerFolder = await createTemporaryFolder("flood-bench-peers-");
    await buildPeers(peerFolder);
    const peerData = createPeerData();
    const peers = await startPeerServer(peerFolder, peerData);
    cleanups.push(peers.close);
    // On a signal, Playwright would end the process before the cleanup.
    const browser = await launchChromium({ handleSIGINT: false, handleSIGTERM: false });
    cleanups.push(() => browser.close());
    const vendor = await signIn(product.url);
    return {
      ...{ portal: product.url, peers: peers.url, peerData, largeRecords, vendor },
      ...{ browser, runs, large, uploadMegabytes, samples, close },
    };
  } catch (error) {
    await close();
    throw error;
  }
}

async function insertBenchData(
  product: Product,
  parts: BenchOptions["parts"],
): Promise<LargeRecords | undefined> {
  const [hasHome, hasDetail] = [parts.includes("home"), parts.includes("detail")];
  if (!hasHome && !hasDetail) return undefined;
  await product.stop();
  const largeRecords = await writeBenchData({ DATA_DIR: product.dataDir }, async (services) => {
    if (hasHome) await insertListVendors(services, DEMO_VENDOR);
    return hasDetail ? insertLargeModels(services, DEMO_VENDOR) : undefined;
  });
  await product.restart();
  return largeRecords;
}
