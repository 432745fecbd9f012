import { sql } from "kysely";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { endpoints } from "../../src/contract/wire/endpoints.ts";
import type { RunningServer } from "../../src/server/runServer.ts";
import { registerPortalFiles } from "../../src/server/site/portalFiles.ts";
import { signedIn } from "../support/apiClient.ts";
import { startServer } from "../support/startServer.ts";

let server: RunningServer;
let folder: string;
const log: string[] = [];
const FONT_FILE = "inter-latin-wght-normal-4d5e6f.woff2";
const SENDING_WORKERS = ["uploadWorker-1a2b3c.js", "sendingWorker-1a2b3c.js"];

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), "flood-portal-"));
  mkdirSync(join(folder, "assets"));
  writeFileSync(join(folder, "index.html"), "<!doctype html><title>The page</title>");
  writeFileSync(join(folder, "upload_script.sh"), "#!/bin/bash\n");
  writeFileSync(join(folder, "assets", FONT_FILE), "font");
  writeFileSync(join(folder, "assets", "main-1a2b3c.js"), "console.log('plain')");
  writeFileSync(join(folder, "assets", "main-1a2b3c.js.br"), "compressed");
  for (const name of SENDING_WORKERS) writeFileSync(join(folder, "assets", name), "'worker'");
  server = await startServer({
    log: { write: (line) => log.push(line) },
    portal: (app) => registerPortalFiles(app, { folder }),
    logLevel: "info",
    trustProxy: true,
    supportEmail: "help@example.com",
    documentationUrl: "https://docs.example.com/guide",
  });
});
afterAll(async () => {
  await server.close();
  rmSync(folder, { recursive: true, force: true });
});

const get = (url: string, headers: Record<string, string> = {}) =>
  server.app.inject({ method: "GET", url, headers });

it.each(Object.entries(endpoints))("serves the operation %s", (_, { method, path }) => {
  expect(server.app.hasRoute({ method, url: `/api${path}` })).toBe(true);
});

describe("the portal", () => {
  it("is where the server redirects from /", async () => {
    for (const url of ["/", "/metadata_app"]) {
      const { statusCode, headers } = await get(url);
      expect([statusCode, headers["location"]]).toEqual([302, "/metadata_app/"]);
    }
  });

  it.each([
    "/metadata_app/",
    "/metadata_app/login",
    "/metadata_app/app/form/12?x=1",
    "/metadata_app/app/view/1.5",
  ])("serves its page at %s without caching", async (url) => {
    const { statusCode, body, headers } = await get(url);
    expect(statusCode).toBe(200);
    expect(body).toContain("The page");
    expect(headers["content-type"]).toContain("text/html");
    expect(headers["cache-control"]).toBe("no-cache");
  });

  it("serves hashed files with a long cache time, compressed if the browser accepts it", async () => {
    const plain = await get("/metadata_app/assets/main-1a2b3c.js");
    expect(plain.headers["cache-control"]).toBe("public, max-age=31536000, immutable");
    expect(plain.body).toContain("plain");
    const small = await get("/metadata_app/assets/main-1a2b3c.js", { "accept-encoding": "br" });
    expect([small.headers["content-encoding"], small.body]).toEqual(["br", "compressed"]);
    expect((await get("/metadata_app/upload_script.sh")).headers["cache-control"]).toBe("no-cache");
  });

  it("preloads its font, except on the login page", async () => {
    const linkAt = async (path: string) => (await get(`/metadata_app/${path}`)).headers["link"];
    expect(await linkAt("app/form/12")).toBe(
      `</metadata_app/assets/${FONT_FILE}>; rel=preload; as=font; crossorigin`,
    );
    expect(await linkAt("login")).toBeUndefined();
  });

  it("responds with 404, not with the page, for a missing hashed file", async () => {
    expect((await get("/metadata_app/assets/old-000000.js")).statusCode).toBe(404);
  });

  it.each(["/metadata_app/..%2f..%2fpackage.json", "/metadata_app/%2e%2e/package.json"])(
    "serves no file outside its folder at %s",
    async (url) => {
      expect((await get(url)).body).not.toContain("flood-model-portal");
    },
  );

  it("serves config.json with the settings of the environment", async () => {
    const { headers, body } = await get("/metadata_app/config.json");
    expect(headers["cache-control"]).toBe("no-cache");
    expect(JSON.parse(body)).toEqual({
      authBaseUrl: "/api",
      middlewareBaseUrl: "/api",
      refreshInterval: 60000,
      supportEmail: "help@example.com",
      documentationUrl: "https://docs.example.com/guide",
      trashRetentionDays: 90,
    });
  });

  it("allows only its own scripts and no eval", async () => {
    const policy = String((await get("/metadata_app/")).headers["content-security-policy"]);
    expect(policy).toContain("script-src 'self';");
    expect(policy).toContain("style-src 'self' 'sha256-47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU=';");
    expect(policy).toContain("object-src 'none'");
    expect(policy).toContain(`connect-src 'self' ${server.url}`);
    expect(policy).not.toMatch(/unsafe|docs\.example\.com/);
  });

  it("allows only the worker of uploads to run WebAssembly", async () => {
    const getPolicy = async (name: string) =>
      String((await get(`/metadata_app/assets/${name}`)).headers["content-security-policy"]);
    expect(await getPolicy("uploadWorker-1a2b3c.js")).toContain("script-src 'self' 'wasm-unsafe-eval';");
    for (const name of ["main-1a2b3c.js", "sendingWorker-1a2b3c.js"])
      expect(await getPolicy(name)).toContain("script-src 'self';");
  });

  it.each(SENDING_WORKERS)("lets browsers revalidate %s, because its policy can change", async (name) => {
    const { headers } = await get(`/metadata_app/assets/${name}`);
    expect(headers["cache-control"]).toBe("no-cache");
  });
});

describe("the API", () => {
  it("responds with 404 to unknown paths", async () => {
    for (const url of ["/api/vendors/nothing", "/api", "/elsewhere"]) {
      const { statusCode, body } = await get(url);
      expect(statusCode).toBe(404);
      expect(JSON.parse(body)).toEqual({ message: `GET ${url} does not exist.` });
    }
  });

  it("forbids caching", async () => {
    const { headers } = await (await signedIn(server, "vendor1"))(endpoints.listAgencies);
    expect(headers["cache-control"]).toBe("no-store");
  });

  it("rejects a body that is not JSON or too large", async () => {
    const send = (payload: string) =>
      server.app.inject({
        method: "POST",
        url: "/api/auth/signin",
        headers: { "content-type": "application/json" },
        payload,
      });
    expect((await send("{")).statusCode).toBe(400);
    expect((await send(JSON.stringify({ username: "x".repeat(6_000_000) }))).statusCode).toBe(413);
  });
});

describe("the request log", () => {
  it("has one line per request with the id of the response, without its query", async () => {
    log.length = 0;
    const { headers } = await get("/api/health/live?token=secret");
    const lines = log.map((line) => JSON.parse(line) as Record<string, unknown>);
    expect(lines).toEqual([
      expect.objectContaining({
        reqId: headers["x-request-id"],
        method: "GET",
        path: "/api/health/live",
        status: 200,
      }),
    ]);
    expect(log.join("")).not.toContain("secret");
  });

  it("uses the id of a trusted proxy, unless it is not an identifier", async () => {
    const idOf = async (sent: string) =>
      (await get("/api/health/live", { "x-request-id": sent })).headers["x-request-id"];
    expect(await idOf("edge-17")).toBe("edge-17");
    expect(await idOf("a b")).not.toBe("a b");
  });
});

it("hides internal errors, and logs them without tokens and passwords", async () => {
  const { db } = server.services;
  const vendor1 = await signedIn(server, "vendor1");
  await sql`ALTER TABLE messages RENAME TO messages_away`.execute(db);
  const response = await vendor1(endpoints.listMessages, { params: { recordId: "1" } });
  await sql`ALTER TABLE messages_away RENAME TO messages`.execute(db);
  expect(response).toMatchObject({
    status: 500,
    body: { message: "An error occurred. Please try again later." },
  });
  const loggedText = log.join("");
  expect(loggedText).toContain("messages");
  expect(loggedText).toContain("/api/metadata/get-messages/:recordId failed");
  for (const secret of ["eyJ", "FloodModel2026", "sig=", server.services.config.tokenSecret])
    expect(loggedText).not.toContain(secret);
});
