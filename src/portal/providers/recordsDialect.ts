import { endpoints } from "../../contract/endpoints.ts";
import { schemaOf, type Bag } from "../../contract/fields.ts";
import { messages } from "../../contract/messages.ts";
import { readModelRecord, type ModelRecord } from "../../contract/modelRecord.ts";
import { RECORD_IDENTIFIER } from "../../contract/product.ts";
import type { References } from "../../contract/references.ts";
import { encode, encodeChange } from "../../contract/wire.ts";
import type { Dialect, Row } from "./dialect.ts";
import type { VendorCall } from "./vendorCall.ts";
import { createRecordReader } from "./recordReader.ts";
import { VendorError } from "./vendorError.ts";

/** A record as the data provider holds it, with the version it was read at. */
export type RecordRow = ModelRecord & { etag?: string | undefined };

/** What a save hands over: the metadata, and what makes the save safe to repeat or to refuse. */
export interface RecordSave {
  currentMetadata: Bag;
  /** One per form: a create sent twice makes one record. */
  idempotencyKey?: string;
  /** The version the form was opened with: a save over a newer one is refused with 409. */
  etag?: string;
}

interface Surroundings {
  call: VendorCall;
  references: () => Promise<References>;
  user: () => { id: string; username: string };
}

/** Records, as the vendor services spell their reading and saving. */
export function recordsDialect({ call, references, user }: Surroundings): Dialect {
  const schema = schemaOf("metadata");
  const userId = () => ({ userId: user().id });
  const readList = createRecordReader(newestFirst);
  const listAll = async () => {
    const [{ rows }, lists] = await Promise.all([
      call(endpoints.listRecords, { params: { username: user().username } }),
      references(),
    ]);
    return readList(rows, lists) as unknown as Row[];
  };
  return {
    getList: listAll,
    getMany: async ({ ids }) => (await listAll()).filter(({ id }) => ids.includes(id)),
    getOne: async ({ id }) => {
      const [{ rows, etag }, lists] = await Promise.all([
        call(endpoints.getRecord, { params: { recordId: id } }),
        references(),
      ]);
      return asRow({ ...readModelRecord(only(rows), lists), etag });
    },
    create: async ({ data }) => {
      const save = data as unknown as RecordSave;
      const headers = headersOf("Idempotency-Key", save.idempotencyKey);
      const body = { ...encode(schema, save.currentMetadata, "write", await references()), ...userId() };
      const { rows, etag } = await call(endpoints.addRecord, { body, headers });
      return { ...data, id: String(only(rows)[RECORD_IDENTIFIER]), etag };
    },
    update: async ({ id, data }) => {
      const save = data as unknown as RecordSave;
      const metadata = encodeChange(schema, save.currentMetadata, await references());
      const body = { ...metadata, ...userId(), [RECORD_IDENTIFIER]: id };
      const { etag } = await call(endpoints.saveRecord, { body, headers: headersOf("If-Match", save.etag) });
      return { ...data, id, etag };
    },
    delete: async ({ id }) => {
      await call(endpoints.deleteRecord, { body: { [RECORD_IDENTIFIER]: id } });
      return { id };
    },
  };
}

const asRow = (record: RecordRow) => record as unknown as Row;

/** The services' times are written alike, so that their texts stand as their moments do. */
function newestFirst({ statusInfo: a }: ModelRecord, { statusInfo: b }: ModelRecord): number {
  if (a.timeOfLastStatusChange === b.timeOfLastStatusChange) return 0;
  return a.timeOfLastStatusChange < b.timeOfLastStatusChange ? 1 : -1;
}

const headersOf = (name: string, value: string | undefined): Record<string, string> =>
  value === undefined ? {} : { [name]: value };

function only([row]: Bag[]): Bag {
  if (!row) throw new VendorError(messages.generic, 404);
  return row;
}
