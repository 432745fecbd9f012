import { readdir, truncate } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, beforeAll, expect, it, vi } from "vitest";
import { endpoints } from "../../../src/contract/wire/endpoints.ts";
import type { JsonObject } from "../../../src/contract/json.ts";
import { getSchema } from "../../../src/contract/schema/fields.ts";
import type { UploadTicket } from "../../../src/contract/generated/entities.ts";
import { RECORD_ID_KEY } from "../../../src/contract/schema/product.ts";
import { decode } from "../../../src/contract/wire/wire.ts";
import type { RunningServer } from "../../../src/server/runServer.ts";
import { createQuotaCounter } from "../../../src/server/stores/uploads/quotaStore.ts";
import { anonymous, signedIn } from "../../support/apiClient.ts";
import { startServer } from "../../support/startServer.ts";

const [PORTAL, FILES] = ["portal.example.com", "files.example.com"];

let server: RunningServer;
let ticket: UploadTicket;
beforeAll(async () => {
  server = await startServer({ publicUrl: `https://${PORTAL}`, storeOrigin: `https://${FILES}` });
  const vendor = await signedIn(server, "vendor1");
  const { rows } = await vendor(endpoints.listRecords, { params: { username: "vendor1" } });
  const open = rows.find(({ status }) => status === "in progress")!;
  const body = { [RECORD_ID_KEY]: String(open[RECORD_ID_KEY]) };
  const answer = await vendor(endpoints.requestUpload, { body });
  ticket = decode(getSchema("upload-ticket"), answer.body, "read") as unknown as UploadTicket;
});
afterAll(() => server.close());

/** Sends a request for the upload's blob with its SAS token, to one of the server's host names. */
function send(method: "GET" | "PUT" | "OPTIONS", { host = FILES, query = "", body = "" } = {}) {
  const { pathname } = new URL(ticket.prefix + encodeURIComponent(ticket.blobName));
  const headers = { host, ...(query === "" && { "x-ms-blob-type": "BlockBlob" }) };
  const payload = method === "PUT" ? { payload: body } : {};
  return server.app.inject({ method, url: `${pathname}?${ticket.query}${query}`, headers, ...payload });
}

const readCounts = async () => {
  const { db } = server.services;
  const counts = db.selectFrom("uploads").select(["received_bytes as bytes", "received_writes as writes"]);
  return counts.where("id", "=", ticket.uploadBatchId).executeTakeFirstOrThrow();
};

it("serves files only on their own origin, where no session is stored", async () => {
  expect(ticket.prefix).toMatch(new RegExp(`^https://${FILES}/`));
  expect((await send("PUT", { body: "<script>1</script>" })).statusCode).toBe(201);
  expect((await send("GET", { host: PORTAL })).statusCode).toBe(403);
  const page = await server.app.inject({ url: "/metadata_app/config.json", headers: { host: PORTAL } });
  expect(String(page.headers["content-security-policy"])).toContain(`https://${FILES}`);
  const answers = [
    await send("GET"),
    await send("GET", { host: PORTAL }),
    await send("GET", { query: "&comp=nonsense" }),
    await send("PUT", { query: "&comp=blocklist", body: "no list" }),
    await send("OPTIONS"),
    await server.app.inject({ url: new URL(ticket.prefix).pathname, headers: { host: FILES } }),
  ];
  for (const { headers } of answers) {
    expect(headers["content-security-policy"]).toMatch(/^default-src 'none'.*sandbox/);
    expect(headers["x-content-type-options"]).toBe("nosniff");
  }
});

it("rejects a blob larger than 4 TiB", async () => {
  const block = Buffer.from("a block that grew").toString("base64");
  const named = `&comp=block&blockid=${encodeURIComponent(block)}`;
  expect((await send("PUT", { query: named, body: "x" })).statusCode).toBe(201);
  const store = join(server.services.config.dataDir, "store");
  const files = await readdir(store, { recursive: true });
  const staged = files.find((file) => file.endsWith(Buffer.from(block, "base64").toString("hex")))!;
  await truncate(join(store, staged), 4 * 1024 ** 4 + 1);
  const list = `<BlockList><Latest>${block}</Latest></BlockList>`;
  const refused = await send("PUT", { query: "&comp=blocklist", body: list });
  expect([refused.statusCode, refused.body]).toEqual([400, expect.stringContaining("4 TiB")]);
});

it("counts received bytes in memory and saves them in steps", async () => {
  const { db } = server.services;
  const path = `${ticket.folder}/${ticket.blobName}`;
  const [before, counter] = [await readCounts(), createQuotaCounter(db, 1e15)];
  for (let block = 0; block < 50; block += 1) expect(await counter.tryReserve(path, 1_000_000)).toBe(true);
  expect(await readCounts()).toEqual(before);
  await counter.tryReserve(path, 100_000_000);
  expect(await readCounts()).toEqual({ bytes: before.bytes + 150_000_000, writes: before.writes + 51 });
  await counter.tryReserve(path, 7);
  await counter.save();
  expect(await readCounts()).toEqual({ bytes: before.bytes + 150_000_007, writes: before.writes + 52 });
});

it("reads the counts again after a failed read", async () => {
  const { db } = server.services;
  const path = `${ticket.folder}/${ticket.blobName}`;
  const counter = createQuotaCounter(db, 1e15);
  const failing = vi.spyOn(db, "selectFrom").mockImplementationOnce(() => {
    throw new Error("The connection was lost");
  });
  await expect(counter.tryReserve(path, 1)).rejects.toThrow("The connection was lost");
  failing.mockRestore();
  expect(await counter.tryReserve(path, 1)).toBe(true);
});

it("rejects more writes through one link than any upload needs", async () => {
  const { db } = server.services;
  const path = `${ticket.folder}/${ticket.blobName}`;
  await db
    .updateTable("uploads")
    .set({ received_writes: 499_999 } as JsonObject)
    .execute();
  const counter = createQuotaCounter(db, 1e15);
  expect([await counter.tryReserve(path, 1), await counter.tryReserve(path, 1)]).toEqual([true, false]);
});

it("rejects an upload report with an invalid name, size or hash", async () => {
  const report = { file_name: "model.zip", size: 1, sha256: "0".repeat(64) };
  const headers = { "x-upload-token": ticket.uploadToken };
  for (const invalid of [{ file_name: "" }, { size: -1 }, { size: "1" }, { sha256: "0" }]) {
    const body = { ...report, ...invalid };
    expect((await anonymous(server)(endpoints.uploadComplete, { body, headers })).status).toBe(400);
  }
});
