import type { JsonObject } from "./json.ts";
import { getSchema, getFieldText } from "./schema/fields.ts";
import { listDifferingFields } from "./conflicts/mergeChanges.ts";

interface VendorRecord {
  id: string;
  currentMetadata: JsonObject;
}

export interface SameIdentifierRecord {
  id: string;
  name: string;
  isUneditedCopy: boolean;
}

/** `records` may include the record itself. The server accepts duplicates: a copy keeps the identifier until it is changed. */
export function findRecordWithSameIdentifier(
  records: VendorRecord[],
  own: { id?: string | undefined; metadata: JsonObject },
): SameIdentifierRecord | undefined {
  const schema = getSchema("metadata");
  const getIdentifier = (metadata: JsonObject) => getFieldText(schema, metadata, "identifier").trim();
  const identifier = getIdentifier(own.metadata);
  if (identifier === "") return undefined;
  const match = records.find(
    ({ id, currentMetadata }) => id !== own.id && getIdentifier(currentMetadata) === identifier,
  );
  return (
    match && {
      id: match.id,
      name: getFieldText(schema, match.currentMetadata, "title"),
      isUneditedCopy: listDifferingFields(schema, match.currentMetadata, own.metadata).length === 0,
    }
  );
}
