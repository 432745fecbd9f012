import { dirname, join } from "node:path";
import { createRequire } from "node:module";
import { fileURLToPath } from "node:url";
import type { Plugin } from "vite";

const { resolve } = createRequire(import.meta.url);

/** A file of React Router's production build, which its package names to nobody. */
const routerFile = (name: string) =>
  join(dirname(resolve("react-router/package.json")), "dist/production", name);

const plainMarkdown = fileURLToPath(new URL("../../src/portal/form/plainMarkdown.ts", import.meta.url));

/**
 * What the built portal takes in place of what libraries would bring: React Router without what it tells developers,
 * and RJSF without its reader of Markdown, a fifth of the form's code, which no schema asks for.
 */
export const leanLibraries = (): Plugin => ({
  name: "lean-libraries",
  apply: "build",
  config: () => ({
    resolve: {
      alias: [
        { find: /^react-router$/, replacement: routerFile("index.mjs") },
        { find: /^react-router\/dom$/, replacement: routerFile("dom-export.mjs") },
        { find: /^markdown-to-jsx\/react$/, replacement: plainMarkdown },
      ],
    },
  }),
});
