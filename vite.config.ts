import react from "@vitejs/plugin-react";
import { defineConfig } from "vitest/config";

/** One Vitest project per kind of test, so that each kind gets the surroundings it needs and no more. */
const project = (name: string, overrides: Record<string, unknown> = {}) => ({
  extends: true as const,
  test: { name, include: [`tests/${name}/**/*.test.{ts,tsx}`], environment: "node", ...overrides },
});

export default defineConfig({
  base: "/metadata_app/",
  publicDir: "public",
  plugins: [react()],
  build: {
    outDir: "dist/portal",
    emptyOutDir: true,
    sourcemap: false,
    modulePreload: { polyfill: false },
  },
  test: {
    projects: [
      project("contract"),
      project("portal", {
        environment: "jsdom",
        setupFiles: ["tests/support/setupPortal.ts"],
        testTimeout: 20_000,
      }),
      project("server", { testTimeout: 60_000, hookTimeout: 60_000 }),
      project("flows", { testTimeout: 60_000, hookTimeout: 60_000 }),
      project("browser", { testTimeout: 180_000, hookTimeout: 180_000, fileParallelism: false }),
      { extends: true as const, test: { name: "house", include: ["tests/*.test.ts"] } },
    ],
  },
});
