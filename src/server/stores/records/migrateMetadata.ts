import type { Bag } from "../../../contract/schema/fields.ts";
import { schemaOf } from "../../../contract/schema/fields.ts";
import { migrate } from "../../../contract/schema/migrations.ts";

/** A record's stored metadata, written under some version of the schema, as today's version holds it. */
export const migrateMetadata = (metadata: Bag, schemaVersion: number): Bag =>
  migrate(schemaOf("metadata"), metadata, schemaVersion);
