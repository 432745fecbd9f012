import type { FastifyInstance } from "fastify";
import { fileURLToPath } from "node:url";
import { createServer } from "vite";
import { main } from "../../src/server/main.ts";
import { PORTAL_PATH } from "../../src/server/config.ts";
import { runCommand } from "../lib/command.ts";

const root = fileURLToPath(new URL("../..", import.meta.url));

async function serveWithHotReload(app: FastifyInstance): Promise<void> {
  const vite = await createServer({
    root,
    appType: "spa",
    server: { middlewareMode: true, hmr: { server: app.server } },
  });
  app.addHook("onClose", () => vite.close());
  app.route({
    method: ["GET", "HEAD"],
    url: `${PORTAL_PATH}*`,
    exposeHeadRoute: false,
    handler: (request, reply) => {
      reply.hijack();
      vite.middlewares(request.raw, reply.raw, () => reply.raw.writeHead(404).end());
    },
  });
}

const USAGE = `npm run dev

Starts the same server as npm start, with hot reload of the portal.`;

await runCommand(USAGE, () => main({ portal: serveWithHotReload, hasContentSecurityPolicy: false }));
