import { endpoints } from "../../../src/contract/endpoints.ts";
import { schemaOf, type Bag } from "../../../src/contract/fields.ts";
import { CONTACT_IDENTIFIER } from "../../../src/contract/product.ts";
import { encode } from "../../../src/contract/wire.ts";
import type { Answers } from "../../support/portalNetwork.ts";
import { aWireRecord } from "../../support/aWireRecord.ts";

/** One contact as the vendor services answer it. */
export const aWireContact = (id: string, contact: Bag): Bag => ({
  ...encode(schemaOf("contact"), contact, "read"),
  contact_id: id,
  [CONTACT_IDENTIFIER]: id,
});

export const someContacts = (): Bag[] => [
  aWireContact("1", { firstName: "Vera", lastName: "Vendor", email: "vera@example.com" }),
  aWireContact("12", { firstName: "Sam", lastName: "Submitter", email: "sam@example.com" }),
  aWireContact("40", { firstName: "Olga", lastName: "Origin", email: "olga@example.com" }),
];

/** What the form asks for; record 7 is a valid one in progress, at version "v1". */
export const formAnswers = (overrides: Answers = {}): Answers => ({
  [endpoints.listContacts.path]: someContacts(),
  [endpoints.listNotifications.path]: [],
  [endpoints.listHistory.path]: [],
  [endpoints.getRecord.path]: { rows: [aWireRecord({ id: "7" })], etag: '"v1"' },
  [endpoints.saveRecord.path]: { rows: [{}], etag: '"v2"' },
  [endpoints.addRecord.path]: { rows: [{ tdis_identifier: 99 }], etag: '"v1"' },
  ...overrides,
});
