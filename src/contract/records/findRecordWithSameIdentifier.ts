import type { JsonObject } from "../json.ts";
import { getSchema, getFieldText } from "../schema/fields.ts";
import { listDifferingFields } from "../conflicts/mergeChanges.ts";

interface VendorRecord {
  id: string;
  /** The accepted record that this one is a new version of. */
  previousRecordId?: string | undefined;
  currentMetadata: JsonObject;
}

export interface SameIdentifierRecord {
  id: string;
  name: string;
  isUneditedCopy: boolean;
}

/**
 * `records` may include the record itself and the records that it is a new version of; they are not found. The server
 * accepts duplicates: a copy keeps the identifier until it is changed.
 */
export function findRecordWithSameIdentifier(
  records: VendorRecord[],
  own: { id?: string | undefined; metadata: JsonObject },
): SameIdentifierRecord | undefined {
  const schema = getSchema("metadata");
  const getIdentifier = (metadata: JsonObject) => getFieldText(schema, metadata, "identifier").trim();
  const identifier = getIdentifier(own.metadata);
  if (identifier === "") return undefined;
  const ownIds = new Set([own.id, ...listPreviousRecords(records, own.id).map(({ id }) => id)]);
  const match = records.find(
    ({ id, currentMetadata }) => !ownIds.has(id) && getIdentifier(currentMetadata) === identifier,
  );
  return (
    match && {
      id: match.id,
      name: getFieldText(schema, match.currentMetadata, "title"),
      isUneditedCopy: listDifferingFields(schema, match.currentMetadata, own.metadata).length === 0,
    }
  );
}

/** The records that this one is a new version of, the latest first. */
export function listPreviousRecords<Listed extends Omit<VendorRecord, "currentMetadata">>(
  records: Listed[],
  id: string | undefined,
): Listed[] {
  const previousId = records.find((record) => record.id === id)?.previousRecordId;
  const previous = previousId === undefined ? undefined : records.find((record) => record.id === previousId);
  return previous ? [previous, ...listPreviousRecords(records, previous.id)] : [];
}
