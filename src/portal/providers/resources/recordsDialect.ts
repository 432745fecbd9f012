import type { Labels } from "../../../contract/schema/cellText.ts";
import { endpoints, rowsOf } from "../../../contract/wire/endpoints.ts";
import { schemaOf, type JsonObject } from "../../../contract/schema/fields.ts";
import { readModelRecord, type ModelRecord } from "../../../contract/modelRecord.ts";
import { RECORD_IDENTIFIER } from "../../../contract/schema/product.ts";
import type { References } from "../../../contract/schema/references.ts";
import { regions } from "../../../contract/schema/regions.ts";
import { encode, encodeChange } from "../../../contract/wire/wire.ts";
import type { UploadConflict } from "../../../contract/generated/entities.ts";
import { messages } from "../../../contract/messages.ts";
import { draftStore } from "../drafts.ts";
import { recordList } from "./recordFilters.ts";
import type { RecordRow } from "./recordRow.ts";
import type { Dialect, Row } from "./simpleRest.ts";
import { optionalHeader, unreadable, type VendorAnswer, type Surroundings } from "../calls/vendorCall.ts";
import { VendorError } from "../calls/vendorError.ts";

/** What a save hands over: the metadata, and what makes the save safe to repeat or to refuse. */
export interface RecordSave {
  currentMetadata: JsonObject;
  /** One per form: a create sent twice makes one record, and answers the first, also where the values differ. */
  idempotencyKey?: string;
  /** The version the form was opened with: a save over a newer one is refused with 409. */
  etag?: string;
}

const schema = schemaOf("metadata");

interface RecordsSurroundings extends Surroundings {
  /** The uploads that contradict each other, by record id. */
  conflicts: () => Promise<Map<string, UploadConflict[]>>;
}

/** Records, as the vendor services spell their reading and saving. */
export function recordsDialect(surroundings: RecordsSurroundings): Dialect {
  const { call, references, user } = surroundings;
  const userId = () => ({ userId: user().id });
  return {
    ...listsOf(surroundings),
    ...recordList,
    async getOne(recordId) {
      const [{ rows, etag }, lists] = await Promise.all([
        call(endpoints.getRecord, { params: { recordId } }),
        references(),
      ]);
      const [row] = rows;
      if (!row) throw new VendorError(messages.generic, 404);
      return rowOf(row, lists, etag) as unknown as Row;
    },
    async create(data) {
      const { currentMetadata, idempotencyKey } = data as unknown as RecordSave;
      const body = { ...encode(schema, currentMetadata, "write", await references()), ...userId() };
      const headers = optionalHeader("Idempotency-Key", idempotencyKey);
      const { rows, etag } = await call(endpoints.addRecord, { body, headers }).catch(firstAnswer);
      const id = rows[0]?.[RECORD_IDENTIFIER];
      if (id === undefined) throw unreadable();
      return { ...data, id: String(id), etag };
    },
    async update(id, data) {
      const { currentMetadata, etag: readAt } = data as unknown as RecordSave;
      const metadata = encodeChange(schema, currentMetadata, await references());
      const body = { ...metadata, ...userId(), [RECORD_IDENTIFIER]: id };
      const { etag } = await call(endpoints.saveRecord, {
        body,
        headers: optionalHeader("If-Match", readAt),
      });
      return { ...data, id, etag };
    },
    async delete(id) {
      // Its user may not stay to hear of it.
      await call(endpoints.deleteRecord, { body: { [RECORD_IDENTIFIER]: id }, keepalive: true });
      return { id };
    },
  };
}

/** The user's records, all of them or the newest. */
function listsOf({
  call,
  references,
  user,
  conflicts,
}: RecordsSurroundings): Pick<Dialect, "list" | "first"> {
  async function read(query?: Record<string, string>) {
    const params = { username: user().username };
    const [{ rows, total }, lists, conflicting] = await Promise.all([
      call(endpoints.listRecords, { params, ...(query && { query }) }),
      references(),
      conflicts(),
    ]);
    const records = rows.map((row) => rowOf(row, lists)).toSorted(newestFirst);
    for (const record of records) {
      record.conflicts = conflicting.get(record.id);
      // Read when it is looked at: the rows are remembered longer than a draft may take to be written.
      Object.defineProperty(record, "hasDraft", {
        enumerable: true,
        get: () => draftStore.list(params.username, record.id).length > 0,
      });
    }
    return { rows: records as unknown as Row[], total };
  }
  /** The limit within which the whole list lay when it was asked for last: asked for so again, it may be unchanged. */
  let enough: number | undefined;
  async function first(most: number) {
    const { rows, total } = await read({ limit: String(most) });
    // Services that know of no limit answer the whole; so many to the very one may have been cut off.
    const isWhole = total === undefined ? rows.length !== most : rows.length === total;
    enough = isWhole ? most : undefined;
    return { rows, isWhole };
  }
  async function list() {
    const page = enough === undefined ? undefined : await first(enough);
    return page?.isWhole ? page.rows : (await read()).rows;
  }
  return { list, first };
}

/** A record, with the version that the answer about it alone carries. */
export const rowOf = (wire: JsonObject, references: References, etag?: string): RecordRow =>
  // Not spread: the metadata of a long list are read as they are looked at.
  Object.assign(readModelRecord(wire, references), {
    etag,
    labels: labelsOf(references),
  });

const REGION_LABELS = new Map(regions.map(({ value, label }) => [value, label]));

const labelsByLists = new WeakMap<References, Labels>();

function labelsOf(references: References): Labels {
  const known = labelsByLists.get(references);
  if (known) return known;
  const agencies = new Map(references.agencies.map(({ id, name }) => [id, name]));
  const labels = { agencies, regions: REGION_LABELS };
  labelsByLists.set(references, labels);
  return labels;
}

/** The services' times are written alike, so that their texts stand as their moments do. */
function newestFirst({ statusInfo: a }: ModelRecord, { statusInfo: b }: ModelRecord): number {
  if (a.timeOfLastStatusChange === b.timeOfLastStatusChange) return 0;
  return a.timeOfLastStatusChange < b.timeOfLastStatusChange ? 1 : -1;
}

/** A create repeated with other values is refused, and the refusal carries what the first one was answered. */
function firstAnswer(error: unknown): VendorAnswer {
  const { made, etag } = error instanceof VendorError && error.status === 422 ? error.body : {};
  if (made === undefined) throw error;
  return { rows: rowsOf(made), etag: typeof etag === "string" ? etag : undefined };
}
