import { endpoints } from "../../../contract/wire/endpoints.ts";
import { schemaOf, type JsonObject } from "../../../contract/schema/fields.ts";
import type { Contact } from "../../../contract/generated/entities.ts";
import { CONTACT_IDENTIFIER } from "../../../contract/schema/product.ts";
import type { References } from "../../../contract/schema/references.ts";
import { messages } from "../../../contract/messages.ts";
import { decode, encode, encodeChange } from "../../../contract/wire/wire.ts";
import type { Dialect, Row } from "./simpleRest.ts";
import { optionalHeader, unreadable, type Surroundings } from "../calls/vendorCall.ts";
import { VendorError } from "../calls/vendorError.ts";

/** A contact as the data provider holds it. */
export type ContactRow = Partial<Contact> & {
  id: string;
  /** In how many records the contact is named; unknown where the services do not say. */
  recordCount?: number;
};

/** Contacts, as the vendor services spell them. */
export function contactsDialect({ call, references, user }: Surroundings): Dialect {
  const schema = schemaOf("contact");
  const read = (row: JsonObject, lists: References): Row => ({
    ...decode(schema, row, "read", lists),
    id: String(row.contact_id ?? row[CONTACT_IDENTIFIER] ?? row.id),
    recordCount: row.record_count,
  });
  return {
    async list() {
      const [{ rows }, lists] = await Promise.all([call(endpoints.listContacts), references()]);
      return rows.map((row) => read(row, lists));
    },
    async getOne(contactId) {
      const [{ rows }, lists] = await Promise.all([
        call(endpoints.getContact, { params: { contactId } }),
        references(),
      ]);
      const [row] = rows;
      if (!row) throw new VendorError(messages.generic, 404);
      return read(row, lists);
    },
    async create({ idempotencyKey, ...contact }) {
      const body = { ...encode(schema, contact, "write", await references()), userId: user().id };
      const headers = optionalHeader("Idempotency-Key", idempotencyKey as string | undefined);
      const { rows } = await call(endpoints.addContact, { body, headers });
      const id = rows[0]?.[CONTACT_IDENTIFIER];
      if (id === undefined) throw unreadable();
      return { ...contact, id: String(id) };
    },
    async update(id, data) {
      const body = {
        ...encodeChange(schema, data, await references()),
        contact_id: id,
        [CONTACT_IDENTIFIER]: id,
      };
      await call(endpoints.updateContact, { body });
      return { ...data, id };
    },
  };
}
