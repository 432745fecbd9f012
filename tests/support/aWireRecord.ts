import type { JsonObject } from "../../src/contract/json.ts";
import { getSchema } from "../../src/contract/schema/fields.ts";
import type { ModelRecord } from "../../src/contract/records/modelRecord.ts";
import type { Status } from "../../src/contract/status.ts";
import { encode } from "../../src/contract/wire/wire.ts";
import { aMetadata } from "./aMetadata.ts";
import { someReferences } from "./references.ts";

interface Overrides extends Partial<Omit<ModelRecord, "statusInfo" | "currentMetadata">> {
  status?: Status;
  timeOfLastStatusChange?: string;
  metadata?: JsonObject;
}

/** A record as the vendor services return it. */
export function aWireRecord({ metadata, ...frame }: Overrides = {}): JsonObject {
  return {
    ...encode(getSchema("metadata"), { ...aMetadata(metadata) }, "read", someReferences()),
    ...encode(
      getSchema("record"),
      {
        id: "1",
        status: "in progress",
        timeOfLastStatusChange: "2026-03-02T15:04:05.000Z",
        dataIsAvailable: false,
        schemaVersion: 1,
        ...frame,
      },
      "read",
    ),
  };
}
