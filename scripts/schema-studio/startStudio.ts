import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { Piscina } from "piscina";
import { findChildProgram } from "../../src/server/processing/childProgram.ts";
import { answerCall, type CallAnswer, type StudioCall } from "./answerCall.ts";
import { readBody } from "./readBody.ts";
import { describeRefusal } from "./refusal.ts";
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
  await new Promise<void>((resolve, reject) => {
    server.once("error", reject).listen(port, HOST, resolve);
  });
  const background = startBackgroundStudio(options);
  const context = { studio, background, server, page };
  server.on("request", (request, response) => void answer(request, response, context));
  return {
    url: `http://localhost:${portOf(server)}/`,
    close: async () => {
      const closed = new Promise((resolve) => server.close(resolve));
      server.closeAllConnections();
      await Promise.all([closed, background.destroy()]);
    },
  };
}

const portOf = (server: Server) => (server.address() as AddressInfo).port;

type BackgroundStudio = Piscina<StudioCall, CallAnswer>;

/** A thread for calls that take long, so that a preview does not wait for them. */
function startBackgroundStudio(options: StudioOptions): BackgroundStudio {
  const { file: filename, nodeOptions: execArgv } = findChildProgram(import.meta.dirname, "studioWorker");
  return new Piscina({ filename, execArgv, workerData: options, minThreads: 1, maxThreads: 1 });
}

const CALLS: Record<string, keyof Studio> = {
  "GET /api/start": "start",
  "GET /api/lists": "lists",
  "POST /api/preview": "preview",
  "POST /api/check": "check",
  "POST /api/compare": "compare",
  "POST /api/complete": "complete",
  "PUT /api/schemas": "save",
};

/** They check all fields, or all stored documents. */
const BACKGROUND_CALLS: (keyof Studio)[] = ["check", "compare", "save"];

interface AnswerContext {
  studio: Studio;
  background: BackgroundStudio;
  server: Server;
  page: Middleware;
}

async function answer(
  request: IncomingMessage,
  response: ServerResponse,
  { studio, background, server, page }: AnswerContext,
): Promise<void> {
  try {
    requireOwnPage(request, portOf(server));
    const name = CALLS[`${request.method} ${request.url}`];
    if (!name) return page(request, response, () => sendJson(response, NOT_FOUND));
    const call = { name, body: request.method === "GET" ? undefined : await readBody(request) };
    const isSlow = BACKGROUND_CALLS.includes(name);
    sendJson(response, isSlow ? await background.run(call) : await answerCall(studio, call));
  } catch (error) {
    sendJson(response, describeRefusal(error));
  }
}

const NOT_FOUND: CallAnswer = { status: 404, content: { message: "Not found.", errors: [] } };

function sendJson(response: ServerResponse, { status, content }: CallAnswer): void {
  response.writeHead(status, { "content-type": "application/json", "cache-control": "no-store" });
  response.end(JSON.stringify(content));
}
