import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import type { StoredDocument } from "../schema-diff/checkStoredDocuments.ts";
import { answerCall, type CallAnswer } from "./answerCall.ts";
import { readBody } from "./readBody.ts";
import { describeRefusal } from "./refusal.ts";
import { requireOwnPage } from "./requestGuard.ts";
import { openStudio, type Studio } from "./studio.ts";
import { startThread, type StudioThread } from "./studioThread.ts";

/** Only programs on this computer reach it. */
const HOST = "127.0.0.1";

/** Connect middleware, as Vite's. */
type Middleware = (request: IncomingMessage, response: ServerResponse, next: () => void) => void;

interface ServerOptions {
  folder: string;
  /** The documents of an installation. The page opens before they are read. */
  stored?: Promise<StoredDocument[]> | undefined;
  /** 0 for any free port. */
  port: number;
  /** Returns what answers all requests that are no calls. */
  createPage(server: Server): Promise<Middleware>;
}

interface RunningStudio {
  url: string;
  close(): Promise<void>;
}

export async function startStudio({
  folder,
  stored,
  port,
  createPage,
}: ServerOptions): Promise<RunningStudio> {
  const studio = await openStudio({ folder, hasInstallation: stored !== undefined });
  const server = createServer();
  const page = await createPage(server);
  await new Promise<void>((resolve, reject) => {
    server.once("error", reject).listen(port, HOST, resolve);
  });
  const checks = startThread({ folder });
  const comparing = stored?.then((documents) => startThread({ folder, stored: documents }));
  // Each comparison reports the error.
  comparing?.catch(() => undefined);
  const context = { studio, checks, comparing, server, page };
  server.on("request", (request, response) => void answer(request, response, context));
  return {
    url: `http://localhost:${portOf(server)}/`,
    close: async () => {
      const closed = new Promise((resolve) => server.close(resolve));
      server.closeAllConnections();
      // Does not wait until the stored documents are read.
      void comparing?.then(
        (thread) => thread.stop(),
        () => undefined,
      );
      await Promise.all([closed, checks.stop()]);
    },
  };
}

const portOf = (server: Server) => (server.address() as AddressInfo).port;

/** What answers a call: checks of all fields, and of all stored documents, have threads of their own. */
type Place = "here" | "checks" | "comparing";

const CALLS: Record<string, [keyof Studio, Place]> = {
  "GET /api/start": ["start", "here"],
  "GET /api/lists": ["lists", "here"],
  "POST /api/preview": ["preview", "here"],
  "POST /api/complete": ["complete", "here"],
  "POST /api/check": ["check", "checks"],
  "POST /api/compare": ["compare", "checks"],
  "PUT /api/schemas": ["save", "checks"],
  "POST /api/compare-stored": ["compare", "comparing"],
};

interface AnswerContext {
  studio: Studio;
  checks: StudioThread;
  /** Once the stored documents are read; undefined without an installation. */
  comparing: Promise<StudioThread> | undefined;
  server: Server;
  page: Middleware;
}

async function answer(
  request: IncomingMessage,
  response: ServerResponse,
  { studio, checks, comparing = Promise.resolve(checks), server, page }: AnswerContext,
): Promise<void> {
  try {
    requireOwnPage(request, portOf(server));
    const [name, place] = CALLS[`${request.method} ${request.url}`] ?? [];
    if (!name) return page(request, response, () => sendJson(response, NOT_FOUND));
    const call = { name, body: request.method === "GET" ? undefined : await readBody(request) };
    if (place === "here") return sendJson(response, await answerCall(studio, call));
    const thread = place === "checks" ? checks : await comparing;
    // A save is not left out if its page is closed.
    const isWanted = () => name === "save" || !response.destroyed;
    sendJson(response, await thread.run(call, isWanted));
  } catch (error) {
    sendJson(response, describeRefusal(error));
  }
}

const NOT_FOUND: CallAnswer = { status: 404, content: { message: "Not found.", errors: [] } };

function sendJson(response: ServerResponse, { status, content }: CallAnswer): void {
  response.writeHead(status, { "content-type": "application/json", "cache-control": "no-store" });
  response.end(JSON.stringify(content));
}
