import { schemaOf, textOf, type Bag } from "../contract/fields.ts";

const schema = schemaOf("metadata");

/** What a record is called: its title, or words for a record that has none yet. */
export const recordName = (metadata: Bag): string => textOf(schema, metadata, "title") || "Unnamed record";
