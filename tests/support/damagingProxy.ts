import { once } from "node:events";
import { createServer, request, type IncomingMessage } from "node:http";
import type { AddressInfo } from "node:net";

/** A request on its way; the body may be changed in place. */
export interface Passing {
  method: string;
  url: URL;
  headers: IncomingMessage["headers"];
  body: Buffer;
}

/** What a proxy does to a request: a status is answered in the server's place, a promise holds the request back. */
export type Damage = (sent: Passing) => number | void | Promise<number | void>;

/** A way to a server on which requests can be damaged, held back or refused. `to` names the server's port. */
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
