import { expect, it } from "vitest";
import { setStatus, type StoredRecord } from "../../../src/server/stores/records/recordStore.ts";
import { createModelZip, type ModelFiles } from "./createModelZip.ts";
import { onUploadServer } from "./onUploadServer.ts";
import { processUploads } from "./uploadCalls.ts";
import type { UploadServer } from "./uploadServer.ts";

const PLAN = "Model_Files/plan.p01";

/** Uploads a model and returns the mails about it, as "recipient: sentence". */
async function uploadAndListMails(server: UploadServer, record: StoredRecord, files: ModelFiles = {}) {
  const { db } = server.services;
  await db.deleteFrom("outbox").execute();
  await server.upload(record, await createModelZip(record, files));
  await processUploads(server);
  return db
    .selectFrom("outbox")
    .innerJoin("accounts", "accounts.id", "outbox.account_id")
    .select(["username", "sentence", "details"])
    .where("record_id", "=", record.id)
    .orderBy("outbox.id")
    .execute();
}

onUploadServer((server) => {
  it("mails the vendor and the agency when a checked upload is pending", async () => {
    expect(await uploadAndListMails(server(), await server().aRecord())).toMatchObject([
      { username: "vendor1", sentence: "Your upload was checked and is pending admin acceptance." },
      { username: "agency1", sentence: "vendor1 uploaded this model for review." },
    ]);
  });

  it("mails the vendor that uploads conflict", async () => {
    const record = await server().aRecord();
    await uploadAndListMails(server(), record);
    expect(await uploadAndListMails(server(), record, { [PLAN]: "Plan Title=other\n" })).toMatchObject([
      {
        username: "vendor1",
        sentence: "Your upload differs from an earlier one: choose which files to keep.",
      },
      { username: "agency1", sentence: "vendor1 uploaded this model again." },
    ]);
  });

  it("mails the agency that a model is uploaded again after it was returned to the vendor", async () => {
    const record = await server().aRecord();
    await uploadAndListMails(server(), record);
    await setStatus(server().services.db, record.id, "in progress", server().services.now());
    expect(await uploadAndListMails(server(), record)).toMatchObject([
      { username: "vendor1", sentence: "Your upload was checked and is pending admin acceptance." },
      { username: "agency1", sentence: "vendor1 uploaded this model again." },
    ]);
  });

  it("mails only the vendor the errors of a rejected upload", async () => {
    const record = await server().aRecord("vendor2");
    const zip = Buffer.from("not a zip");
    await server().services.db.deleteFrom("outbox").execute();
    await server().upload(record, zip, "vendor2");
    await processUploads(server());
    const mails = await server()
      .services.db.selectFrom("outbox")
      .innerJoin("accounts", "accounts.id", "outbox.account_id")
      .select(["username", "sentence", "details"])
      .execute();
    expect(mails).toMatchObject([
      {
        username: "vendor2",
        sentence: "Your upload was rejected for the errors below.",
        details: expect.stringMatching(/was rejected:\n- /),
      },
    ]);
  });
});
