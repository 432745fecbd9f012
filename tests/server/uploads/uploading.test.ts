import { createHash } from "node:crypto";
import { readFile } from "node:fs/promises";
import { expect, it } from "vitest";
import { endpoints, fillPath } from "../../../src/contract/wire/endpoints.ts";
import { getSchema } from "../../../src/contract/schema/fields.ts";
import type { DownloadLink } from "../../../src/contract/generated/entities.ts";
import { RECORD_ID_KEY } from "../../../src/contract/schema/product.ts";
import { decode } from "../../../src/contract/wire/wire.ts";
import { buildBlobUrl } from "../../../src/server/storage/grants.ts";
import { setStatus } from "../../../src/server/stores/records/recordStore.ts";
import { setArchived } from "../../../src/server/stores/uploads/currentFileStore.ts";
import { aModelFolder } from "../../support/aModelFolder.ts";
import { aModelZip } from "../../support/aModelZip.ts";
import { createModelZip, getRootFolder } from "./createModelZip.ts";
import { onEachUploadServer } from "./onUploadServer.ts";
import {
  fetchFiles,
  fetchMessages,
  fetchNotifications,
  processUploads,
  fetchProgress,
  fetchStatus,
  fetchZips,
} from "./uploadCalls.ts";
import { putZip, createZipReport, startUploadServer } from "./uploadServer.ts";

const sha256 = (bytes: Buffer | string) => createHash("sha256").update(bytes).digest("hex");

onEachUploadServer((server) => {
  it("request-upload returns a ticket for a new folder of the record's region", async () => {
    const record = await server().aRecord();
    const ticket = await server().requestUpload(record);
    expect(ticket.folder).toBe(`twdb-region-03/${ticket.uploadBatchId}`);
    expect(ticket.uploadBatchId).toMatch(/^[0-9a-f-]{36}$/);
    expect(ticket.prefix).toContain(`/ms2/${ticket.folder}/`);
    expect(ticket.blobName).toBe(`${getRootFolder(record)}.zip`);
    expect(ticket.completeAddress).toBe("https://portal.example.com/api/vendors/upload-complete");
    expect(ticket.azcopyAddresses).toEqual({ linux: "https://store.example.com/azcopy.tar.gz" });
    expect(Buffer.from(ticket.uploadToken, "base64url")).toHaveLength(32);
    const another = await server().requestUpload(record);
    expect(another.uploadBatchId).not.toBe(ticket.uploadBatchId);
  });

  it("stores only the hash of an upload token", async () => {
    const ticket = await server().requestUpload(await server().aRecord());
    const batch = await server()
      .services.db.selectFrom("uploads")
      .selectAll()
      .where("id", "=", ticket.uploadBatchId)
      .executeTakeFirstOrThrow();
    expect(JSON.stringify(batch)).not.toContain(ticket.uploadToken);
    expect(batch.token_hash).toBe(sha256(ticket.uploadToken));
  });

  it("request-upload uses the folder of region 01 for a record without a region", async () => {
    const record = await server().aRecord("vendor1", { twdbFloodPlanningRegionID: undefined });
    expect((await server().requestUpload(record)).folder).toMatch(/^twdb-region-01\//);
  });

  it.each(["accepted", "rejected"] as const)(
    "request-upload returns no ticket for a record that is %s",
    async (status) => {
      const record = await server().aRecord();
      await setStatus(server().services.db, record.id, status, new Date());
      const body = { [RECORD_ID_KEY]: String(record.id) };
      const { status: code, message } = await server().call("vendor1", endpoints.requestUpload, { body });
      expect(code).toBe(409);
      expect(message).toContain(status);
    },
  );

  it("request-upload returns another ticket while the record is pending", async () => {
    const record = await server().aRecord();
    await setStatus(server().services.db, record.id, "pending", new Date());
    expect((await server().requestUpload(record)).uploadToken).toBeTruthy();
  });

  it("refuses the script's report without a valid upload token", async () => {
    const report = createZipReport(Buffer.from("zip"));
    expect((await server().deliver({ uploadToken: "" }, report)).status).toBe(401);
    expect((await server().deliver({ uploadToken: "AAAA" }, report)).status).toBe(401);
  });

  it("returns the state of an upload only to the script with its token", async () => {
    const record = await server().aRecord();
    const ticket = await server().requestUpload(record);
    const states = [await server().getUploadState(ticket)];
    const faulty = Buffer.from("not a zip");
    await putZip(ticket, faulty);
    await server().deliver(ticket, createZipReport(faulty));
    states.push(await server().getUploadState(ticket));
    await processUploads(server());
    states.push(await server().getUploadState(ticket));
    const zip = await createModelZip(record);
    await putZip(ticket, zip);
    await server().deliver(ticket, createZipReport(zip));
    await processUploads(server());
    states.push(await server().getUploadState(ticket));
    expect(states.map(({ answer }) => answer["state"])).toEqual([
      "expected",
      "processing",
      "refused",
      "processed",
    ]);
    expect((await server().getUploadState({ uploadToken: "AAAA" })).status).toBe(401);
  });

  it("refuses the script's report while the zip is missing or has another size", async () => {
    const ticket = await server().requestUpload(await server().aRecord());
    const zip = Buffer.from("not the whole zip");
    expect((await server().deliver(ticket, createZipReport(zip))).status).toBe(409);
    await putZip(ticket, zip);
    expect((await server().deliver(ticket, { ...createZipReport(zip), size: zip.length + 1 })).status).toBe(
      409,
    );
  });

  it.each([
    [{ size: 3, sha256: "0".repeat(64) }],
    [{ file_name: "a.zip", size: -1, sha256: "0".repeat(64) }],
    [{ file_name: "a.zip", size: "3", sha256: "0".repeat(64) }],
    [{ file_name: "a.zip", size: 3, sha256: "abc" }],
  ])("refuses the script's report %j", async (report) => {
    const ticket = await server().requestUpload(await server().aRecord());
    expect((await server().deliver(ticket, report)).status).toBe(400);
  });

  it("catalogs a valid upload, sets the record to pending and makes its files downloadable", async () => {
    const record = await server().aRecord();
    const zip = await createModelZip(record);
    const ticket = await server().upload(record, zip);
    await processUploads(server());

    expect(await fetchStatus(server(), record)).toBe("pending");
    expect(await fetchMessages(server(), record)).toEqual([]);
    expect(await fetchNotifications(server(), record)).toMatchObject([
      { status: "pending", username: "portal" },
    ]);

    const files = await fetchFiles(server(), record);
    const prefix = `${ticket.uploadBatchId}/files`;
    expect(files.filter(({ uploadType }) => uploadType === "directory").map(({ path }) => path)).toEqual(
      expect.arrayContaining([`${prefix}/Model_Files`, `${prefix}/Model_Files/Results`, `${prefix}/GIS`]),
    );
    const plan = files.find(({ path }) => path === `${prefix}/Model_Files/plan.p01`);
    expect(plan).toMatchObject({
      uploadType: "file",
      archived: false,
      uploadBatchId: ticket.uploadBatchId,
    });
    expect(plan?.sha256).toBe(sha256("Plan Title=1 percent annual chance\n"));

    const { answer } = await server().call("vendor1", endpoints.downloadLink, {
      params: { recordId: String(record.id) },
    });
    const link = decode(getSchema("download-link"), answer, "read") as unknown as DownloadLink;
    const content = await fetch(buildBlobUrl(link, plan!.path));
    expect(await content.text()).toBe("Plan Title=1 percent annual chance\n");

    const [archived, ...others] = await fetchZips(server(), record);
    expect(others).toEqual([]);
    expect(archived).toMatchObject({ size: zip.length, sha256: sha256(zip), username: "vendor1" });
    const whole = await fetch(buildBlobUrl(link, archived!.path));
    expect(sha256(Buffer.from(await whole.arrayBuffer()))).toBe(sha256(zip));
  });

  it("accepts a model folder zipped by a vendor's tool", async () => {
    const record = await server().aRecord();
    const [modelIdentifier = "", modelName = ""] = getRootFolder(record).split(/_(.*)/);
    const yaml = `global_attributes:\n  ${RECORD_ID_KEY}: "${record.id}"\n`;
    const folder = await aModelFolder({ modelIdentifier, modelName, recordId: String(record.id), yaml });
    await server().upload(record, await readFile(await aModelZip(folder)));
    await processUploads(server());
    expect(await fetchMessages(server(), record)).toEqual([]);
    expect(await fetchStatus(server(), record)).toBe("pending");
    const paths = (await fetchFiles(server(), record)).map(({ path }) => path);
    expect(paths.some((path) => path.endsWith("/files/Model_Files/PecanBranch.g01"))).toBe(true);
  });

  it("returns the progress of an upload", async () => {
    const record = await server().aRecord();
    expect(await fetchProgress(server(), record)).toMatchObject({});
    const untouched = await server().call("vendor1", endpoints.uploadProgress, {
      params: { recordId: String(record.id) },
    });
    expect(untouched.answer).toMatchObject({ sent: null, received: null, catalogued: null });

    const ticket = await server().upload(record, await createModelZip(record));
    const before = await fetchProgress(server(), record);
    expect(before.uploadBatchId).toBe(ticket.uploadBatchId);
    expect(before.received).toBeTruthy();
    expect(before.checked).toBeUndefined();

    await processUploads(server());
    const { received, checked, extracted, catalogued, failed } = await fetchProgress(server(), record);
    const times = [received, checked, extracted, catalogued].map((time) => Date.parse(time ?? ""));
    expect(times.every((time) => time > 0)).toBe(true);
    expect(times).toEqual([...times].sort((a, b) => a - b));
    expect(failed).toBeUndefined();
  });

  it("returns a receipt with every file and its hash", async () => {
    const record = await server().aRecord();
    const zip = await createModelZip(record);
    const { uploadBatchId } = await server().upload(record, zip);
    const params = { recordId: String(record.id), uploadBatchId };
    expect((await server().call("vendor1", endpoints.uploadReceipt, { params })).status).toBe(404);
    await processUploads(server());
    const { answer } = await server().call("vendor1", endpoints.uploadReceipt, { params });
    expect(answer).toMatchObject({ sha256: sha256(zip), size: zip.length, warnings: [], faults: [] });
    expect(answer.files).toContainEqual({
      path: "Model_Files/plan.p01",
      size: 35,
      sha256: sha256("Plan Title=1 percent annual chance\n"),
    });
  });

  it("accepts a repeated report of the same zip and refuses the report of another zip", async () => {
    const record = await server().aRecord();
    const zip = await createModelZip(record);
    const ticket = await server().upload(record, zip);
    const other = await createModelZip(record, { "Model_Files/plan.p01": "another" });
    expect((await server().deliver(ticket, createZipReport(zip))).answer).toEqual({ status: "received" });
    expect((await server().deliver(ticket, createZipReport(other))).status).toBe(409);
    await processUploads(server());
    expect((await server().deliver(ticket, createZipReport(zip))).status).toBe(200);
    await putZip(ticket, other);
    expect((await server().deliver(ticket, createZipReport(other))).status).toBe(409);
    await processUploads(server());
    expect(await fetchZips(server(), record)).toHaveLength(1);
  });

  it("warns about compressed files and accepts the model", async () => {
    const record = await server().aRecord();
    await server().upload(record, await createModelZip(record, { "Supporting/terrain.7z": "7z" }));
    await processUploads(server());
    expect(await fetchStatus(server(), record)).toBe("pending");
    const [message] = await fetchMessages(server(), record);
    expect(message).toMatchObject({ username: "portal" });
    expect(message?.content).toContain("terrain.7z");
  });

  it("enqueues an unreported upload on Done", async () => {
    const record = await server().aRecord();
    const ticket = await server().requestUpload(record);
    const finish = () =>
      server().call("vendor1", endpoints.finishUpload, {
        body: { [RECORD_ID_KEY]: String(record.id) },
      });
    expect((await finish()).rows[0]).toMatchObject({ [RECORD_ID_KEY]: String(record.id) });
    await processUploads(server());
    expect(await fetchStatus(server(), record)).toBe("in progress");

    await putZip(ticket, await createModelZip(record));
    expect((await finish()).status).toBe(200);
    await processUploads(server());
    expect(await fetchStatus(server(), record)).toBe("pending");
    await finish();
    await processUploads(server());
    expect(await fetchZips(server(), record)).toHaveLength(1);
  });

  it("serves an HTML page named .pdf as a PDF only", async () => {
    const record = await server().aRecord();
    const page = "<!doctype html><script>parent.pwned = 1</script>";
    const files = { "Supporting/evil.pdf": page, "Supporting/evil.html": page, "Supporting/evil.txt": page };
    await server().upload(record, await createModelZip(record, files));
    await processUploads(server());
    const params = { recordId: String(record.id) };
    const { answer: granted } = await server().call("vendor1", endpoints.downloadLink, { params });
    const link = decode(getSchema("download-link"), granted, "read") as unknown as DownloadLink;
    const served: unknown[] = [];
    for (const { path } of (await fetchFiles(server(), record)).filter((file) => /evil/.test(file.path))) {
      const answer = await fetch(buildBlobUrl(link, path));
      expect(await answer.text()).toBe(page);
      const { headers } = answer;
      served.push([
        path.split("/").at(-1),
        headers.get("content-type"),
        headers.get("x-content-type-options"),
        headers.get("content-security-policy")?.includes("sandbox"),
      ]);
    }
    expect(served).toEqual([
      ["evil.html", "text/plain", "nosniff", true],
      // The browser's PDF viewer does not run in a sandbox; it runs no script of a page.
      ["evil.pdf", "application/pdf", "nosniff", false],
      ["evil.txt", "text/plain", "nosniff", true],
    ]);
  });

  it("returns 304 for the file list until an upload is added or archived", async () => {
    const record = await server().aRecord();
    const list = async (known = "") => {
      const { statusCode, headers } = await server().app.inject({
        method: "GET",
        url: `/api${fillPath(endpoints.listFiles.path, { recordId: String(record.id) })}`,
        headers: { "x-access-token": server().tokens.vendor1, "if-none-match": known },
      });
      return { status: statusCode, etag: String(headers.etag) };
    };
    const { etag: empty } = await list();
    await server().upload(record, await createModelZip(record));
    await processUploads(server());
    const { status, etag: known } = await list(empty);
    expect(status).toBe(200);
    expect((await list(known)).status).toBe(304);
    const [file] = await server()
      .services.db.selectFrom("model_files")
      .select("id")
      .where("record_id", "=", record.id)
      .where("kind", "=", "file")
      .execute();
    await setArchived(server().services.db, [file!.id], true);
    expect((await list(known)).status).toBe(200);
    await setArchived(server().services.db, [file!.id], false);
    expect((await list(known)).status).toBe(304);
  });

  it("hides an upload from other vendors and shows it to an admin", async () => {
    const record = await server().aRecord();
    const { uploadBatchId } = await server().upload(record, await createModelZip(record));
    await processUploads(server());
    const recordId = String(record.id);
    const reads = [
      endpoints.uploadProgress,
      endpoints.listArchive,
      endpoints.listFiles,
      endpoints.downloadLink,
      endpoints.uploadReceipt,
      endpoints.recordConflicts,
    ];
    for (const read of reads) {
      const params = { recordId, uploadBatchId };
      expect([read.path, (await server().call("vendor2", read, { params })).status]).toEqual([
        read.path,
        404,
      ]);
      expect([read.path, (await server().call("agency1", read, { params })).status]).toEqual([
        read.path,
        200,
      ]);
    }
    const body = { [RECORD_ID_KEY]: recordId };
    for (const user of ["vendor2", "agency1"] as const)
      for (const write of [endpoints.requestUpload, endpoints.finishUpload])
        expect((await server().call(user, write, { body })).status).toBe(404);
  });
});

it(
  "lets upload tokens and links expire together, at the latest on the configured last day",
  { timeout: 300_000 },
  async () => {
    const server = await startUploadServer({ uploadLinkLifetime: 60 });
    try {
      const record = await server.aRecord();
      const zip = await createModelZip(record);
      const asked = server.services.now().getTime();
      const ticket = await server.requestUpload(record);
      const ends = Date.parse(ticket.expires);
      // The link's signature holds whole seconds.
      expect(ends).toBeGreaterThan(asked + 58_000);
      expect(ends).toBeLessThanOrEqual(server.services.now().getTime() + 60_000);
      expect(Date.parse(new URLSearchParams(ticket.query).get("se")!)).toBe(ends);
      await putZip(ticket, zip);
      server.advance(61_000);
      expect((await server.deliver(ticket, createZipReport(zip))).status).toBe(401);
      expect((await server.getUploadState(ticket)).status).toBe(401);
    } finally {
      await server.stop();
    }

    const longLived = await startUploadServer({ uploadLinkLifetime: 10 * 365 * 24 * 3600 });
    try {
      const ticket = await longLived.requestUpload(await longLived.aRecord());
      expect(ticket.expires).toBe("2027-12-31T23:59:59.000Z");
      longLived.advance(Date.parse("2028-01-01") - Date.now());
      const body = { [RECORD_ID_KEY]: String((await longLived.aRecord()).id) };
      const refused = await longLived.call("vendor1", endpoints.requestUpload, { body });
      expect([refused.status, refused.message]).toEqual([
        409,
        "Uploads closed at the end of 2027-12-31. Contact support.",
      ]);
      longLived.services.config.uploadLinksEnd = new Date("2029-06-30T23:59:59Z");
      expect((await longLived.requestUpload(await longLived.aRecord())).expires).toBe(
        "2029-06-30T23:59:59.000Z",
      );
    } finally {
      await longLived.stop();
    }
  },
);
