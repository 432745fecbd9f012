import { examplesOf, schemaOf, type JsonObject } from "../../src/contract/schema/fields.ts";
import type { Metadata } from "../../src/contract/generated/entities.ts";
import { derive } from "../../src/contract/wire/wire.ts";
import { someReferences } from "./references.ts";

/** Valid metadata, made of the schema's own examples. */
export function aMetadata(overrides: JsonObject = {}): Metadata {
  const schema = schemaOf("metadata");
  return derive(schema, { ...examplesOf(schema), ...overrides }, someReferences()) as unknown as Metadata;
}
