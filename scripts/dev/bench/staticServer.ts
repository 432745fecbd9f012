import { existsSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { createServer, type IncomingMessage } from "node:http";
import type { AddressInfo } from "node:net";
import { extname, join, normalize } from "node:path";

export interface StaticServer {
  /** Where it is, without a path. */
  url: string;
  close(): Promise<void>;
}

export interface Answer {
  headers?: Record<string, string>;
  body: unknown;
}

/** Answers what is no file; undefined for what it does not know. */
export type Answering = (address: URL, method: string) => Answer | undefined;

const TYPES: Record<string, string> = {
  ".html": "text/html; charset=utf-8",
  ".js": "text/javascript",
  ".css": "text/css",
  ".json": "application/json",
};

/** Serves the peers' pages, compressed as the portal's are, and the data they ask for. */
export async function startStaticServer(folder: string, answering: Answering): Promise<StaticServer> {
  const server = createServer(async (request, response) => {
    const address = new URL(request.url ?? "/", "http://127.0.0.1");
    const answer = answering(address, request.method ?? "GET");
    if (answer) {
      response.writeHead(200, { "content-type": "application/json", ...answer.headers });
      return response.end(JSON.stringify(answer.body));
    }
    const file = await fileOf(folder, address.pathname, request);
    if (!file) return response.writeHead(404).end();
    response.writeHead(200, file.headers);
    response.end(file.content);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    // By name, since browsers take brotli from there only.
    url: `http://localhost:${(server.address() as AddressInfo).port}`,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

async function fileOf(folder: string, pathname: string, request: IncomingMessage) {
  const wanted = join(folder, normalize(decodeURIComponent(pathname)));
  const path = extname(wanted) === "" ? join(wanted, "index.html") : wanted;
  if (!path.startsWith(folder) || !existsSync(path)) return undefined;
  const accepted = String(request.headers["accept-encoding"] ?? "");
  const type = { "content-type": TYPES[extname(path)] ?? "application/octet-stream" };
  for (const [coding, ending] of [
    ["br", ".br"],
    ["gzip", ".gz"],
  ] as const) {
    if (!accepted.includes(coding) || !existsSync(path + ending)) continue;
    const content = await readFile(path + ending);
    return { content, headers: { ...type, "content-encoding": coding, "content-length": content.length } };
  }
  const content = await readFile(path);
  return { content, headers: { ...type, "content-length": content.length } };
}
