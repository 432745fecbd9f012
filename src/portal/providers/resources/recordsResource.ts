import { replaceEqualDeep } from "@tanstack/react-query";
import type { LabelsBySource } from "../../../contract/schema/formatValueAsText.ts";
import { groupOpenConflictsByRecord } from "../../../contract/conflicts/openConflicts.ts";
import { endpoints, parseRows } from "../../../contract/wire/endpoints.ts";
import type { JsonObject } from "../../../contract/json.ts";
import { getSchema } from "../../../contract/schema/fields.ts";
import { parseModelRecord, type ModelRecord } from "../../../contract/records/modelRecord.ts";
import { RECORD_ID_KEY } from "../../../contract/schema/product.ts";
import type { References } from "../../../contract/schema/references.ts";
import { regions } from "../../../contract/schema/regions.ts";
import { encode, encodeUpdate } from "../../../contract/wire/wire.ts";
import type { UploadConflict } from "../../../contract/generated/entities.ts";
import { messages } from "../../../contract/messages.ts";
import { recordFilterAndSort } from "./recordFilters.ts";
import type { RecordRow } from "./recordRow.ts";
import type { Row, VendorList, VendorResource } from "../vendorHttpClient.ts";
import { buildOptionalHeader, createUnreadableError, type CallContext } from "../calls/vendorCall.ts";
import { ApiError } from "../calls/apiError.ts";
import type { VendorResponse } from "../calls/vendorResponse.ts";

export interface RecordSave {
  currentMetadata: JsonObject;
  /** One per form: repeating a create returns the first record, even if the values differ. */
  idempotencyKey?: string;
  /** Revision that the form was opened with. Saving over a newer one is rejected with 409. */
  etag?: string;
}

const schema = getSchema("metadata");

/** The user's records, newest status change first, with what they were built from. */
export interface RecordList extends VendorList {
  response: VendorResponse;
  references: References;
  conflicts: UploadConflict[];
  /** Then `conflicts` is the last known list. */
  conflictsError?: unknown;
}

export function recordsResource(
  { call, getReferences, getUser }: CallContext,
  listConflicts: () => Promise<UploadConflict[]>,
): VendorResource {
  const userId = () => ({ userId: getUser().id });
  return {
    ...recordFilterAndSort,
    async list(previous?: RecordList): Promise<RecordList> {
      const params = { username: getUser().username };
      const [response, references, { conflicts, conflictsError }] = await Promise.all([
        call(endpoints.listRecords, { params, previous: previous?.response }),
        getReferences(),
        tryListConflicts(listConflicts, previous?.conflicts),
      ]);
      const list = { response, references, conflicts, conflictsError };
      const isUnchanged = Object.entries(list).every(
        ([name, part]) => previous?.[name as keyof RecordList] === part,
      );
      return previous && isUnchanged ? previous : { ...list, rows: buildRows(list) };
    },
    async getOne(recordId) {
      const [{ rows, etag }, lists] = await Promise.all([
        call(endpoints.getRecord, { params: { recordId } }),
        getReferences(),
      ]);
      const [row] = rows;
      if (!row) throw new ApiError(messages.generic, 404);
      return toRecordRow(row, lists, etag) as unknown as Row;
    },
    async create(data) {
      const { currentMetadata, idempotencyKey } = data as unknown as RecordSave;
      const body = { ...encode(schema, currentMetadata, "write", await getReferences()), ...userId() };
      const headers = buildOptionalHeader("Idempotency-Key", idempotencyKey);
      const { rows, etag } = await call(endpoints.addRecord, { body, headers }).catch(getFirstCreateResponse);
      const id = rows[0]?.[RECORD_ID_KEY];
      if (id === undefined) throw createUnreadableError();
      return { ...data, id: String(id), etag };
    },
    async update(id, data) {
      const { currentMetadata, etag: openedEtag } = data as unknown as RecordSave;
      const metadata = encodeUpdate(schema, currentMetadata, await getReferences());
      const body = { ...metadata, ...userId(), [RECORD_ID_KEY]: id };
      const { etag } = await call(endpoints.saveRecord, {
        body,
        headers: buildOptionalHeader("If-Match", openedEtag),
      });
      return { ...data, id, etag };
    },
    async delete(id) {
      // The user may leave the page before the response.
      await call(endpoints.deleteRecord, { body: { [RECORD_ID_KEY]: id }, keepalive: true });
      return { id };
    },
  };
}

/** Without conflicts, the list is still shown, and RecordsPage shows the error. */
async function tryListConflicts(
  listConflicts: () => Promise<UploadConflict[]>,
  previous: UploadConflict[] = [],
): Promise<{ conflicts: UploadConflict[]; conflictsError?: unknown }> {
  try {
    return { conflicts: replaceEqualDeep(previous, await listConflicts()), conflictsError: undefined };
  } catch (conflictsError) {
    if (conflictsError instanceof ApiError && conflictsError.status === 401) throw conflictsError;
    return { conflicts: previous, conflictsError };
  }
}

function buildRows({ response, references, conflicts }: Omit<RecordList, "rows">): Row[] {
  const conflictsByRecord = groupOpenConflictsByRecord(conflicts);
  const records = response.rows.map((row) => {
    const record = toRecordRow(row, references);
    record.conflicts = conflictsByRecord.get(record.id);
    return record;
  });
  return records.toSorted(compareNewestFirst) as unknown as Row[];
}

/** Only the response for a single record has an ETag. */
export const toRecordRow = (row: JsonObject, references: References, etag?: string): RecordRow =>
  // Not spread: `currentMetadata` is decoded on access.
  Object.assign(parseModelRecord(row, references), {
    etag,
    labels: getLabels(references),
  });

const REGION_LABELS = new Map(regions.map(({ value, label }) => [value, label]));

const labelsCache = new WeakMap<References, LabelsBySource>();

function getLabels(references: References): LabelsBySource {
  const cached = labelsCache.get(references);
  if (cached) return cached;
  const agencies = new Map(references.agencies.map(({ id, name }) => [id, name]));
  const labels = { agencies, regions: REGION_LABELS };
  labelsCache.set(references, labels);
  return labels;
}

/** Compares strings, because all times have the same ISO format. */
function compareNewestFirst({ statusInfo: a }: ModelRecord, { statusInfo: b }: ModelRecord): number {
  if (a.timeOfLastStatusChange === b.timeOfLastStatusChange) return 0;
  return a.timeOfLastStatusChange < b.timeOfLastStatusChange ? 1 : -1;
}

/** A create repeated with other values is rejected with 422, whose body holds the first response. */
function getFirstCreateResponse(error: unknown): VendorResponse {
  const { made, etag } = error instanceof ApiError && error.status === 422 ? error.body : {};
  if (made === undefined) throw error;
  return { rows: parseRows(made), etag: typeof etag === "string" ? etag : undefined };
}
