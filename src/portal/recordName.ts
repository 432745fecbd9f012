import { schemaOf, textOf, type Bag } from "../contract/schema/fields.ts";
import { visibleText } from "./ui/format.ts";

const schema = schemaOf("metadata");

/** What a record is called: its title with nothing hidden in it, or words for a record that has none yet. */
export const recordName = (metadata: Bag): string =>
  visibleText(textOf(schema, metadata, "title")) || "Unnamed record";
