import { expect, it, vi } from "vitest";
import { endpoints } from "../../../src/contract/wire/endpoints.ts";
import type { UploadTicket } from "../../../src/contract/generated/entities.ts";
import { buildBlobUrl } from "../../../src/server/storage/grants.ts";
import { createModelZip } from "./createModelZip.ts";
import { onUploadServer } from "./onUploadServer.ts";
import { processUploads, fetchProgress } from "./uploadCalls.ts";
import { putZip, createZipReport, type UploadServer } from "./uploadServer.ts";

const BLOCK = 1000;
const A_MOMENT = 3000;
const HOUR = 60 * 60_000;

const blockId = (zip: Buffer, index: number) =>
  Buffer.from(`${createZipReport(zip).sha256.slice(0, 8)}${String(index).padStart(5, "0")}`).toString(
    "base64",
  );

async function putBlob(ticket: UploadTicket, query: string, body: Buffer): Promise<void> {
  const address = `${buildBlobUrl(ticket, ticket.blobName)}&${query}`;
  const { status } = await fetch(address, { method: "PUT", body: new Uint8Array(body) });
  if (status !== 201) throw new Error(`The store answered ${status}`);
}

/** Sends some blocks of a zip. */
async function sendBlocks(ticket: UploadTicket, zip: Buffer, from: number, to: number): Promise<void> {
  for (let index = from; index < to; index += 1) {
    const id = encodeURIComponent(blockId(zip, index));
    await putBlob(ticket, `comp=block&blockid=${id}`, zip.subarray(index * BLOCK, (index + 1) * BLOCK));
  }
}

/** Commits all blocks of a zip. */
function commitBlocks(ticket: UploadTicket, zip: Buffer): Promise<void> {
  const ids = Array.from({ length: Math.ceil(zip.length / BLOCK) }, (_, index) => blockId(zip, index));
  const list = `<BlockList>${ids.map((id) => `<Latest>${id}</Latest>`).join("")}</BlockList>`;
  return putBlob(ticket, "comp=blocklist", Buffer.from(list));
}

/** The script's precheck, which also reports the zip's size. */
async function precheck({ app }: UploadServer, { uploadToken }: UploadTicket, zip: Buffer) {
  const { statusCode, body } = await app.inject({
    method: "POST",
    url: `/api${endpoints.checkUpload.path}?size=${zip.length}&stretches=0:${zip.length}`,
    headers: { "x-upload-token": uploadToken, "content-type": "application/octet-stream" },
    payload: zip,
  });
  expect({ statusCode, body }).toMatchObject({ statusCode: 200 });
}

onUploadServer((server) => {
  const aZipOf = async (title = "1 percent") => {
    const record = await server().aRecord();
    const zip = await createModelZip(record, { "Model_Files/plan.p01": `Plan Title=${title}` });
    return { record, zip, ticket: await server().requestUpload(record) };
  };
  /** After the cache has expired. */
  const toldOf = (record: Parameters<typeof fetchProgress>[1]) => {
    server().advance(A_MOMENT);
    return fetchProgress(server(), record);
  };

  it("returns the arrived bytes of a zip until it is delivered", async () => {
    const { record, zip, ticket } = await aZipOf();
    const { uploadBatchId } = ticket;
    const size = zip.length;
    expect(await toldOf(record)).toEqual({});
    await precheck(server(), ticket, zip);
    expect(await toldOf(record)).toEqual({ uploadBatchId, arrivedBytes: 0, size });
    await sendBlocks(ticket, zip, 0, 1);
    expect(await toldOf(record)).toEqual({ uploadBatchId, arrivedBytes: BLOCK, size });
    await sendBlocks(ticket, zip, 1, Math.ceil(size / BLOCK));
    expect(await toldOf(record)).toEqual({ uploadBatchId, arrivedBytes: size, size });
    await commitBlocks(ticket, zip);
    // Its script may not have reported it yet.
    expect(await toldOf(record)).toEqual({ uploadBatchId, arrivedBytes: size, size });
    expect((await server().deliver(ticket, createZipReport(zip))).status).toBe(200);
    const delivered = await toldOf(record);
    expect(delivered.sent).toBeTruthy();
    expect(delivered).not.toHaveProperty("arrivedBytes");
    await processUploads(server());
    const processed = await toldOf(record);
    expect(processed.catalogued).toBeTruthy();
    expect(processed).not.toHaveProperty("arrivedBytes");
  });

  it("returns the progress only to the record's vendor and the agency", async () => {
    const { record, zip, ticket } = await aZipOf();
    await precheck(server(), ticket, zip);
    await sendBlocks(ticket, zip, 0, 1);
    server().advance(A_MOMENT);
    const params = { recordId: String(record.id) };
    expect((await server().call("vendor2", endpoints.uploadProgress, { params })).status).toBe(404);
    expect((await fetchProgress(server(), record, "agency1")).arrivedBytes).toBe(BLOCK);
  });

  it("returns the arrived bytes without a total if the script has not reported the size of the zip", async () => {
    const { record, zip, ticket } = await aZipOf();
    await sendBlocks(ticket, zip, 0, 2);
    const { uploadBatchId } = ticket;
    expect(await toldOf(record)).toEqual({ uploadBatchId, arrivedBytes: 2 * BLOCK });
  });

  it("keeps the count of an interrupted transfer and ignores blocks of another zip", async () => {
    const { record, zip, ticket } = await aZipOf();
    await precheck(server(), ticket, zip);
    await sendBlocks(ticket, zip, 0, 2);
    await precheck(server(), ticket, zip);
    expect((await toldOf(record)).arrivedBytes).toBe(2 * BLOCK);

    const mended = await createModelZip(record, {
      "Model_Files/plan.p01": "Plan Title=a longer one, corrected",
    });
    await precheck(server(), ticket, mended);
    expect(await toldOf(record)).toMatchObject({ arrivedBytes: 0, size: mended.length });
    await sendBlocks(ticket, mended, 0, 1);
    await precheck(server(), ticket, mended);
    await sendBlocks(ticket, mended, 1, 3);
    expect(await toldOf(record)).toMatchObject({ arrivedBytes: 3 * BLOCK, size: mended.length });
  });

  it("returns the progress of a zip sent after a rejection", async () => {
    const { record, zip, ticket } = await aZipOf();
    const faulty = Buffer.from("not a zip");
    await putZip(ticket, faulty);
    await server().deliver(ticket, createZipReport(faulty));
    await processUploads(server());
    expect((await toldOf(record)).failed).toBeTruthy();
    await precheck(server(), ticket, zip);
    await sendBlocks(ticket, zip, 0, 1);
    const told = await toldOf(record);
    expect(told).toMatchObject({ arrivedBytes: BLOCK, size: zip.length });
    expect(told.failed).toBeUndefined();
  });

  it("returns the progress of the script that was started last", async () => {
    const { record, zip, ticket } = await aZipOf();
    await precheck(server(), ticket, zip);
    await sendBlocks(ticket, zip, 0, 1);
    server().advance(A_MOMENT);
    const second = await server().requestUpload(record);
    expect((await toldOf(record)).uploadBatchId).toBe(ticket.uploadBatchId);
    await precheck(server(), second, zip);
    await sendBlocks(second, zip, 0, 2);
    const { uploadBatchId } = second;
    expect(await toldOf(record)).toMatchObject({ uploadBatchId, arrivedBytes: 2 * BLOCK });
    await sendBlocks(second, zip, 2, Math.ceil(zip.length / BLOCK));
    await commitBlocks(second, zip);
    await server().deliver(second, createZipReport(zip));
    await processUploads(server());
    const told = await toldOf(record);
    expect(told).toMatchObject({ uploadBatchId });
    expect(told.catalogued).toBeTruthy();
  });

  it("ignores a script that has sent nothing for an hour", async () => {
    const { record, zip, ticket } = await aZipOf();
    await precheck(server(), ticket, zip);
    server().advance(HOUR + A_MOMENT);
    expect(await fetchProgress(server(), record)).toEqual({});
  });

  it("counts the bytes in the store at most every two seconds", async () => {
    const { record, zip, ticket } = await aZipOf();
    await precheck(server(), ticket, zip);
    await sendBlocks(ticket, zip, 0, 1);
    const count = vi.spyOn(server().services.storage, "getUncommittedBytes");
    const askers = () => Promise.all(Array.from({ length: 5 }, () => fetchProgress(server(), record)));
    server().advance(A_MOMENT);
    await askers();
    expect(count).toHaveBeenCalledOnce();
    server().advance(A_MOMENT);
    await askers();
    expect(count).toHaveBeenCalledTimes(2);
    count.mockRestore();
  });
});
