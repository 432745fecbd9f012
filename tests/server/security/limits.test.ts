import { sql } from "kysely";
import { randomUUID } from "node:crypto";
import { Readable } from "node:stream";
import { describe, expect, it } from "vitest";
import { endpoints } from "../../../src/contract/wire/endpoints.ts";
import { schemaOf, type JsonObject } from "../../../src/contract/schema/fields.ts";
import type { UploadTicket } from "../../../src/contract/generated/entities.ts";
import { RECORD_IDENTIFIER } from "../../../src/contract/schema/product.ts";
import { decode } from "../../../src/contract/wire/wire.ts";
import { insertExtent } from "../../../src/server/stores/uploads/spatialExtentStore.ts";
import { claimDueBatch, makeDue } from "../../../src/server/stores/uploads/uploadBatchStore.ts";
import { sweepAbandoned } from "../../../src/server/uploads/queue/sweepUploads.ts";
import { aSave, signedIn, VENDOR1_EXTENT, type Api } from "../../support/apiClient.ts";
import { withServerOnEachDatabase } from "../../support/database.ts";

const DAY = 24 * 60 * 60_000;
const QUOTA = 4_000_000;

withServerOnEachDatabase(
  "What one vendor may take up",
  (server) => {
    it("ends with the quota, over all uploads of the vendor, and is no other vendor's", async () => {
      const vendor = await signedIn(server(), "vendor1");
      const [first, second] = [await ticketOf(vendor, "vendor1"), await ticketOf(vendor, "vendor1")];
      expect(await put(first, 2_000_000)).toBe(201);
      expect(await put(second, 3_000_000)).toBe(507);
      // Sent again, it is counted again: what lies in the store cannot be told from outside.
      expect(await put(first, 1_000_000)).toBe(201);
      expect(await put(second, 1)).toBe(201);
      expect(await put(second, 1_500_000)).toBe(507);
      expect(await put(await ticketOf(await signedIn(server(), "vendor2"), "vendor2"), 1_000_000)).toBe(201);
    });

    it("is told in words where no upload can begin any more", async () => {
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
        expect.stringContaining("Ask the agency for more room"),
      ]);
    });

    it("is not gone around by a body of unknown length", async () => {
      const ticket = await ticketOf(await signedIn(server(), "vendor2"), "vendor2");
      const body = Readable.toWeb(Readable.from([Buffer.alloc(10)])) as BodyInit;
      const headers = { "x-ms-blob-type": "BlockBlob" };
      const sent = await fetch(addressOf(ticket), {
        method: "PUT",
        headers,
        body,
        duplex: "half",
      } as RequestInit);
      expect(sent.status).toBe(411);
    });
  },
  { vendorQuota: QUOTA },
);

withServerOnEachDatabase("What is left behind", (server) => {
  it("by a record saved often with as much as it takes is a history read page by page", async () => {
    const vendor = await signedIn(server(), "vendor1");
    const params = { recordId: (await aRecord(vendor, "vendor1"))[RECORD_IDENTIFIER]! };
    const chainOfCustody = Array.from({ length: 9_000 }, () => "x".repeat(100));
    for (const modelName of ["Before", "After"]) {
      const save = await aSave(server(), {
        modelName,
        modelDescription: "🌊".repeat(20_000),
        chainOfCustody,
      });
      const body = { ...save, [RECORD_IDENTIFIER]: params.recordId };
      expect((await vendor(endpoints.saveRecord, { body })).status).toBe(200);
    }
    const kept = sql.raw(
      "record_id, account_id, username, first_name, last_name, old_metadata, new_metadata, schema_version, saved_at",
    );
    await sql`INSERT INTO history (${kept}) SELECT ${kept} FROM history, generate_series(1, 20)
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
    const odd = await vendor(endpoints.listHistory, { params, query: { before: "x" } });
    expect(odd.status).toBe(400);
  });

  const sweepAfter = (days: number) =>
    sweepAbandoned(
      { ...server().services, now: () => new Date(Date.now() + days * DAY) },
      new AbortController().signal,
    );

  it("is removed once the link of the upload has ended, and not before", async () => {
    const { storage } = server().services;
    const ticket = await ticketOf(await signedIn(server(), "vendor1"), "vendor1");
    const path = `${ticket.folder}/${ticket.blobName}`;
    expect(await put(ticket, 1000)).toBe(201);
    await sweepAfter(7.5);
    expect(await storage.find(path)).toBeDefined();
    await sweepAfter(8.5);
    expect(await storage.find(path)).toBeUndefined();
  });

  it("is removed where it is a spatial extent that no record was saved with", async () => {
    const { db, storage } = server().services;
    const unsaved = `${randomUUID()}_Unsaved.gdb.zip`;
    const about = {
      username: "vendor1",
      original_name: "Unsaved.gdb.zip",
      size: 3,
      sha256: "",
      uploaded_at: new Date(),
    };
    await insertExtent(db, { ...about, stored_name: unsaved });
    await storage.write(`spatial-extents/${unsaved}`, Readable.from([Buffer.from("zip")]));
    const kept = async (name: string) => (await storage.find(`spatial-extents/${name}`)) !== undefined;
    await sweepAfter(7.5);
    expect(await kept(unsaved)).toBe(true);
    await sweepAfter(8.5);
    expect([await kept(unsaved), await kept(VENDOR1_EXTENT)]).toEqual([false, true]);
  });

  describe("by many uploads of one vendor", () => {
    it("does not keep another vendor's waiting", async () => {
      const { db, now } = server().services;
      const batches = [
        ...(await Promise.all(
          [1, 2].map(async () => ticketOf(await signedIn(server(), "vendor1"), "vendor1")),
        )),
        await ticketOf(await signedIn(server(), "vendor2"), "vendor2"),
      ].map(({ uploadBatchId }) => uploadBatchId);
      const order: (string | undefined)[] = [];
      // In a transaction that is taken back: the server's own workers must not see what waits here.
      const undone = db.transaction().execute(async (trx) => {
        for (const [index, id] of batches.entries())
          await makeDue(trx, id, {}, new Date(now().getTime() - 10_000 + index));
        const lease = new Date(now().getTime() + 60_000);
        while (order.length < batches.length) order.push((await claimDueBatch(trx, now(), lease))?.id);
        throw new Error("taken back");
      });
      await expect(undone).rejects.toThrow("taken back");
      expect(order).toEqual([batches[0], batches[2], batches[1]]);
    });
  });
});

async function aRecord(vendor: Api, username: string) {
  const { rows } = await vendor(endpoints.listRecords, { params: { username } });
  const body = { [RECORD_IDENTIFIER]: String(rows[0]?.[RECORD_IDENTIFIER]) };
  const copy = await vendor(endpoints.duplicateRecord, { body });
  return { [RECORD_IDENTIFIER]: String(copy.rows[0]?.[RECORD_IDENTIFIER]) };
}

async function ticketOf(vendor: Api, username: string): Promise<UploadTicket> {
  const { body } = await vendor(endpoints.requestUpload, { body: await aRecord(vendor, username) });
  return decode(schemaOf("upload-ticket"), body, "read") as unknown as UploadTicket;
}

const addressOf = ({ prefix, blobName, query }: UploadTicket) =>
  `${prefix}${encodeURIComponent(blobName)}?${query}`;

async function put(ticket: UploadTicket, bytes: number): Promise<number> {
  const headers = { "x-ms-blob-type": "BlockBlob" };
  const body = Buffer.alloc(bytes);
  return (await fetch(addressOf(ticket), { method: "PUT", headers, body })).status;
}
