import { schemaOf, textOf, type JsonObject } from "./schema/fields.ts";
import { changedFields } from "./conflicts/mergeChanges.ts";

interface HeldRecord {
  id: string;
  currentMetadata: JsonObject;
}

/** Another record under the same model identifier. */
export interface IdentifierHolder {
  id: string;
  name: string;
  /** True when it says the same in every field: one of the two is a copy that nobody has edited since. */
  isSameInAll: boolean;
}

/**
 * Another record of the vendor that holds a record's model identifier; undefined where there is none. The services
 * cannot tell, since a copy keeps the identifier until its vendor changes it.
 *
 * @param records the vendor's records, this one among them or not
 * @param own the record as it is now; a new one has no id
 */
export function identifierHolder(
  records: HeldRecord[],
  own: { id?: string | undefined; metadata: JsonObject },
): IdentifierHolder | undefined {
  const schema = schemaOf("metadata");
  const identifierIn = (metadata: JsonObject) => textOf(schema, metadata, "identifier").trim();
  const identifier = identifierIn(own.metadata);
  if (identifier === "") return undefined;
  const holder = records.find(
    ({ id, currentMetadata }) => id !== own.id && identifierIn(currentMetadata) === identifier,
  );
  return (
    holder && {
      id: holder.id,
      name: textOf(schema, holder.currentMetadata, "title"),
      isSameInAll: changedFields(schema, holder.currentMetadata, own.metadata).length === 0,
    }
  );
}
