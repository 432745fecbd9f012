import fastifyStatic from "@fastify/static";
import react from "@vitejs/plugin-react";
import fastify from "fastify";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { build } from "vite";
import type { JsonObject } from "../../../src/contract/json.ts";
import { precompress } from "../../start/precompress.ts";

const PEERS_FOLDER = fileURLToPath(new URL("peers", import.meta.url));
const PEERS = ["bare-input", "plain-form", "plain-admin", "validation"];

/** Builds the peers for production, as the portal is built, each into a folder of its name. */
export async function buildPeers(targetFolder: string): Promise<void> {
  for (const name of PEERS) {
    const outDir = join(targetFolder, name);
    await build({
      configFile: false,
      root: join(PEERS_FOLDER, name),
      base: `/${name}/`,
      logLevel: "error",
      plugins: [react()],
      build: { outDir, emptyOutDir: true, modulePreload: { polyfill: false }, chunkSizeWarningLimit: 5000 },
    });
    await precompress(outDir);
  }
}

interface DataResponse {
  headers?: Record<string, string>;
  body: unknown;
}

/** The data that the peers show: the same as the portal's. */
export interface PeerData {
  /** Values of the plain form. */
  formValues: JsonObject;
  /** Records of the plain react-admin application, by the name of the list. */
  lists: Map<string, JsonObject[]>;
  /** Responds as ra-data-simple-rest expects; undefined for an unknown address. */
  respond(url: URL, method: string): DataResponse | undefined;
}

export function createPeerData(): PeerData {
  const data: PeerData = {
    formValues: {},
    lists: new Map(),
    respond({ pathname, searchParams }, method) {
      if (pathname === "/data/initial") return { body: data.formValues };
      if (pathname === "/data/signin" && method === "POST") return { body: { id: 1 } };
      const [, list = "", id] = /^\/data\/lists\/(\w+)\/records(?:\/(\w+))?$/.exec(pathname) ?? [];
      const rows = data.lists.get(list);
      if (id === undefined) return rows && buildPage(rows, searchParams);
      const body = rows?.find((row) => String(row["id"]) === id);
      return body && { body };
    },
  };
  return data;
}

function buildPage(rows: JsonObject[], query: URLSearchParams): DataResponse {
  const { q = "" } = JSON.parse(query.get("filter") ?? "{}") as { q?: string };
  const [from = 0, to = rows.length - 1] = JSON.parse(query.get("range") ?? "[]") as number[];
  const matches = rows.filter((row) => String(row["title"]).toLowerCase().includes(q.toLowerCase()));
  const body = matches.slice(from, to + 1);
  const range = `records ${from}-${from + Math.max(body.length - 1, 0)}/${matches.length}`;
  return { headers: { "content-range": range }, body };
}

/** Serves the built peers, compressed as the portal is, and their data. */
export async function startPeerServer(folder: string, data: PeerData) {
  const server = fastify();
  await server.register(fastifyStatic, { root: folder, preCompressed: true });
  server.route({
    method: ["GET", "POST"],
    url: "/data/*",
    handler: (request, reply) => {
      const found = data.respond(new URL(request.url, "http://localhost"), request.method);
      return found ? reply.headers(found.headers ?? {}).send(found.body) : reply.code(404).send();
    },
  });
  const address = await server.listen({ port: 0, host: "127.0.0.1" });
  // Browsers accept brotli over http only from "localhost".
  return { url: address.replace("127.0.0.1", "localhost"), close: () => server.close() };
}
