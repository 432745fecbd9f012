import { sql } from "kysely";
import { randomBytes, randomUUID } from "node:crypto";
import { Readable } from "node:stream";
import { describe, expect, it } from "vitest";
import { endpoints } from "../../../src/contract/wire/endpoints.ts";
import type { JsonObject } from "../../../src/contract/json.ts";
import { getSchema } from "../../../src/contract/schema/fields.ts";
import type { UploadTicket } from "../../../src/contract/generated/entities.ts";
import { RECORD_ID_KEY } from "../../../src/contract/schema/product.ts";
import { decode } from "../../../src/contract/wire/wire.ts";
import { insertSpatialExtent } from "../../../src/server/stores/uploads/spatialExtentStore.ts";
import type { RunningServer } from "../../../src/server/runServer.ts";
import { findRecord, setStatus } from "../../../src/server/stores/records/recordStore.ts";
import { usedQuotaBytes } from "../../../src/server/stores/uploads/quotaStore.ts";
import { claimNextJob } from "../../../src/server/stores/jobStore.ts";
import { enqueueUpload, findUpload, UPLOAD_JOB } from "../../../src/server/stores/uploads/uploadStore.ts";
import { sweepAbandonedUploads } from "../../../src/server/uploads/sweepUploads.ts";
import { aSave, signedIn, VENDOR1_EXTENT, type Api } from "../../support/apiClient.ts";
import { withDemoServer } from "../../support/database.ts";
import { sendZip } from "../../support/sendModel.ts";
import { createModelZip, type ModelFiles } from "../uploads/createModelZip.ts";
import { waitForAssertion } from "../uploads/uploadCalls.ts";

const DAY = 24 * 60 * 60_000;
const QUOTA = 4_000_000;

withDemoServer(
  "The vendor quota",
  (server) => {
    it("applies to all uploads of one vendor, and not to other vendors", async () => {
      const vendor = await signedIn(server(), "vendor1");
      const [first, second] = [
        await requestTicket(vendor, "vendor1"),
        await requestTicket(vendor, "vendor1"),
      ];
      expect(await put(first, 2_000_000)).toBe(201);
      expect(await put(second, 3_000_000)).toBe(507);
      // Repeated data counts again, because the store cannot compare it before it is written.
      expect(await put(first, 1_000_000)).toBe(201);
      expect(await put(second, 1)).toBe(201);
      expect(await put(second, 1_500_000)).toBe(507);
      expect(await put(await requestTicket(await signedIn(server(), "vendor2"), "vendor2"), 1_000_000)).toBe(
        201,
      );
    });

    it("rejects a new upload with a message when it is used up", async () => {
      const { db } = server().services;
      await db
        .updateTable("uploads")
        .set({ received_bytes: QUOTA })
        .where("username", "=", "vendor1")
        .execute();
      const vendor = await signedIn(server(), "vendor1");
      const refused = await vendor(endpoints.requestUpload, { body: await aRecord(vendor, "vendor1") });
      expect([refused.status, refused.message]).toEqual([
        413,
        expect.stringContaining("Ask the agency for more storage"),
      ]);
    });

    it("rejects an upload of unknown length", async () => {
      const ticket = await requestTicket(await signedIn(server(), "vendor2"), "vendor2");
      const body = Readable.toWeb(Readable.from([Buffer.alloc(10)])) as BodyInit;
      const headers = { "x-ms-blob-type": "BlockBlob" };
      const sent = await fetch(buildUploadUrl(ticket), {
        method: "PUT",
        headers,
        body,
        duplex: "half",
      } as RequestInit);
      expect(sent.status).toBe(411);
    });
  },
  { vendorQuotaBytes: QUOTA },
);

withDemoServer(
  "An upload link",
  (server) => {
    async function sendModelZip(changes: ModelFiles = {}) {
      const vendor = await signedIn(server(), "vendor2");
      const ticket = await requestTicket(vendor, "vendor2");
      const record = await findRecordOfUpload(server(), ticket.uploadBatchId);
      const zip = await createModelZip(record, changes);
      await sendZip(ticket, zip);
      await waitForAssertion(async () =>
        expect((await findUpload(server().services.db, ticket.uploadBatchId))!.job_id).toBeNull(),
      );
      return { ticket, record, zip };
    }
    const countUsedBytes = () => usedQuotaBytes(server().services.db, "vendor2");

    it("allows no more writes once its upload is cataloged", async () => {
      const { ticket } = await sendModelZip();
      for (const name of [ticket.blobName, "another.zip"])
        expect(await put({ ...ticket, blobName: name }, 1000)).toBe(403);
      expect(await putBlock(ticket)).toBe(403);
    });

    it("stores nothing of a request that ends after its upload was cataloged", async () => {
      const ticket = await requestTicket(await signedIn(server(), "vendor2"), "vendor2");
      const { db, storage } = server().services;
      const catalog = db.updateTable("uploads").set({ cataloged_at: new Date() });
      const body = new ReadableStream<Uint8Array>({
        async pull(controller) {
          controller.enqueue(new Uint8Array(500));
          await catalog.where("id", "=", ticket.uploadBatchId).execute();
          controller.enqueue(new Uint8Array(500));
          controller.close();
        },
      });
      const headers = { "x-ms-blob-type": "BlockBlob", "content-length": "1000" };
      const sent = await fetch(buildUploadUrl(ticket), {
        ...{ method: "PUT", headers, body, duplex: "half" },
      } as RequestInit);
      expect(sent.status).toBe(403);
      expect(await storage.find(`${ticket.folder}/${ticket.blobName}`)).toBeUndefined();
    });

    it.each(["accepted", "rejected"] as const)("allows no writes once the record is %s", async (status) => {
      const ticket = await requestTicket(await signedIn(server(), "vendor2"), "vendor2");
      const { id } = await findRecordOfUpload(server(), ticket.uploadBatchId);
      await setStatus(server().services.db, id, status, new Date());
      expect(await put(ticket, 1000)).toBe(403);
    });

    it("reads only current files, also if it was made before a file was archived", async () => {
      const { ticket, record } = await sendModelZip();
      const vendor = await signedIn(server(), "vendor2");
      const params = { recordId: String(record.id) };
      const link = (await vendor(endpoints.downloadLink, { params })).body as JsonObject;
      const read = async (path: string) =>
        (
          await fetch(
            `${String(link["prefix"])}${ticket.uploadBatchId}/files/Model_Files/${path}?${String(link["query"])}`,
          )
        ).status;
      expect([await read("plan.prj"), await read("plan.p01")]).toEqual([200, 200]);
      await server()
        .services.db.updateTable("model_files")
        .set({ archived: true })
        .where("upload_id", "=", ticket.uploadBatchId)
        .where("path", "<>", "Model_Files/plan.p01")
        .execute();
      expect([await read("plan.prj"), await read("plan.p01")]).toEqual([403, 200]);
    });

    it("counts the extracted files, and received bytes until they are deleted", async () => {
      const before = await countUsedBytes();
      const { ticket, zip } = await sendModelZip({ "Model_Files/terrain.asc": randomHex(1_000_000) });
      const rows = await server()
        .services.db.selectFrom("model_files")
        .select("size")
        .where("upload_id", "=", ticket.uploadBatchId)
        .where("kind", "=", "file")
        .execute();
      const extracted = rows.reduce((sum, { size }) => sum + size, 0);
      expect(extracted).toBeGreaterThan(1_000_000);
      expect(await countUsedBytes()).toBe(before + zip.length + extracted);
    });

    it("delivers no zip that unpacks to more than is left of the quota", async () => {
      const { ticket } = await sendModelZip({ "Model_Files/terrain.asc": randomHex(8_000_000) });
      const { error_text, extracted_size } = (await findUpload(server().services.db, ticket.uploadBatchId))!;
      expect(error_text).toMatch(/unpacks to 0\.00\d+ GB, but only 0\.00\d+ GB of your storage is left/);
      expect(extracted_size).toBeNull();
    });
  },
  { vendorQuotaBytes: 10_000_000 },
);

withDemoServer("Stored data", (server) => {
  it("includes a history of any size, read in pages", async () => {
    const vendor = await signedIn(server(), "vendor1");
    const params = { recordId: (await aRecord(vendor, "vendor1"))[RECORD_ID_KEY]! };
    const chainOfCustody = Array.from({ length: 9_000 }, () => "x".repeat(100));
    for (const modelName of ["Before", "After"]) {
      const save = await aSave(server(), {
        modelName,
        modelDescription: "🌊".repeat(20_000),
        chainOfCustody,
      });
      const body = { ...save, [RECORD_ID_KEY]: params.recordId };
      expect((await vendor(endpoints.saveRecord, { body })).status).toBe(200);
    }
    const columns = sql.raw(
      "record_id, account_id, username, first_name, last_name, old_metadata, new_metadata, schema_version, saved_at",
    );
    await sql`INSERT INTO history (${columns}) SELECT ${columns} FROM history, generate_series(1, 20)
      WHERE id = (SELECT max(id) FROM history)`.execute(server().services.db);
    const read: JsonObject[] = [];
    for (let page: JsonObject[] = [{}]; page.length > 0; read.push(...page)) {
      const last = read.at(-1);
      const query = last && { before: String(last["id"]) };
      const answer = await vendor(endpoints.listHistory, { params, ...(query && { query }) });
      expect([answer.status, answer.rows.length <= 20]).toEqual([200, true]);
      page = answer.rows;
    }
    const ids = read.map(({ id }) => Number(id));
    expect(ids).toEqual([...new Set(ids)].toSorted((one, other) => other - one));
    const names = read.map(({ new_values: values }) => (values as JsonObject)["model_title"]);
    expect(names.slice(0, 22)).toEqual([...Array.from({ length: 21 }, () => "After"), "Before"]);
    const { rows } = await vendor(endpoints.listHistory, { params, query: { first: "true" } });
    expect(rows.map(({ old_values: values }) => values)).toEqual([null]);
    const invalid = await vendor(endpoints.listHistory, { params, query: { before: "x" } });
    expect(invalid.status).toBe(400);
  });

  const sweepAfter = (days: number) =>
    sweepAbandonedUploads(
      { ...server().services, now: () => new Date(Date.now() + days * DAY) },
      new AbortController().signal,
    );

  it("is removed after the upload's link has expired", async () => {
    const { storage } = server().services;
    const ticket = await requestTicket(await signedIn(server(), "vendor1"), "vendor1");
    const path = `${ticket.folder}/${ticket.blobName}`;
    expect(await put(ticket, 1000)).toBe(201);
    await sweepAfter(7.5);
    expect(await storage.find(path)).toBeDefined();
    await sweepAfter(8.5);
    expect(await storage.find(path)).toBeUndefined();
  });

  it("is removed if it is a spatial extent that no record uses", async () => {
    const { db, storage } = server().services;
    const unsaved = `${randomUUID()}_Unsaved.gdb.zip`;
    const extent = {
      username: "vendor1",
      original_name: "Unsaved.gdb.zip",
      size: 3,
      sha256: "",
      uploaded_at: new Date(),
    };
    await insertSpatialExtent(db, { ...extent, stored_name: unsaved });
    await storage.write(`spatial-extents/${unsaved}`, Readable.from([Buffer.from("zip")]));
    const isStored = async (name: string) => (await storage.find(`spatial-extents/${name}`)) !== undefined;
    await sweepAfter(7.5);
    expect(await isStored(unsaved)).toBe(true);
    await sweepAfter(8.5);
    expect([await isStored(unsaved), await isStored(VENDOR1_EXTENT)]).toEqual([false, true]);
  });

  describe("of many uploads of one vendor", () => {
    it("does not delay the processing of another vendor's upload", async () => {
      const { db, now } = server().services;
      const uploadIds = [
        ...(await Promise.all(
          [1, 2].map(async () => requestTicket(await signedIn(server(), "vendor1"), "vendor1")),
        )),
        await requestTicket(await signedIn(server(), "vendor2"), "vendor2"),
      ].map(({ uploadBatchId }) => uploadBatchId);
      const order: (string | undefined)[] = [];
      // Rolled back, so that the server's own workers do not see these jobs.
      const rolledBack = db.transaction().execute(async (trx) => {
        for (const [index, id] of uploadIds.entries())
          await enqueueUpload(
            trx,
            (await findUpload(trx, id))!,
            {},
            new Date(now().getTime() - 10_000 + index),
          );
        while (order.length < uploadIds.length) {
          const job = await claimNextJob(trx, { kinds: [UPLOAD_JOB], now: now(), leaseMs: 60_000 });
          order.push(job?.payload.uploadId as string | undefined);
        }
        throw new Error("rolled back");
      });
      await expect(rolledBack).rejects.toThrow("rolled back");
      expect(order).toEqual([uploadIds[0], uploadIds[2], uploadIds[1]]);
    });
  });
});

async function findRecordOfUpload({ services: { db } }: RunningServer, uploadId: string) {
  const upload = await findUpload(db, uploadId);
  return (await findRecord(db, String(upload!.record_id)))!;
}

/** Compresses to about half. */
const randomHex = (length: number) => randomBytes(length / 2).toString("hex");

async function putBlock(ticket: UploadTicket): Promise<number> {
  const url = `${buildUploadUrl(ticket)}&comp=block&blockid=${encodeURIComponent(btoa("block"))}`;
  return (await fetch(url, { method: "PUT", body: Buffer.alloc(10) })).status;
}

async function aRecord(vendor: Api, username: string) {
  const { rows } = await vendor(endpoints.listRecords, { params: { username } });
  const body = { [RECORD_ID_KEY]: String(rows[0]?.[RECORD_ID_KEY]) };
  const copy = await vendor(endpoints.duplicateRecord, { body });
  return { [RECORD_ID_KEY]: String(copy.rows[0]?.[RECORD_ID_KEY]) };
}

async function requestTicket(vendor: Api, username: string): Promise<UploadTicket> {
  const { body } = await vendor(endpoints.requestUpload, { body: await aRecord(vendor, username) });
  return decode(getSchema("upload-ticket"), body, "read") as unknown as UploadTicket;
}

const buildUploadUrl = ({ prefix, blobName, query }: UploadTicket) =>
  `${prefix}${encodeURIComponent(blobName)}?${query}`;

async function put(ticket: UploadTicket, bytes: number): Promise<number> {
  const headers = { "x-ms-blob-type": "BlockBlob" };
  const body = Buffer.alloc(bytes);
  return (await fetch(buildUploadUrl(ticket), { method: "PUT", headers, body })).status;
}
