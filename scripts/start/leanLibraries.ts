import { dirname, join } from "node:path";
import { createRequire } from "node:module";
import { fileURLToPath } from "node:url";
import type { Plugin } from "vite";

const { resolve } = createRequire(import.meta.url);

/** The package does not export its production build. */
const routerFile = (name: string) =>
  join(dirname(resolve("react-router/package.json")), "dist/production", name);

const fileNear = (path: string) => fileURLToPath(new URL(path, import.meta.url));

/**
 * Replaces parts of libraries in the production build: React Router without its development checks, and RJSF without its
 * Markdown parser (a fifth of the form's code, used by no schema).
 */
export const leanLibraries = (): Plugin => ({
  name: "lean-libraries",
  apply: "build",
  config: () => ({
    resolve: {
      alias: [
        { find: /^react-router$/, replacement: routerFile("index.mjs") },
        { find: /^react-router\/dom$/, replacement: routerFile("dom-export.mjs") },
        { find: /^markdown-to-jsx\/react$/, replacement: fileNear("../../src/portal/form/plainMarkdown.ts") },
      ],
    },
  }),
});
