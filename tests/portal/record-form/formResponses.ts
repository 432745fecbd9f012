import { endpoints } from "../../../src/contract/wire/endpoints.ts";
import type { JsonObject } from "../../../src/contract/json.ts";
import { buildEmptyArea } from "../../../src/contract/uploads/spatialExtent.ts";
import { aWireContact } from "../../support/aWireContact.ts";
import type { Answers } from "../../support/portalNetwork.ts";
import { aWireRecord } from "../../support/aWireRecord.ts";

export const someContacts = (): JsonObject[] => [
  aWireContact("1", { firstName: "Vera", lastName: "Vendor", email: "vera@example.com" }),
  aWireContact("12", { firstName: "Sam", lastName: "Submitter", email: "sam@example.com" }),
  aWireContact("40", { firstName: "Olga", lastName: "Origin", email: "olga@example.com" }),
];

/** Responses for the form. Record 7 is valid and in progress, at revision "v1". */
export const formResponses = (overrides: Answers = {}): Answers => ({
  [endpoints.listContacts.path]: someContacts(),
  [endpoints.listNotifications.path]: [],
  [endpoints.listRecords.path]: [],
  [endpoints.listHistory.path]: [],
  [endpoints.listArchive.path]: [],
  [endpoints.uploadedExtent.path]: [{ ...buildEmptyArea("Its area could not be read.") }],
  [endpoints.getRecord.path]: { rows: [aWireRecord({ id: "7" })], etag: '"v1"' },
  [endpoints.saveRecord.path]: { rows: [{}], etag: '"v2"' },
  [endpoints.addRecord.path]: { rows: [{ tdis_identifier: 99 }], etag: '"v1"' },
  ...overrides,
});
