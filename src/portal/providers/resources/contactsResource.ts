import { endpoints } from "../../../contract/wire/endpoints.ts";
import type { JsonObject } from "../../../contract/json.ts";
import { getSchema } from "../../../contract/schema/fields.ts";
import { CONTACT_ID_KEY } from "../../../contract/schema/product.ts";
import type { References } from "../../../contract/schema/references.ts";
import { messages } from "../../../contract/messages.ts";
import { decode, encode, encodeUpdate } from "../../../contract/wire/wire.ts";
import type { VendorResource, Row } from "../vendorHttpClient.ts";
import { buildOptionalHeader, createUnreadableError, type CallContext } from "../calls/vendorCall.ts";
import { ApiError } from "../calls/apiError.ts";

export function contactsResource({ call, getReferences, getUser }: CallContext): VendorResource {
  const schema = getSchema("contact");
  const toRow = (row: JsonObject, lists: References): Row => ({
    ...decode(schema, row, "read", lists),
    id: String(row.contact_id ?? row[CONTACT_ID_KEY] ?? row.id),
    recordCount: row.record_count,
    etag: row.etag,
  });
  return {
    async list() {
      const [{ rows }, lists] = await Promise.all([call(endpoints.listContacts), getReferences()]);
      return { rows: rows.map((row) => toRow(row, lists)) };
    },
    async getOne(contactId) {
      const [{ rows }, lists] = await Promise.all([
        call(endpoints.getContact, { params: { contactId } }),
        getReferences(),
      ]);
      const [row] = rows;
      if (!row) throw new ApiError(messages.generic, 404);
      return toRow(row, lists);
    },
    async create({ idempotencyKey, ...contact }) {
      const body = { ...encode(schema, contact, "write", await getReferences()), userId: getUser().id };
      const headers = buildOptionalHeader("Idempotency-Key", idempotencyKey as string | undefined);
      const { rows } = await call(endpoints.addContact, { body, headers });
      const id = rows[0]?.[CONTACT_ID_KEY];
      if (id === undefined) throw createUnreadableError();
      return { ...contact, id: String(id) };
    },
    /** `etag` is the revision that was edited. Saving over a newer one is rejected with 409. */
    async update(id, { etag, ...data }) {
      const body = {
        ...encodeUpdate(schema, data, await getReferences()),
        contact_id: id,
        [CONTACT_ID_KEY]: id,
      };
      const headers = buildOptionalHeader("If-Match", etag as string | undefined);
      const { rows } = await call(endpoints.updateContact, { body, headers });
      return { ...data, id, etag: rows[0]?.etag };
    },
  };
}
