import { gunzipSync } from "node:zlib";
import { afterAll, beforeAll, expect, it } from "vitest";
import type { RunningServer } from "../../../src/server/runServer.ts";
import { startServer } from "../../support/startServer.ts";

let server: RunningServer;
let token: string;
beforeAll(async () => {
  server = await startServer();
  const payload = { username: "vendor1", password: "FloodModel2026" };
  const answer = await server.app.inject({ method: "POST", url: "/api/auth/signin", payload });
  token = answer.json<{ accessToken: string }>().accessToken;
});
afterAll(() => server.close());

const list = (headers: Record<string, string> = {}) =>
  server.app.inject({
    url: "/api/vendors/list-records/vendor1",
    headers: { "x-access-token": token, ...headers },
  });

it("compresses a list only for clients that accept it", async () => {
  const packed = await list({ "accept-encoding": "br, gzip" });
  const plain = await list();
  expect(packed.headers["content-encoding"]).toBe("gzip");
  expect(plain.headers["content-encoding"]).toBeUndefined();
  expect(packed.headers.vary).toMatch(/accept-encoding/i);
  expect(JSON.parse(gunzipSync(packed.rawPayload).toString())).toEqual(plain.json());
  expect(packed.rawPayload.length * 3).toBeLessThan(plain.rawPayload.length);
});

it("responds with an empty 304 to unchanged data", async () => {
  const { headers } = await list({ "accept-encoding": "gzip" });
  const again = await list({ "accept-encoding": "gzip", "if-none-match": String(headers.etag) });
  expect(again.statusCode).toBe(304);
  expect(again.rawPayload.length).toBe(0);
});
