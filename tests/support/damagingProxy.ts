import { once } from "node:events";
import { createServer, request, type IncomingMessage } from "node:http";
import type { AddressInfo } from "node:net";

/** A request at the proxy; tests may change its body in place. */
export interface ProxiedRequest {
  method: string;
  url: URL;
  headers: IncomingMessage["headers"];
  body: Buffer;
}

/** Interferes with a request: a returned status is answered instead of the server, a promise delays the request. */
export type Damage = (sent: ProxiedRequest) => number | void | Promise<number | void>;

/** Starts a proxy that can damage, delay or refuse requests. `to` is the port of the server. */
export async function startDamagingProxy() {
  const state = { to: 0, damage: (() => undefined) as Damage };
  const proxy = createServer((incoming, outgoing) => {
    void (async () => {
      const parts: Buffer[] = [];
      for await (const part of incoming) parts.push(part as Buffer);
      const { method = "GET", headers } = incoming;
      const body = Buffer.concat(parts);
      const url = new URL(incoming.url ?? "/", "http://proxy");
      const status = await state.damage({ method, url, headers, body });
      if (status !== undefined) return void outgoing.writeHead(status).end();
      const onward = request({ host: "127.0.0.1", port: state.to, path: incoming.url, method, headers });
      onward.on("response", (answer) => {
        outgoing.writeHead(answer.statusCode ?? 502, answer.headers);
        answer.pipe(outgoing);
      });
      onward.on("error", (error) => outgoing.destroy(error));
      onward.end(body);
    })().catch((error: unknown) => outgoing.destroy(error as Error));
  });
  proxy.listen(0, "127.0.0.1");
  await once(proxy, "listening");
  const { port } = proxy.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    state,
    async close() {
      proxy.closeAllConnections();
      proxy.close();
      await once(proxy, "close");
    },
  };
}
