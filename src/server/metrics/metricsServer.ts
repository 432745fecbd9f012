import { createServer, type Server } from "node:http";
import { once } from "node:events";
import type { Registry } from "prom-client";

/** Serves GET /metrics in the text format of Prometheus, on a port of its own that users cannot reach. */
export async function startMetricsServer(
  registry: Registry,
  { port, host }: { port: number; host: string },
): Promise<Server> {
  const server = createServer((request, response) => {
    if (request.method !== "GET" || request.url !== "/metrics") {
      response.writeHead(404).end();
      return;
    }
    registry.metrics().then(
      (text) => response.writeHead(200, { "content-type": registry.contentType }).end(text),
      (error: unknown) => response.writeHead(500).end(String(error)),
    );
  });
  server.listen(port, host);
  await once(server, "listening");
  return server;
}
