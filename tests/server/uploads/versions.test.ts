import { expect, it } from "vitest";
import { endpoints } from "../../../src/contract/wire/endpoints.ts";
import { RECORD_ID_KEY } from "../../../src/contract/schema/product.ts";
import { aZip } from "../../support/aZip.ts";
import { createModelZip } from "./createModelZip.ts";
import { onUploadServer } from "./onUploadServer.ts";
import { fetchConflicts, processUploads, fetchZips } from "./uploadCalls.ts";

const PLAN = "Model_Files/plan.p01";

onUploadServer((server) => {
  const ofRecord = (id: number) => ({ params: { recordId: String(id) } });
  const versionsSaid = async (id: number, endpoint: typeof endpoints.listMessages) =>
    (await server().call("vendor1", endpoint, ofRecord(id))).rows.map(
      ({ upload_version }) => upload_version ?? null,
    );

  it("numbers a record's cataloged uploads in order and no rejected ones", async () => {
    const record = await server().aRecord();
    const other = await server().aRecord();
    await server().upload(record, await createModelZip(record));
    await processUploads(server());
    await server().upload(record, await aZip([{ path: "wrong/readme.txt", content: "no model" }]));
    await processUploads(server());
    await server().upload(record, await createModelZip(record, { [PLAN]: "changed" }));
    await server().upload(other, await createModelZip(other));
    await processUploads(server());
    const versions = async (of: typeof record) =>
      (await fetchZips(server(), of)).map(({ uploadVersion }) => uploadVersion);
    expect(await versions(record)).toEqual([2, 1]);
    expect(await versions(other)).toEqual([1]);
    expect((await fetchConflicts(server(), record)).map(({ uploadVersion }) => uploadVersion)).toEqual([
      1, 2,
    ]);
    const [zip] = await fetchZips(server(), record);
    const params = { recordId: String(record.id), uploadBatchId: zip!.uploadBatchId };
    const { answer } = await server().call("vendor1", endpoints.uploadReceipt, { params });
    expect(answer.upload_version).toBe(2);
  });

  it("links messages and notifications to the latest version, but to no version for a rejected upload", async () => {
    const record = await server().aRecord();
    const say = (msg_content: string) =>
      server().call("vendor1", endpoints.sendMessage, {
        body: { [RECORD_ID_KEY]: String(record.id), msg_content, username: "vendor1" },
      });
    await say("before");
    await server().upload(record, await createModelZip(record));
    await processUploads(server());
    await server().upload(record, await aZip([{ path: "wrong/readme.txt", content: "no model" }]));
    await processUploads(server());
    await say("after");
    expect(await versionsSaid(record.id, endpoints.listMessages)).toEqual([null, null, 1]);
    const notified = (await server().call("vendor1", endpoints.listNotifications, ofRecord(record.id))).rows;
    expect(notified.map(({ status, upload_version }) => [status, upload_version ?? null])).toEqual([
      ["pending", 1],
      ["in progress", null],
    ]);
  });

  it("links a decision to the current version when a newer one is archived", async () => {
    const record = await server().aRecord();
    await server().upload(record, await createModelZip(record));
    await server().upload(record, await createModelZip(record, { [PLAN]: "changed" }));
    await processUploads(server());
    const [, first] = await fetchZips(server(), record);
    const chosen = { upload_batch_id: first!.uploadBatchId, username: "vendor1" };
    const kept = await server().call("vendor1", endpoints.resolveBatchConflict, {
      body: { [`model_${RECORD_ID_KEY}`]: String(record.id), ...chosen },
    });
    expect(kept.status).toBe(200);
    const accepted = await server().call("agency1", endpoints.acceptRecord, {
      body: { [RECORD_ID_KEY]: String(record.id) },
    });
    expect(accepted.status).toBe(200);
    const { rows } = await server().call("vendor1", endpoints.listNotifications, ofRecord(record.id));
    expect(rows.map(({ status, upload_version }) => [status, upload_version ?? null]).at(-1)).toEqual([
      "accepted",
      1,
    ]);
  });

  it("lists archived files only on request", async () => {
    const record = await server().aRecord();
    await server().upload(record, await createModelZip(record));
    await processUploads(server());
    await server()
      .services.db.updateTable("model_files")
      .set({ archived: true })
      .where("record_id", "=", record.id)
      .where("path", "=", PLAN)
      .execute();
    const listed = async (query: string) => {
      const { path } = endpoints.listFiles;
      const url = `/api${path.replace(":recordId", String(record.id))}${query}`;
      const headers = { "x-access-token": server().tokens.vendor1 };
      const rows = (await server().app.inject({ url, headers })).json<
        { path: string; archived: boolean }[]
      >();
      return rows.filter((row) => row.path.endsWith(PLAN)).map(({ archived }) => archived);
    };
    expect(await listed("")).toEqual([]);
    expect(await listed("?archived=true")).toEqual([true]);
  });
});
