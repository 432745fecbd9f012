import { endpoints } from "../../../src/contract/wire/endpoints.ts";
import type { JsonObject } from "../../../src/contract/json.ts";
import { getSchema } from "../../../src/contract/schema/fields.ts";
import type { UploadConflict } from "../../../src/contract/generated/entities.ts";
import { encode } from "../../../src/contract/wire/wire.ts";
import type { Answers } from "../../support/portalNetwork.ts";

/** Responses for Home: the records and no conflicts. */
export const recordAnswers = (rows: JsonObject[], others: Answers = {}): Answers => ({
  [endpoints.listRecords.path]: rows,
  [endpoints.listConflicts.path]: [],
  ...others,
});

/** One version of a conflicting file in wire format. */
export const aWireConflict = (overrides: Partial<UploadConflict> = {}): JsonObject =>
  encode(
    getSchema("upload-conflict"),
    {
      recordId: "1",
      uploadBatchId: "a",
      conflictNumber: 1,
      filename: "Model_Files/Creek.g01",
      uploadId: "11",
      uploaded: "2026-03-02T15:04:05.000Z",
      username: "vendor1",
      archived: false,
      ...overrides,
    },
    "read",
  );
