import { request as httpRequest } from "node:http";
import { expect, it, vi } from "vitest";
import { endpoints } from "../../../src/contract/wire/endpoints.ts";
import { getSchema } from "../../../src/contract/schema/fields.ts";
import type { UploadTicket } from "../../../src/contract/generated/entities.ts";
import { RECORD_ID_KEY } from "../../../src/contract/schema/product.ts";
import { decode, encode } from "../../../src/contract/wire/wire.ts";
import { updateUserAccount } from "../../../src/server/auth/accounts.ts";
import { readConfig } from "../../../src/server/config.ts";
import { requireMatchingStore } from "../../../src/server/runServer.ts";
import { setStatus } from "../../../src/server/stores/records/recordStore.ts";
import { setSettingOnce } from "../../../src/server/stores/settingStore.ts";
import { recordFolder } from "../../../src/server/uploads/blobPaths.ts";
import { aContact } from "../../support/aContact.ts";
import { anonymous, aSave, signedIn, type Api } from "../../support/apiClient.ts";
import { withDemoServer } from "../../support/database.ts";

const PASSWORD = "FloodModel2026";

// Skips the delays after wrong passwords; guessing.test.ts tests them.
vi.mock("node:timers/promises", async (original) => ({ ...(await original()), setTimeout: async () => {} }));

withDemoServer(
  "Security",
  (server) => {
    const signIn = (username: string, password = PASSWORD, remoteAddress = "192.0.2.1") =>
      server().app.inject({
        ...{ method: "POST", url: "/api/auth/signin", payload: { username, password }, remoteAddress },
      });

    it("sandboxes every file except exact PDF and image types", async () => {
      const vendor = await signedIn(server(), "vendor1");
      const ticket = await requestTicket(vendor, await aRecord(vendor));
      const address = buildUploadUrl(ticket);
      for (const [type, isSandboxed] of [
        ["application/pdf;a, text/html", true],
        ["text/html", true],
        ["image/svg+xml", true],
        ["application/pdf", false],
        ["image/png", false],
      ] as const) {
        const headers = { "x-ms-blob-type": "BlockBlob", "x-ms-blob-content-type": type };
        expect((await fetch(address, { method: "PUT", headers, body: "<script>1</script>" })).status).toBe(
          201,
        );
        const answer = await fetch(address);
        const policy = answer.headers.get("content-security-policy") ?? "";
        expect([type, policy.includes("sandbox")]).toEqual([type, isSandboxed]);
        expect(policy).toMatch(/(default|script)-src 'none'/);
        expect(answer.headers.get("x-content-type-options")).toBe("nosniff");
      }
    });

    it("rejects block lists that repeat a block too often, and blocks copied from a URL", async () => {
      const vendor = await signedIn(server(), "vendor1");
      const address = buildUploadUrl(await requestTicket(vendor, await aRecord(vendor)));
      const block = Buffer.from("block-1").toString("base64");
      const put = (query: string, body: string, headers: Record<string, string> = {}) =>
        fetch(`${address}&${query}`, { method: "PUT", headers, body });
      const named = `comp=block&blockid=${encodeURIComponent(block)}`;
      expect((await put(named, "x".repeat(1000))).status).toBe(201);
      const list = `<BlockList>${`<Latest>${block}</Latest>`.repeat(5000)}</BlockList>`;
      expect((await put("comp=blocklist", list)).status).toBe(400);
      expect((await put("comp=blocklist", `<Latest>${" ".repeat(10_000)}`)).status).toBe(400);
      const printed = `<?xml version="1.0"?>\n<BlockList>\n  <Latest> ${block}\n</Latest>\n</BlockList>\n`;
      expect((await put("comp=blocklist", printed)).status).toBe(201);
      expect((await put(named, "", { "x-ms-copy-source": address })).status).toBe(400);
    });

    it("ends sessions and upload links when password, roles or account status change", async () => {
      const { services } = server();
      const changes = [{ password: PASSWORD }, { roles: ["ROLE_EDITOR"] }, { isDisabled: true }] as const;
      for (const change of changes) {
        const vendor = await signedIn(server(), "vendor2");
        const ticket = await requestTicket(vendor, await aRecord(vendor));
        const send = () =>
          fetch(buildUploadUrl(ticket), {
            method: "PUT",
            headers: { "x-ms-blob-type": "BlockBlob" },
            body: "x",
          });
        expect((await send()).status).toBe(201);
        await updateUserAccount(
          services,
          "vendor2",
          "roles" in change ? { roles: [...change.roles] } : change,
        );
        expect((await vendor(endpoints.listAgencies)).status).toBe(401);
        expect((await send()).status).toBe(403);
        const headers = { "x-upload-token": ticket.uploadToken };
        expect((await anonymous(server())(endpoints.uploadState, { headers })).status).toBe(401);
      }
      expect((await signIn("vendor2")).statusCode).toBe(403);
      await updateUserAccount(services, "vendor2", { isDisabled: false });
    });

    it("revokes the upload and download links of a deleted record", async () => {
      const vendor = await signedIn(server(), "vendor1");
      const { db, storage } = server().services;
      const { record_id: recordId, blob_path: path } = await db
        .selectFrom("model_files")
        .innerJoin("records", "records.id", "model_files.record_id")
        .select(["record_id", "blob_path"])
        .where("records.username", "=", "vendor1")
        .where("kind", "=", "zip")
        .where("archived", "=", false)
        .executeTakeFirstOrThrow();
      const until = new Date(Date.now() + 60_000);
      const { prefix, query } = await storage.grantRead(recordFolder(recordId), until);
      const fetchZip = () => fetch(`${prefix}${path.split("/").map(encodeURIComponent).join("/")}?${query}`);
      expect((await fetchZip()).status).toBe(200);
      const uploadable = await aRecord(vendor);
      const ticket = await requestTicket(vendor, uploadable);
      await setStatus(db, recordId, "rejected", new Date());
      for (const deleted of [String(recordId), uploadable])
        await vendor(endpoints.deleteRecord, { body: { [RECORD_ID_KEY]: deleted } });
      expect((await fetchZip()).status).toBe(403);
      const headers = { "x-ms-blob-type": "BlockBlob" };
      expect((await fetch(buildUploadUrl(ticket), { method: "PUT", headers, body: "x" })).status).toBe(403);
    });

    it("blocks password guessing only for the guessed user at the guesser's address", async () => {
      expect((await signIn("agency1", PASSWORD, "192.0.2.20")).statusCode).toBe(200);
      const guesses = Array.from({ length: 14 }, () => signIn("vendor1", "WrongPassword1", "192.0.2.20"));
      const statuses = (await Promise.all(guesses)).map(({ statusCode }) => statusCode);
      expect(statuses.filter((status) => status === 401)).toHaveLength(10);
      expect(statuses.filter((status) => status === 429)).toHaveLength(4);
      const refused = await signIn("vendor1", PASSWORD, "192.0.2.20");
      expect([refused.statusCode, refused.json()]).toEqual([
        429,
        expect.objectContaining({
          message: "Too many wrong passwords. Wait 5 minutes and try again.",
        }),
      ]);
      expect(Number(refused.headers["retry-after"])).toBeGreaterThan(0);
      expect((await signIn("vendor1", PASSWORD, "192.0.2.21")).statusCode).toBe(200);
      for (const other of ["agency1", "vendor2"])
        expect((await signIn(other, PASSWORD, "192.0.2.20")).statusCode).toBe(200);
    });

    it("rejects large bodies, unknown field names and ids of the wrong type", async () => {
      const vendor = await signedIn(server(), "vendor1");
      const large = { username: "x".repeat(20_000), password: "x" };
      expect((await anonymous(server())(endpoints.signIn, { body: large })).status).toBe(413);
      const endless = { ...(await aSave(server())), model_description: "x".repeat(20_001) };
      const tooLong = await vendor(endpoints.addRecord, { body: endless });
      expect([tooLong.status, tooLong.faults[0]?.message]).toEqual([
        400,
        "Must have 20,000 characters or fewer.",
      ]);
      const save = { ...(await aSave(server())), modle_name: "x" };
      const misspelt = await vendor(endpoints.addRecord, { body: save });
      expect([misspelt.status, misspelt.faults[0]?.path]).toEqual([400, ["modle_name"]]);
      for (const id of [5, true, ["1"], { a: 1 }])
        expect((await vendor(endpoints.deleteRecord, { body: { [RECORD_ID_KEY]: id } })).status).toBe(400);
    });

    it("closes the connection of a body that never ends", { timeout: 300_000 }, async () => {
      const { port } = new URL(server().url);
      const call = httpRequest({ port, host: "127.0.0.1", method: "POST", path: "/api/auth/signin" });
      call.setHeader("content-type", "application/json").setHeader("content-length", "1000");
      const ended = new Promise((resolve) => call.on("error", resolve).on("close", resolve));
      call.write('{"username":');
      await ended;
      // The limit for the store allows a block over a slow connection.
      expect(server().app.server.requestTimeout).toBe(30 * 60_000);
    });

    it("rejects an idempotency key with another body, and returns the first response", async () => {
      const vendor = await signedIn(server(), "vendor1");
      const headers = { "idempotency-key": "one key of this test" };
      const body = await aSave(server());
      const first = await vendor(endpoints.addRecord, { body, headers });
      expect(first.status).toBe(200);
      expect((await vendor(endpoints.addRecord, { body, headers })).status).toBe(200);
      const other = { ...body, model_name: "Another" };
      const refused = await vendor(endpoints.addRecord, { body: other, headers });
      expect(refused.status).toBe(422);
      expect(refused.rows[0]).toMatchObject({ made: first.body, etag: first.headers["etag"] });
    });

    it("writes security events to an append-only audit log", async () => {
      const { db } = server().services;
      const [agency, vendor] = [await signedIn(server(), "agency1"), await signedIn(server(), "vendor1")];
      await expect(db.deleteFrom("audit_log").execute()).rejects.toThrow("append-only");
      await expect(db.updateTable("audit_log").set({ event: "x" }).execute()).rejects.toThrow();
      const { rows: records } = await agency(endpoints.listReviews);
      const pending = records.find(({ status }) => status === "pending")!;
      const about = { [RECORD_ID_KEY]: String(pending[RECORD_ID_KEY]) };
      await agency(endpoints.downloadLink, { params: { recordId: about[RECORD_ID_KEY]! } });
      await agency(endpoints.rejectRecord, { body: { ...about, reason: "The model does not run." } });
      const body = encode(getSchema("contact"), aContact({ email: "log@example.com" }), "write");
      await vendor(endpoints.addContact, { body });
      const { rows } = await agency(endpoints.listAudit);
      const signing = ["sign-in", "sign-in refused", "locked out", "account changed"];
      const granting = ["upload granted", "download granted", "contact added"];
      const deciding = ["record rejected", "record deleted"];
      expect(rows.map(({ event }) => event)).toEqual(
        expect.arrayContaining([...signing, ...granting, ...deciding]),
      );
      expect((await vendor(endpoints.listAudit)).status).toBe(403);
    });

    it("rejects a second store for the same database", async () => {
      const { db, storage } = server().services;
      await requireMatchingStore({ db, storage });
      const otherStorage = { ...storage, find: async () => undefined };
      await expect(requireMatchingStore({ db, storage: otherStorage })).rejects.toThrow(
        "must also share the store",
      );
      expect(await setSettingOnce(db, "store-id", "another")).toBe(false);
    });

    it("reports its health without a token", async () => {
      for (const endpoint of [endpoints.healthLive, endpoints.healthReady])
        expect((await anonymous(server())(endpoint)).body).toEqual({ status: "ok" });
    });
  },
  { bodyTimeoutMs: 500 },
);

it("requires a DEMO setting if other machines can reach the server", () => {
  const base = { DATA_DIR: "/tmp/flood-demo-test", TOKEN_SECRET: "a secret for tests that is long enough" };
  for (const reach of [{ HOST: "0.0.0.0" }, { PUBLIC_URL: "https://portal.example.com" }]) {
    expect(() => readConfig({ ...base, ...reach })).toThrow("Set DEMO");
    expect(readConfig({ ...base, ...reach, DEMO: "true" }).isDemo).toBe(true);
    expect(readConfig({ ...base, ...reach, DEMO: "false" }).isDemo).toBe(false);
  }
  expect(readConfig({ ...base, PUBLIC_URL: "http://127.0.0.1:3000" }).isDemo).toBe(true);
});

async function aRecord(vendor: Api): Promise<string> {
  const { rows } = await vendor(endpoints.listRecords, { params: { username: await getUsername(vendor) } });
  const open = rows.find(({ status }) => status === "in progress") ?? rows[0];
  const body = { [RECORD_ID_KEY]: String(open?.[RECORD_ID_KEY]) };
  return String((await vendor(endpoints.duplicateRecord, { body })).rows[0]![RECORD_ID_KEY]);
}

/** Only the own list can be read. */
async function getUsername(vendor: Api): Promise<string> {
  const { status } = await vendor(endpoints.listRecords, { params: { username: "vendor1" } });
  return status === 200 ? "vendor1" : "vendor2";
}

async function requestTicket(vendor: Api, id: string): Promise<UploadTicket> {
  const { body } = await vendor(endpoints.requestUpload, { body: { [RECORD_ID_KEY]: id } });
  return decode(getSchema("upload-ticket"), body, "read") as unknown as UploadTicket;
}

const buildUploadUrl = ({ prefix, blobName, query }: UploadTicket) =>
  `${prefix}${encodeURIComponent(blobName)}?${query}`;
