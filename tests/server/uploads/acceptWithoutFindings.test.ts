import { expect, it } from "vitest";
import { acceptWithoutFindings } from "../../../src/server/records/acceptWithoutFindings.ts";
import { listFindings } from "../../../src/server/records/listFindings.ts";
import { listAuditEntries } from "../../../src/server/stores/auditStore.ts";
import { findRecord, type StoredRecord } from "../../../src/server/stores/records/recordStore.ts";
import { createModelZip, type ModelFiles } from "./createModelZip.ts";
import { onUploadServer } from "./onUploadServer.ts";
import { fetchNotifications, fetchStatus, processUploads } from "./uploadCalls.ts";

const agency1 = { id: "3", username: "agency1", roles: ["ROLE_ADMIN-APPLICATION"] };

onUploadServer((server) => {
  async function upload(record: StoredRecord, files: ModelFiles = {}): Promise<StoredRecord> {
    await server().upload(record, await createModelZip(record, files));
    await processUploads(server());
    return (await findRecord(server().services.db, String(record.id)))!;
  }
  const accept = ({ id }: StoredRecord) => acceptWithoutFindings(server().services, agency1, String(id));

  it("accepts only models without findings, as a single acceptance does", async () => {
    const record = await upload(await server().aRecord());
    console.log(await listFindings(server().services, record), await fetchStatus(server(), record));
    expect(await accept(record)).toMatchObject({ status: "accepted" });
  });
});
