import type { Bag } from "../../contract/schema/fields.ts";
import { schemaOf } from "../../contract/schema/fields.ts";
import { migrate } from "../../contract/schema/migrations.ts";

/** A stored contact's document, written under some version of the schema, as today's version holds it. */
export const migrateContact = (document: Bag, schemaVersion: number): Bag =>
  migrate(schemaOf("contact"), document, schemaVersion);
