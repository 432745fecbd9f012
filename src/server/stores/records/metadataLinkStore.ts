import { getFieldNameByRole, getFieldText, getSchema } from "../../../contract/schema/fields.ts";
import type { JsonObject } from "../../../contract/json.ts";
import type { Db } from "../../database/tables.ts";
import { markExtentSaved } from "../uploads/spatialExtentStore.ts";

/** Links a record to the contacts and the spatial extent in its metadata, so that finding them needs no scan. */
export async function linkMetadata(trx: Db, recordId: number, metadata: JsonObject): Promise<void> {
  await unlinkMetadata(trx, recordId);
  const contactIds = listContactIds(metadata);
  if (contactIds.length > 0)
    await trx
      .insertInto("record_contacts")
      .values(contactIds.map((contact_id) => ({ contact_id, record_id: recordId })))
      .execute();
  const extent = getFieldText(getSchema("metadata"), metadata, "extent");
  if (extent !== "") await markExtentSaved(trx, extent);
}

/** A deleted record no longer counts as one that uses its contacts. */
export async function unlinkMetadata(trx: Db, recordId: number): Promise<void> {
  await trx.deleteFrom("record_contacts").where("record_id", "=", recordId).execute();
}

function listContactIds(metadata: JsonObject): string[] {
  const contacts = metadata[getFieldNameByRole(getSchema("metadata"), "contacts")];
  if (!Array.isArray(contacts)) return [];
  return [
    ...new Set((contacts as { contactId?: unknown }[]).map(({ contactId }) => String(contactId ?? ""))),
  ];
}
