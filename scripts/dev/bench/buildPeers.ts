import react from "@vitejs/plugin-react";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { build } from "vite";
import { precompress } from "../../start/precompress.ts";

const PEERS = fileURLToPath(new URL("peers", import.meta.url));

export const PEER_NAMES = ["bare-input", "plain-form", "stock-admin", "validation"] as const;

export type PeerName = (typeof PEER_NAMES)[number];

/** Builds peers for production, as the portal is built, each into a folder of its name. */
export async function buildPeers(names: readonly PeerName[], into: string): Promise<void> {
  for (const name of names) {
    const outDir = join(into, name);
    await build({
      configFile: false,
      root: join(PEERS, name),
      base: `/${name}/`,
      logLevel: "error",
      plugins: [react()],
      build: { outDir, emptyOutDir: true, modulePreload: { polyfill: false }, chunkSizeWarningLimit: 5000 },
    });
    await precompress(outDir);
  }
}
