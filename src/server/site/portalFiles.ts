import { existsSync } from "node:fs";
import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import fastifyStatic from "@fastify/static";
import type { FastifyInstance, FastifyReply } from "fastify";
import type { JsonObject } from "../../contract/schema/fields.ts";
import type { Config } from "../config.ts";

/** Where the portal's pages are served. */
export const PORTAL_PATH = "/metadata_app/";

/** Where the build puts the portal. */
export const PORTAL_FOLDER = fileURLToPath(new URL("../../../dist/portal", import.meta.url));

const ASSETS = `${PORTAL_PATH}assets/`;
/** Below it are the screens of those who are signed in: their letters are fetched beside the first script. */
const SIGNED_IN = `${PORTAL_PATH}app/`;
const LETTERS = /^inter-latin-wght-normal-.*\.woff2$/;

const PAGE = "index.html";
const A_YEAR = "public, max-age=31536000, immutable";
/** Asked again each time, and answered 304 while it is the same. */
const EACH_TIME = "no-cache";

/**
 * The built portal. Every path below it that names no file is one of the portal's own screens and gets its page;
 * files whose name holds a hash of their content are kept for ever.
 */
export async function portalFiles(app: FastifyInstance, { folder = PORTAL_FOLDER } = {}): Promise<void> {
  if (!existsSync(folder)) return;
  const letters = (await readdir(join(folder, "assets")).catch(() => [])).find((name) => LETTERS.test(name));
  if (letters) app.decorate("lettersLink", `<${ASSETS}${letters}>; rel=preload; as=font; crossorigin`);
  await app.register(fastifyStatic, {
    root: folder,
    prefix: PORTAL_PATH,
    preCompressed: true,
    cacheControl: false,
    setHeaders: (reply, path) => {
      const isHashed = /[\\/]assets[\\/]/.test(path);
      void reply.header("cache-control", isHashed ? A_YEAR : EACH_TIME);
    },
  });
}

/** The portal's page, for a screen's own address. Answers false where the path is not the portal's. */
export function sendPortalPage(reply: FastifyReply): boolean {
  const { method, url } = reply.request;
  const path = url.split("?")[0] ?? "";
  const isScreen = path.startsWith(PORTAL_PATH) && !path.startsWith(ASSETS);
  if (!isScreen || !["GET", "HEAD"].includes(method) || !reply.server.hasReplyDecorator("sendFile"))
    return false;
  const { lettersLink } = reply.server as { lettersLink?: string | undefined };
  if (lettersLink !== undefined && path.startsWith(SIGNED_IN)) void reply.header("link", lettersLink);
  void reply.code(200).sendFile(PAGE);
  return true;
}

const FILE = new URL("../../../public/config.json", import.meta.url);

/** What the portal reads at its start: the file in `public/`, with what the environment sets laid over it. */
export async function portalConfig({ supportEmail, documentationUrl }: Config): Promise<JsonObject> {
  const file = JSON.parse(await readFile(FILE, "utf8")) as JsonObject;
  return {
    ...file,
    ...(supportEmail && { supportEmail }),
    ...(documentationUrl && { documentationUrl }),
  };
}
