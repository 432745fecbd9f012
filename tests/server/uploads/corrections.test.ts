import { expect, it } from "vitest";
import { createHash } from "node:crypto";
import { RECORD_ID_KEY } from "../../../src/contract/schema/product.ts";
import type { JsonObject } from "../../../src/contract/json.ts";
import { endpoints } from "../../../src/contract/wire/endpoints.ts";
import { buildBlobUrl } from "../../../src/server/storage/grants.ts";
import type { StoredRecord } from "../../../src/server/stores/records/recordStore.ts";
import { createCorrectionZip, createModelZip, type ModelFiles } from "./createModelZip.ts";
import { onUploadServer } from "./onUploadServer.ts";
import { fetchFiles, fetchMessages, fetchNotifications, processUploads, fetchZips } from "./uploadCalls.ts";

const PLAN = "Model_Files/plan.p01";
const STAGES = "Model_Files/Results/stages.csv";

onUploadServer((server) => {
  const ask = (record: StoredRecord, wanted: JsonObject) =>
    server().call("vendor1", endpoints.requestUpload, {
      body: { [RECORD_ID_KEY]: String(record.id), ...wanted },
    });
  const whole = async (record: StoredRecord, files: ModelFiles = {}) => {
    const { uploadBatchId } = await server().upload(record, await createModelZip(record, files));
    await processUploads(server());
    return uploadBatchId;
  };
  const correction = async (
    record: StoredRecord,
    batchId: string,
    files: ModelFiles,
    excludedPaths: string[] = [],
  ) => {
    const wanted = { corrected_upload_batch_id: batchId, left_out_paths: excludedPaths };
    const ticket = await server().upload(record, await createCorrectionZip(record, files), "vendor1", wanted);
    await processUploads(server());
    return ticket.uploadBatchId;
  };
  const receiptOf = async (record: StoredRecord, uploadBatchId: string) =>
    (
      await server().call("vendor1", endpoints.uploadReceipt, {
        params: { recordId: String(record.id), uploadBatchId },
      })
    ).answer as JsonObject & { files: { path: string; size: number; sha256: string; stored?: string }[] };

  it("explains why a version cannot be corrected and which path it lacks", async () => {
    const record = await server().aRecord();
    const waiting = (await server().upload(record, await createModelZip(record))).uploadBatchId;
    expect(await ask(record, { corrected_upload_batch_id: waiting })).toMatchObject({
      status: 409,
      message: expect.stringContaining("still being processed"),
    });
    await processUploads(server());
    const unsent = (await server().requestUpload(record)).uploadBatchId;
    const others = await whole(await server().aRecord());
    for (const corrected_upload_batch_id of [unsent, others, "v1"])
      expect(await ask(record, { corrected_upload_batch_id })).toMatchObject({
        status: 404,
        message: "The version to correct does not exist. Reload the page and choose a version.",
      });
    expect(
      await ask(record, { corrected_upload_batch_id: waiting, left_out_paths: [PLAN, "Model_Files/none"] }),
    ).toMatchObject({
      status: 400,
      message: expect.stringContaining('no file or folder "Model_Files/none"'),
    });
    expect((await ask(record, { left_out_paths: [PLAN] })).status).toBe(400);
    expect((await ask(record, { corrected_upload_batch_id: waiting, left_out_paths: PLAN })).status).toBe(
      400,
    );
    expect((await ask(record, { corrected_upload_batch_id: waiting, left_out_paths: [PLAN] })).status).toBe(
      200,
    );
  });

  it("rejects a correction whose result is incomplete, in the precheck and in processing", async () => {
    const record = await server().aRecord();
    const wanted = { corrected_upload_batch_id: await whole(record), left_out_paths: ["Supporting", STAGES] };
    const zip = await createCorrectionZip(record, { [PLAN]: "Plan Title=mended" });
    const ticket = await server().requestUpload(record, "vendor1", wanted);
    const ahead = await server().app.inject({
      method: "POST",
      url: `/api${endpoints.checkUpload.path}?size=${zip.length}&stretches=0:${zip.length}`,
      headers: { "x-upload-token": ticket.uploadToken, "content-type": "application/octet-stream" },
      payload: zip,
    });
    const said = [expect.stringContaining('/Supporting" is missing')];
    expect(ahead.json<JsonObject>()).toEqual({ faults: said, warnings: [] });
    const { uploadBatchId } = await server().upload(record, zip, "vendor1", wanted);
    await processUploads(server());
    expect((await receiptOf(record, uploadBatchId)).faults).toEqual(said);
    expect(await fetchZips(server(), record)).toHaveLength(1);
  });

  it("the model report of a correction includes the coverage kept from the corrected version", async () => {
    const record = await server().aRecord();
    const first = await whole(record);
    const second = await correction(record, first, { [PLAN]: "Plan Title=mended" });
    const reportOf = async (uploadBatchId: string) =>
      (
        await server().call("vendor1", endpoints.modelReport, {
          params: { recordId: String(record.id), uploadBatchId },
        })
      ).answer as JsonObject;
    const { coverage } = await reportOf(first);
    expect(coverage).toMatchObject({ counties: ["Denton"] });
    expect((await reportOf(second)).coverage).toEqual(coverage);
  });

  it("the review list has the size of the whole model after a correction", async () => {
    const record = await server().aRecord();
    const files = { "Model_Files/large.bin": "x".repeat(200_000) };
    await correction(record, await whole(record, files), { [PLAN]: "Plan Title=mended" });
    const total = (await fetchFiles(server(), record)).reduce((sum, { size }) => sum + (size ?? 0), 0);
    const { rows } = await server().call("agency1", endpoints.listReviews);
    const row = rows.find((one) => one[RECORD_ID_KEY] === String(record.id));
    expect(total).toBeGreaterThan(200_000);
    expect(row?.["model_size"]).toBe(total);
  });

  it("gives a correction a receipt of the whole version, and download links for its current files only", async () => {
    const record = await server().aRecord();
    const first = await whole(record, { "Model_Files/gone.txt": "left out later" });
    const second = await correction(record, first, { [PLAN]: "Plan Title=mended" }, ["Model_Files/gone.txt"]);
    const receipt = await receiptOf(record, second);
    expect(receipt).toMatchObject({ receipt_version: 2, upload_version: 2, corrects_version: 1 });
    expect(receipt.files.map(({ path }) => path).sort()).toEqual(
      (await receiptOf(record, first)).files
        .map(({ path }) => path)
        .filter((path) => path !== "Model_Files/gone.txt")
        .sort(),
    );
    const { answer: link } = await server().call("vendor1", endpoints.downloadLink, {
      params: { recordId: String(record.id) },
    });
    const queries = [...(link.uploads as JsonObject[]), ...(link.files as JsonObject[])].map(({ query }) =>
      String(query),
    );
    const read = async (path: string) => {
      const answers = await Promise.all(
        queries.map((query) => fetch(buildBlobUrl({ prefix: String(link.prefix), query }, path))),
      );
      const good = await Promise.all(answers.filter(({ ok }) => ok).map((one) => one.arrayBuffer()));
      return good.map((bytes) => createHash("sha256").update(Buffer.from(bytes)).digest("hex"));
    };
    for (const { path, sha256, stored } of receipt.files)
      expect([path, await read(stored ?? `${String(receipt.folder)}/${path}`)]).toEqual([path, [sha256]]);
    expect(await read(`${first}/files/Model_Files/gone.txt`)).toEqual([]);
    expect(await read(`${first}/files/${PLAN}`)).toEqual([]);
    const listed = (await fetchFiles(server(), record)).filter(({ uploadType }) => uploadType === "file");
    expect(listed.map(({ pathInModel }) => pathInModel).sort()).toEqual(
      receipt.files.map(({ path }) => path).sort(),
    );
    const [zip] = await fetchZips(server(), record);
    expect(zip).toMatchObject({
      uploadVersion: 2,
      correctsVersion: 1,
      changedFiles: 1,
      removedFiles: 1,
      newFiles: 0,
    });
  });

  it("lists archived files that a correction restores", async () => {
    const record = await server().aRecord();
    const first = await whole(record, { "Model_Files/x.txt": "an extra" });
    const [extra] = (await fetchFiles(server(), record)).filter(({ path }) => path.endsWith("x.txt"));
    const leftOut = await server().call("vendor1", endpoints.resolveFileConflicts, {
      body: {
        ...{ username: "vendor1", [`model_${RECORD_ID_KEY}`]: String(record.id) },
        ...{ upload_ids: [], left_out_ids: [extra!.uploadId] },
      },
    });
    expect(leftOut.status).toBe(200);
    await correction(record, first, { [PLAN]: "Plan Title=mended" });
    const told = JSON.stringify(await fetchMessages(server(), record));
    expect(told).toContain(
      'x.txt\\" from version 1. These files were archived and are part of the model again',
    );
    expect(told).not.toContain("stages.csv");
  });

  it("a correction's notification names kept files, its log replaced files, its report the whole version", async () => {
    const record = await server().aRecord();
    const first = await whole(record);
    const second = await correction(record, first, { [PLAN]: "Plan Title=mended" }, [STAGES]);
    const told = await fetchNotifications(server(), record);
    expect(
      told
        .map(({ content }) => content)
        .sort()
        .at(-1),
    ).toContain("corrects version 1 and keeps 2 of its files");
    // Nothing is left to ask about, or to warn of: what is to go was said.
    expect(await fetchMessages(server(), record)).toEqual([]);
    const { rows } = await server().call("vendor1", endpoints.listResolutions, {
      params: { recordId: String(record.id) },
    });
    expect(rows).toMatchObject([
      {
        username: "vendor1",
        corrected_version: 1,
        kept_version: null,
        chosen: [{ path: STAGES, version: null }],
        put_aside_count: 2,
      },
    ]);
    const report = await server().call("vendor1", endpoints.modelReport, {
      params: { recordId: String(record.id), uploadBatchId: second },
    });
    expect((report.answer.projects as JsonObject[]).map(({ path }) => path)).toEqual([
      "Model_Files/plan.prj",
    ]);
    expect((report.answer.plans as JsonObject[]).map(({ title }) => title)).toEqual(["mended"]);
  });

  it("the model report explains where to correct an error in a kept file until the file is corrected", async () => {
    const record = await server().aRecord();
    const first = await whole(record, {
      "Model_Files/plan.prj": "Proj Title=Pecan\nGeom File=g01\nPlan File=p01\n",
    });
    const taken =
      '"Model_Files/plan.prj" is kept from the version you are correcting. To replace it, put a file at exactly this path into the zip.';
    const told = async () =>
      (await fetchMessages(server(), record)).map(({ content }) => [
        content.split("Send the missing file").length - 1,
        content.split(taken).length - 1,
      ]);
    expect(await told()).toEqual([[1, 0]]);
    const second = await correction(record, first, { [PLAN]: "Plan Title=mended" });
    expect(await told()).toEqual([
      [1, 0],
      [1, 1],
    ]);
    await correction(record, second, { "Model_Files/plan.prj": "Proj Title=Pecan\nPlan File=p01\n" });
    expect(await told()).toHaveLength(2);
  });
});
