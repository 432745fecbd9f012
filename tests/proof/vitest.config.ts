import { join } from "node:path";
import { defineConfig } from "vitest/config";

const root = join(import.meta.dirname, "../..");
const proof = (name: string, test: object) => ({
  root,
  test: { name, testTimeout: 60_000, hookTimeout: 60_000, ...test },
});

/** Runs the proofs inside a copy of the project whose schema was edited. */
export default defineConfig({
  test: {
    projects: [
      proof("form", {
        include: ["tests/proof/*.proof.tsx"],
        environment: "jsdom",
        setupFiles: ["tests/support/setupPortal.ts"],
      }),
      proof("services", { include: ["tests/proof/*.proof.ts"], setupFiles: ["tests/support/setupFlows.ts"] }),
    ],
  },
});
