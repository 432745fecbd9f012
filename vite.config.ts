import react from "@vitejs/plugin-react";
import { defineConfig } from "vite";
import { leanLibraries } from "./scripts/start/leanLibraries.ts";
import { portalChunks } from "./scripts/start/portalChunks.ts";

export default defineConfig({
  base: "/metadata_app/",
  publicDir: "public",
  plugins: [react(), leanLibraries()],
  // Loads the code that reads models only where it is needed.
  worker: { format: "es" },
  build: {
    outDir: "dist/portal",
    emptyOutDir: true,
    sourcemap: false,
    modulePreload: { polyfill: false },
    rolldownOptions: { output: { codeSplitting: portalChunks() } },
  },
});
