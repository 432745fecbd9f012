import { isAdmin } from "../../../contract/roles.ts";
import { RECORD_ID_KEY } from "../../../contract/schema/product.ts";
import { endpoints } from "../../../contract/wire/endpoints.ts";
import type { RecordRow } from "../resources/recordRow.ts";
import { toRecordRow } from "../resources/recordsResource.ts";
import type { CallContext } from "./vendorCall.ts";

export function createTrashCalls({ call, getReferences, getUser }: CallContext) {
  return {
    /** Records that can be restored, the last deleted first: of the vendor, or of all vendors for an agency admin. */
    async listDeletedRecords(): Promise<RecordRow[]> {
      const user = getUser();
      const [{ rows }, references] = await Promise.all([
        isAdmin(user)
          ? call(endpoints.listAllDeletedRecords)
          : call(endpoints.listDeletedRecords, { params: { username: user.username } }),
        getReferences(),
      ]);
      return rows.map((row) => toRecordRow(row, references));
    },
    /** Rejects with 404 if the record can no longer be restored. */
    async restoreRecord(id: string): Promise<void> {
      await call(endpoints.restoreRecord, { body: { [RECORD_ID_KEY]: id } });
    },
    /** Rejects with 409 unless the record is pending. */
    async withdrawRecord(id: string): Promise<void> {
      await call(endpoints.withdrawRecord, { body: { [RECORD_ID_KEY]: id } });
    },
  };
}
