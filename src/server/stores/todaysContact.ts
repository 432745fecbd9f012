import type { Bag } from "../../contract/fields.ts";
import { schemaOf } from "../../contract/fields.ts";
import { migrate } from "../../contract/migrations.ts";

/** A stored contact's document, written under some version of the schema, as today's version holds it. */
export const todaysContact = (document: Bag, schemaVersion: number): Bag =>
  migrate(schemaOf("contact"), document, schemaVersion);
