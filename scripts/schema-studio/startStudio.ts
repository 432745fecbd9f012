import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { json } from "node:stream/consumers";
import type { RefusalAnswer } from "./protocol.ts";
import { Refusal } from "./refusal.ts";
import { requireOwnPage } from "./requestGuard.ts";
import { openStudio, type Studio, type StudioOptions } from "./studio.ts";

/** Only programs on this computer reach it. */
const HOST = "127.0.0.1";

/** Connect middleware, as Vite's. */
type Middleware = (request: IncomingMessage, response: ServerResponse, next: () => void) => void;

interface ServerOptions extends StudioOptions {
  /** 0 for any free port. */
  port: number;
  /** Returns what answers all requests that are no calls. */
  createPage(server: Server): Promise<Middleware>;
}

interface RunningStudio {
  url: string;
  close(): Promise<void>;
}

export async function startStudio({ port, createPage, ...options }: ServerOptions): Promise<RunningStudio> {
  const studio = await openStudio(options);
  const server = createServer();
  const page = await createPage(server);
  const context = { studio, server, page };
  server.on("request", (request, response) => void answer(request, response, context));
  await new Promise<void>((resolve, reject) => {
    server.once("error", reject).listen(port, HOST, resolve);
  });
  return {
    url: `http://localhost:${portOf(server)}/`,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

const portOf = (server: Server) => (server.address() as AddressInfo).port;

const CALLS: Record<string, (studio: Studio, body: never) => Promise<unknown>> = {
  "GET /api/start": (studio) => studio.start(),
  "GET /api/lists": (studio) => studio.lists(),
  "POST /api/preview": (studio, body) => studio.preview(body),
  "POST /api/check": (studio, body) => studio.check(body),
  "POST /api/compare": (studio, body) => studio.compare(body),
  "POST /api/complete": (studio, body) => studio.complete(body),
  "PUT /api/schemas": (studio, body) => studio.save(body),
};

interface AnswerContext {
  studio: Studio;
  server: Server;
  page: Middleware;
}

async function answer(
  request: IncomingMessage,
  response: ServerResponse,
  context: AnswerContext,
): Promise<void> {
  const { studio, server, page } = context;
  try {
    requireOwnPage(request, portOf(server));
    const call = CALLS[`${request.method} ${request.url}`];
    if (!call)
      return page(request, response, () => sendJson(response, 404, { message: "Not found.", errors: [] }));
    const body = request.method === "GET" ? undefined : await json(request);
    sendJson(response, 200, await call(studio, body as never));
  } catch (error) {
    const { status, errors } = error instanceof Refusal ? error : { status: 500, errors: [] };
    sendJson(response, status, { message: (error as Error).message, errors } satisfies RefusalAnswer);
  }
}

function sendJson(response: ServerResponse, status: number, content: unknown): void {
  response.writeHead(status, { "content-type": "application/json", "cache-control": "no-store" });
  response.end(JSON.stringify(content));
}
