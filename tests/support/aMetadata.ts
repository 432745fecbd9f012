import type { JsonObject } from "../../src/contract/json.ts";
import { buildExampleEntity, getSchema } from "../../src/contract/schema/fields.ts";
import type { Metadata } from "../../src/contract/generated/entities.ts";
import { fillDerivedFields } from "../../src/contract/wire/wire.ts";
import { someReferences } from "./references.ts";

/** Valid metadata, from the examples in the schema. */
export function aMetadata(overrides: JsonObject = {}): Metadata {
  const schema = getSchema("metadata");
  return fillDerivedFields(
    schema,
    { ...buildExampleEntity(schema), ...overrides },
    someReferences(),
  ) as unknown as Metadata;
}
