import react from "@vitejs/plugin-react";
import { defineConfig } from "vite";
import { portalChunks } from "./scripts/start/portalChunks.ts";

export default defineConfig({
  base: "/metadata_app/",
  publicDir: "public",
  plugins: [react()],
  build: {
    outDir: "dist/portal",
    emptyOutDir: true,
    sourcemap: false,
    modulePreload: { polyfill: false },
    rolldownOptions: { output: { codeSplitting: portalChunks() } },
  },
});
