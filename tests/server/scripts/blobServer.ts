import { once } from "node:events";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";

interface StoredBlob {
  committed: Map<string, Buffer>;
  uncommitted: Map<string, Buffer>;
  content?: Buffer;
}

export interface ReceivedRequest {
  method: string;
  path: string;
  comp: string;
  blockId: string;
  listType: string;
  query: string;
  headers: IncomingMessage["headers"];
  body: Buffer;
}

/** By name; a list is sent as one line per value. */
type UploadStateLines = Record<string, string | string[]>;

type Interference = (request: ReceivedRequest) => number | undefined | Promise<number | undefined>;
export type BlobServer = Awaited<ReturnType<typeof startBlobServer>>;

async function read(request: IncomingMessage): Promise<Buffer> {
  const parts: Buffer[] = [];
  for await (const part of request) parts.push(part as Buffer);
  return Buffer.concat(parts);
}

const buildError = (code: string) =>
  `\uFEFF<?xml version="1.0" encoding="utf-8"?><Error><Code>${code}</Code><Message>x</Message></Error>`;

/** Error codes of the Blob protocol. */
const ERROR_CODES: Record<number, string> = { 503: "ServerBusy", 507: "InsufficientStorage" };

const buildBlockList = ({ committed, uncommitted }: StoredBlob, listType: string) => {
  const blocks = (map: Map<string, Buffer>) =>
    [...map].map(([id, data]) => `<Block><Name>${id}</Name><Size>${data.length}</Size></Block>`).join("");
  return (
    `\uFEFF<?xml version="1.0" encoding="utf-8"?><BlockList>` +
    `<CommittedBlocks>${listType === "uncommitted" ? "" : blocks(committed)}</CommittedBlocks>` +
    `<UncommittedBlocks>${/^(uncommitted|all)$/.test(listType) ? blocks(uncommitted) : ""}</UncommittedBlocks></BlockList>`
  );
};

/**
 * A fake storage with the operations of the Blob protocol that upload scripts use, and the portal's upload requests.
 * `interfere` can return a status or delay the response.
 */
export async function startBlobServer(signature: string) {
  const blobs = new Map<string, StoredBlob>();
  const received: ReceivedRequest[] = [];
  const finished: ReceivedRequest[] = [];
  const files = new Map<string, Buffer>();
  const state = {
    interfere: (() => undefined) as Interference,
    portalMessage: "Not found",
    /** The portal's upload state. */
    uploadState: {} as UploadStateLines,
    /** The portal's upload state after the report. */
    stateAfterReport: undefined as UploadStateLines | undefined,
    /** The portal's response to the precheck. */
    precheck: "",
  };

  function blockList(
    response: ServerResponse,
    { method, path, listType, body }: ReceivedRequest,
    held: StoredBlob,
  ) {
    if (method === "GET") {
      if (!blobs.has(path)) return response.writeHead(404).end(buildError("BlobNotFound"));
      const length = held.content && { "x-ms-blob-content-length": held.content.length };
      const headers = { "Content-Type": "application/xml", ...length };
      return response.writeHead(200, headers).end(buildBlockList(held, listType));
    }
    const ids = [...body.toString().matchAll(/<(?:Latest|Uncommitted)>([^<]+)</g)].map((match) => match[1]!);
    const parts = ids.map((id) => [id, held.uncommitted.get(id) ?? held.committed.get(id)] as const);
    if (parts.some(([, data]) => !data)) return response.writeHead(400).end(buildError("InvalidBlockList"));
    const committed = new Map(parts as [string, Buffer][]);
    blobs.set(path, {
      committed,
      uncommitted: new Map(),
      content: Buffer.concat(parts.map(([, data]) => data!)),
    });
    return response.writeHead(201).end();
  }

  function respond(request: ReceivedRequest, response: ServerResponse) {
    const held: StoredBlob = blobs.get(request.path) ?? { committed: new Map(), uncommitted: new Map() };
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
      const current: ReceivedRequest = {
        method: request.method ?? "",
        path: decodeURIComponent(url.pathname),
        comp: url.searchParams.get("comp") ?? "",
        blockId: url.searchParams.get("blockid") ?? "",
        listType: url.searchParams.get("blocklisttype") ?? "",
        query: url.search.slice(1),
        headers: request.headers,
        body: await read(request),
      };
      received.push(current);
      const status = await state.interfere(current);
      response.once("finish", () => finished.push(current));
      if (status && current.path.startsWith("/api/"))
        return response.writeHead(status).end(JSON.stringify({ message: state.portalMessage }));
      if (status)
        return response.writeHead(status).end(buildError(ERROR_CODES[status] ?? "AuthenticationFailed"));
      const file = files.get(current.path);
      if (file) return response.writeHead(200).end(file);
      if (current.path === "/api/vendors/check-upload") return response.writeHead(200).end(state.precheck);
      if (current.path === "/api/vendors/upload-complete") {
        if (current.method === "POST") state.uploadState = state.stateAfterReport ?? {};
        return response.writeHead(200).end(
          Object.entries(state.uploadState)
            .flatMap(([name, values]) => [values].flat().map((value) => `${name} ${value}\n`))
            .join(""),
        );
      }
      if (url.searchParams.get("sig") !== signature)
        return response.writeHead(403).end(buildError("AuthenticationFailed"));
      return respond(current, response);
    })().catch((error: unknown) => response.destroy(error as Error));
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;

  return {
    origin: `http://127.0.0.1:${port}`,
    blobs,
    /** All received requests. */
    received,
    /** Requests whose response was sent completely. */
    finished,
    /** Files to download, by path. */
    files,
    state,
    async close() {
      server.closeAllConnections();
      server.close();
      await once(server, "close");
    },
  };
}
