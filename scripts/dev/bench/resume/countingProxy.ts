import { once } from "node:events";
import { createServer, request } from "node:http";
import type { AddressInfo } from "node:net";

/** A way to a server that counts the bytes of blocks on their way to the store, also of those that break off. */
export async function startCountingProxy(target: string) {
  const { hostname, port } = new URL(target);
  let bytes = 0;
  let watch: (() => void) | undefined;
  const proxy = createServer((incoming, outgoing) => {
    const { method, url = "/", headers } = incoming;
    const isBlock = method === "PUT" && new URL(url, target).searchParams.get("comp") === "block";
    const onward = request({ hostname, port, path: url, method, headers }, (answer) => {
      outgoing.writeHead(answer.statusCode ?? 502, answer.headers);
      answer.pipe(outgoing);
    });
    onward.on("error", () => outgoing.destroy());
    incoming.on("close", () => incoming.complete || onward.destroy());
    incoming.on("data", (chunk: Buffer) => {
      if (!isBlock) return;
      bytes += chunk.length;
      watch?.();
    });
    incoming.pipe(onward);
  });
  proxy.listen(0, "127.0.0.1");
  await once(proxy, "listening");
  return {
    url: `http://127.0.0.1:${(proxy.address() as AddressInfo).port}`,
    /** Bytes of blocks so far. */
    bytes: () => bytes,
    /** Calls back once, when so many bytes have come. */
    whenAt(count: number, reached: () => void): void {
      watch = () => {
        if (bytes < count) return;
        watch = undefined;
        reached();
      };
    },
    async close(): Promise<void> {
      proxy.closeAllConnections();
      proxy.close();
      await once(proxy, "close");
    },
  };
}
