import type { Bag } from "../../contract/fields.ts";
import { schemaOf } from "../../contract/fields.ts";
import { migrate } from "../../contract/migrations.ts";

/** A record's stored metadata, written under some version of the schema, as today's version holds it. */
export const todaysMetadata = (metadata: Bag, schemaVersion: number): Bag =>
  migrate(schemaOf("metadata"), metadata, schemaVersion);
