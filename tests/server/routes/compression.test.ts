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

it("sends a list compressed to who can read that, and the same as it is to others", async () => {
  const packed = await list({ "accept-encoding": "br, gzip" });
  const plain = await list();
  expect(packed.headers["content-encoding"]).toBe("gzip");
  expect(plain.headers["content-encoding"]).toBeUndefined();
  expect(packed.headers.vary).toMatch(/accept-encoding/i);
  expect(JSON.parse(gunzipSync(packed.rawPayload).toString())).toEqual(plain.json());
  expect(packed.rawPayload.length * 3).toBeLessThan(plain.rawPayload.length);
});

it("still answers unchanged data with nothing but a 304", async () => {
  const { headers } = await list({ "accept-encoding": "gzip" });
  const again = await list({ "accept-encoding": "gzip", "if-none-match": String(headers.etag) });
  expect(again.statusCode).toBe(304);
  expect(again.rawPayload.length).toBe(0);
});
