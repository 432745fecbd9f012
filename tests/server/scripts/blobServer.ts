import { once } from "node:events";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";

interface Held {
  committed: Map<string, Buffer>;
  uncommitted: Map<string, Buffer>;
  content?: Buffer;
}

/** What the server was asked, as far as tests look at it. */
export interface Asked {
  method: string;
  path: string;
  comp: string;
  blockId: string;
  listType: string;
  query: string;
  headers: IncomingMessage["headers"];
  body: Buffer;
}

type Interference = (asked: Asked) => number | undefined | Promise<number | undefined>;
export type BlobServer = Awaited<ReturnType<typeof startBlobServer>>;

async function read(request: IncomingMessage): Promise<Buffer> {
  const parts: Buffer[] = [];
  for await (const part of request) parts.push(part as Buffer);
  return Buffer.concat(parts);
}

const errorBody = (code: string) =>
  `\uFEFF<?xml version="1.0" encoding="utf-8"?><Error><Code>${code}</Code><Message>x</Message></Error>`;

/** What the storage calls its refusals. */
const ERROR_CODES: Record<number, string> = { 503: "ServerBusy", 507: "InsufficientStorage" };

/** The blocks of one list, as the storage answers them. */
const listBody = ({ committed, uncommitted }: Held, listType: string) => {
  const blocks = (held: Map<string, Buffer>) =>
    [...held].map(([id, data]) => `<Block><Name>${id}</Name><Size>${data.length}</Size></Block>`).join("");
  return (
    `\uFEFF<?xml version="1.0" encoding="utf-8"?><BlockList>` +
    `<CommittedBlocks>${listType === "uncommitted" ? "" : blocks(committed)}</CommittedBlocks>` +
    `<UncommittedBlocks>${/^(uncommitted|all)$/.test(listType) ? blocks(uncommitted) : ""}</UncommittedBlocks></BlockList>`
  );
};

/**
 * A storage that speaks as much of the Blob protocol as an upload script needs, and the portal's last call.
 * `interfere` may answer a status instead of the server, or hold a request back.
 */
export async function startBlobServer(signature: string) {
  const blobs = new Map<string, Held>();
  const asked: Asked[] = [];
  const finished: Asked[] = [];
  const files = new Map<string, Buffer>();
  const state = {
    interfere: (() => undefined) as Interference,
    portalMessage: "Not found",
    /** What the portal tells of the upload before it is sent. */
    delivery: {} as Record<string, string>,
    /** What it tells once the upload was reported. */
    verdict: undefined as Record<string, string> | undefined,
    /** What it says of a zip before it is sent, in lines. */
    check: "",
  };

  function blockList(response: ServerResponse, { method, path, listType, body }: Asked, held: Held) {
    if (method === "GET") {
      if (!blobs.has(path)) return response.writeHead(404).end(errorBody("BlobNotFound"));
      const length = held.content && { "x-ms-blob-content-length": held.content.length };
      const headers = { "Content-Type": "application/xml", ...length };
      return response.writeHead(200, headers).end(listBody(held, listType));
    }
    const ids = [...body.toString().matchAll(/<(?:Latest|Uncommitted)>([^<]+)</g)].map((match) => match[1]!);
    const parts = ids.map((id) => [id, held.uncommitted.get(id) ?? held.committed.get(id)] as const);
    if (parts.some(([, data]) => !data)) return response.writeHead(400).end(errorBody("InvalidBlockList"));
    const committed = new Map(parts as [string, Buffer][]);
    blobs.set(path, {
      committed,
      uncommitted: new Map(),
      content: Buffer.concat(parts.map(([, data]) => data!)),
    });
    return response.writeHead(201).end();
  }

  function answer(request: Asked, response: ServerResponse) {
    const held: Held = blobs.get(request.path) ?? { committed: new Map(), uncommitted: new Map() };
    if (request.comp === "blocklist") return blockList(response, request, held);
    if (request.method === "PUT" && request.comp === "block") {
      held.uncommitted.set(request.blockId, request.body);
      blobs.set(request.path, held);
      return response.writeHead(201).end();
    }
    if (request.method === "PUT") {
      blobs.set(request.path, { ...held, content: request.body });
      return response.writeHead(201, { ETag: '"1"', "Last-Modified": new Date(0).toUTCString() }).end();
    }
    const content = held.content;
    if (!content) return response.writeHead(404, { "x-ms-error-code": "BlobNotFound" }).end();
    const headers = { "Content-Length": content.length, "x-ms-blob-type": "BlockBlob", ETag: '"1"' };
    return response.writeHead(200, headers).end(request.method === "HEAD" ? undefined : content);
  }

  const server = createServer((request, response) => {
    const url = new URL(request.url ?? "/", "http://store");
    void (async () => {
      const current: Asked = {
        method: request.method ?? "",
        path: decodeURIComponent(url.pathname),
        comp: url.searchParams.get("comp") ?? "",
        blockId: url.searchParams.get("blockid") ?? "",
        listType: url.searchParams.get("blocklisttype") ?? "",
        query: url.search.slice(1),
        headers: request.headers,
        body: await read(request),
      };
      asked.push(current);
      const status = await state.interfere(current);
      response.once("finish", () => finished.push(current));
      if (status && current.path.startsWith("/api/"))
        return response.writeHead(status).end(JSON.stringify({ message: state.portalMessage }));
      if (status)
        return response.writeHead(status).end(errorBody(ERROR_CODES[status] ?? "AuthenticationFailed"));
      const file = files.get(current.path);
      if (file) return response.writeHead(200).end(file);
      if (current.path === "/api/vendors/check-upload") return response.writeHead(200).end(state.check);
      if (current.path === "/api/vendors/upload-complete") {
        if (current.method === "POST") state.delivery = state.verdict ?? {};
        return response.writeHead(200).end(
          Object.entries(state.delivery)
            .map(([name, value]) => `${name} ${value}\n`)
            .join(""),
        );
      }
      if (url.searchParams.get("sig") !== signature)
        return response.writeHead(403).end(errorBody("AuthenticationFailed"));
      return answer(current, response);
    })().catch((error: unknown) => response.destroy(error as Error));
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;

  return {
    origin: `http://127.0.0.1:${port}`,
    blobs,
    /** Every request that arrived whole. */
    asked,
    /** The requests that were answered whole. */
    finished,
    /** Further files by path, such as a copy tool to download. */
    files,
    state,
    async close() {
      server.closeAllConnections();
      server.close();
      await once(server, "close");
    },
  };
}
