import react from "@vitejs/plugin-react";
import type { Server } from "node:http";
import { fileURLToPath } from "node:url";
import type { InlineConfig, Plugin } from "vite";

const project = fileURLToPath(new URL("../..", import.meta.url));

/** What the page loads. A data folder in the project must not be served. */
const SERVED_FOLDERS = ["node_modules", "schemas", "scripts", "src"];

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
    fs: { allow: SERVED_FOLDERS.map((folder) => project + folder) },
  },
});

/** In place of the generated module. Without lists, the page still opens and shows the error of its start. */
const LISTS_MODULE = `
const response = await fetch("/api/lists");
const lists = response.ok ? await response.json() : [];
export const referenceLists = Object.fromEntries(
  lists.map(({ source, isCoded, entries }) => [source, { isCoded, load: async () => ({ default: entries }) }]),
);
`;

/** Offers every list, also those that `npm run generate` has not seen. The page replaces those that the user edits. */
const currentLists = (): Plugin => ({
  name: "current-reference-lists",
  enforce: "pre",
  load: (id) => (id.endsWith("/src/contract/generated/referenceLists.ts") ? LISTS_MODULE : undefined),
});
