import react from "@vitejs/plugin-react";
import type { Server } from "node:http";
import { fileURLToPath } from "node:url";
import type { InlineConfig, Plugin } from "vite";
import { buildReferenceModule, readReferenceLists } from "../generate/referenceLists.ts";

const project = fileURLToPath(new URL("../..", import.meta.url));

/**
 * The page is served from its sources. It reloads only when the user reloads it, because it holds unsaved edits.
 *
 * @param server for the connection that Vite's part of the page opens
 */
export const pageConfig = (server: Server): InlineConfig => ({
  configFile: false,
  root: fileURLToPath(new URL("page", import.meta.url)),
  cacheDir: `${project}node_modules/.vite-schema-studio`,
  publicDir: false,
  appType: "spa",
  logLevel: "warn",
  plugins: [react(), currentLists()],
  server: {
    middlewareMode: true,
    hmr: false,
    ws: { server },
    watch: null,
    cors: false,
    fs: { allow: [project] },
  },
});

/** Offers every list of the folder, also those that `npm run generate` has not seen. */
const currentLists = (): Plugin => ({
  name: "current-reference-lists",
  enforce: "pre",
  load: async (id) =>
    id.endsWith("/src/contract/generated/referenceLists.ts")
      ? buildReferenceModule(await readReferenceLists(`${project}schemas/reference`))
      : undefined,
});
