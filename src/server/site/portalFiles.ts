import { existsSync } from "node:fs";
import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import fastifyStatic from "@fastify/static";
import type { FastifyInstance, FastifyReply } from "fastify";
import type { JsonObject } from "../../contract/json.ts";
import { PORTAL_PATH, type Config } from "../config.ts";
import { PROJECT_FOLDER } from "../projectFolder.ts";

export const PORTAL_FOLDER = join(PROJECT_FOLDER, "dist", "portal");

const ASSETS_PATH = `${PORTAL_PATH}assets/`;
/** These screens preload their font in parallel with the first script. */
const SIGNED_IN_PATH = `${PORTAL_PATH}app/`;
const FONT_FILE_NAME = /^inter-latin-wght-normal-.*\.woff2$/;

const INDEX_FILE = "index.html";
const CACHE_FOR_A_YEAR = "public, max-age=31536000, immutable";
const REVALIDATE = "no-cache";

/** Serves the built portal. Files with a content hash in their name are cached for a year, except workers that send. */
export async function registerPortalFiles(
  app: FastifyInstance,
  { folder = PORTAL_FOLDER } = {},
): Promise<void> {
  if (!existsSync(folder)) return;
  const fontFile = (await readdir(join(folder, "assets")).catch(() => [])).find((name) =>
    FONT_FILE_NAME.test(name),
  );
  if (fontFile)
    app.decorate("fontPreloadLink", `<${ASSETS_PATH}${fontFile}>; rel=preload; as=font; crossorigin`);
  await app.register(fastifyStatic, {
    root: folder,
    prefix: PORTAL_PATH,
    preCompressed: true,
    cacheControl: false,
    setHeaders: (reply, path) => {
      const isHashed = /[\\/]assets[\\/]/.test(path);
      // A worker obeys the policy of its own response, which names the store, so a cached one would be outdated.
      const isSender = SENDING_WORKER_NAME.test(path);
      void reply.header("cache-control", isHashed && !isSender ? CACHE_FOR_A_YEAR : REVALIDATE);
      if (UPLOAD_WORKER_NAME.test(path)) allowWebAssembly(reply);
    },
  });
}

/** Workers that send requests to the store. */
const SENDING_WORKER_NAME = /[\\/](uploadWorker|sendingWorker)-[^\\/]*\.js(\.\w+)?$/;

/** Hashes the zip of an upload from the browser in WebAssembly. No page of the portal may run WebAssembly. */
const UPLOAD_WORKER_NAME = /[\\/]uploadWorker-[^\\/]*\.js(\.\w+)?$/;

function allowWebAssembly(reply: Pick<FastifyReply, "header" | "getHeader">): void {
  const policy = reply.getHeader("content-security-policy");
  if (typeof policy === "string")
    void reply.header(
      "content-security-policy",
      policy.replace("script-src 'self'", "script-src 'self' 'wasm-unsafe-eval'"),
    );
}

/** Sends index.html for the path of a screen. Returns false for other paths. */
export function sendPortalPage(reply: FastifyReply): boolean {
  const { method, url } = reply.request;
  const path = url.split("?")[0] ?? "";
  const isScreen = path.startsWith(PORTAL_PATH) && !path.startsWith(ASSETS_PATH);
  if (!isScreen || !["GET", "HEAD"].includes(method) || !reply.server.hasReplyDecorator("sendFile"))
    return false;
  const { fontPreloadLink } = reply.server as { fontPreloadLink?: string | undefined };
  if (fontPreloadLink !== undefined && path.startsWith(SIGNED_IN_PATH))
    void reply.header("link", fontPreloadLink);
  void reply.code(200).sendFile(INDEX_FILE);
  return true;
}

const CONFIG_FILE = join(PROJECT_FOLDER, "public", "config.json");

export async function loadPortalConfig({
  supportEmail,
  documentationUrl,
  trashRetentionDays,
}: Config): Promise<JsonObject> {
  const file = JSON.parse(await readFile(CONFIG_FILE, "utf8")) as JsonObject;
  return {
    ...file,
    trashRetentionDays,
    ...(supportEmail && { supportEmail }),
    ...(documentationUrl && { documentationUrl }),
  };
}
