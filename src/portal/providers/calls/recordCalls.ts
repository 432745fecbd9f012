import { flaggedConflicts } from "../../../contract/conflicts/conflicts.ts";
import { groupBy } from "../../../contract/groupBy.ts";
import { endpoints, type Endpoint } from "../../../contract/wire/endpoints.ts";
import { schemaOf, type SchemaName } from "../../../contract/schema/fields.ts";
import type {
  ConflictSummary,
  HistoryEntry,
  Message,
  Notification,
  Resolution,
  StoredFile,
  Upload,
  UploadConflict,
} from "../../../contract/generated/entities.ts";
import { RECORD_IDENTIFIER } from "../../../contract/schema/product.ts";
import { decode, encode } from "../../../contract/wire/wire.ts";
import type { CallOptions, Surroundings } from "./vendorCall.ts";
import { unlessNotServed } from "./vendorError.ts";

/** In how many files a record's uploads do not agree. */
export interface RecordConflicts extends Pick<ConflictSummary, "contestedFiles" | "uploads"> {
  /** Undefined where the services do not count them. */
  leftOutFiles?: number;
  /** The versions of the contested files, from services that list them here and do not count them. */
  versions: UploadConflict[];
}

const NO_CONFLICTS: RecordConflicts = { contestedFiles: 0, leftOutFiles: 0, uploads: [], versions: [] };

/** What is asked and said about one record besides its metadata. */
export function recordCalls({ call, user }: Surroundings) {
  async function listed<Entity>(endpoint: Endpoint, schema: SchemaName, options: CallOptions) {
    const { rows, etag } = await call(endpoint, options);
    return { entities: rows.map((row) => decode(schemaOf(schema), row, "read") as Entity), etag };
  }
  const list = async <Entity>(endpoint: Endpoint, schema: SchemaName, options: CallOptions) =>
    (await listed<Entity>(endpoint, schema, options)).entities;
  const ofRecord = (recordId: string): CallOptions => ({ params: { recordId } });

  return {
    /** Answers the new record's id; undefined when the services give none. */
    async duplicateRecord(id: string, idempotencyKey: string): Promise<string | undefined> {
      const headers = { "Idempotency-Key": idempotencyKey };
      const { rows } = await call(endpoints.duplicateRecord, { body: { [RECORD_IDENTIFIER]: id }, headers });
      const copy = rows[0]?.[RECORD_IDENTIFIER];
      return copy === undefined ? undefined : String(copy);
    },
    /** The conflicts the user has to resolve, by record id. */
    async conflicts(): Promise<Map<string, UploadConflict[]>> {
      const params = { username: user().username };
      return flaggedConflicts(
        await list<UploadConflict>(endpoints.listConflicts, "upload-conflict", { params }),
      );
    },
    /** In how many files one record's uploads do not agree; counted here where the services only list them. */
    async recordConflicts(recordId: string): Promise<RecordConflicts> {
      const asked = ofRecord(recordId);
      const row = (await unlessNotServed(call(endpoints.conflictSummary, asked)))?.rows[0];
      if (row) return { ...NO_CONFLICTS, ...decode(schemaOf("conflict-summary"), row, "read") };
      const listed = await list<UploadConflict>(endpoints.recordConflicts, "upload-conflict", asked);
      return conflictsIn(flaggedConflicts(listed).get(recordId) ?? []);
    },
    /**
     * Oldest first.
     *
     * @param shown the places, from 1, of the first and last message that the user sees: none at first
     */
    recordMessages: (recordId: string, [first, last]: [first: number, last: number] = [1, 0]) =>
      list<Message>(endpoints.listMessages, "message", {
        ...ofRecord(recordId),
        query: { first_shown: String(first), last_shown: String(last) },
      }),
    async sendMessage(message: { recordId: string; content: string }, idempotencyKey: string): Promise<void> {
      const body = encode(schemaOf("message"), { ...message, username: user().username }, "write");
      await call(endpoints.sendMessage, { body, headers: { "Idempotency-Key": idempotencyKey } });
    },
    recordNotifications: (recordId: string) =>
      list<Notification>(endpoints.listNotifications, "notification", ofRecord(recordId)),
    /** The newest versions, or those before an id, the newest first; `first`: only what the record was created with. */
    recordHistory: (recordId: string, query: { before?: string; first?: "true" } = {}) =>
      list<HistoryEntry>(endpoints.listHistory, "history-entry", { ...ofRecord(recordId), query }),
    /** Every uploaded zip; archived ones are hidden until they are asked for. */
    recordUploads: (recordId: string) => list<Upload>(endpoints.listArchive, "upload", ofRecord(recordId)),
    /** The record's files and folders, with the ETag of the list where the services give one. */
    async recordFiles(recordId: string, { withArchived = false } = {}) {
      const asked = { ...ofRecord(recordId), ...(withArchived && { query: { archived: "true" } }) };
      const { entities, etag } = await listed<StoredFile>(endpoints.listFiles, "file", asked);
      const isShown = ({ uploadType }: StoredFile) => uploadType === "file" || uploadType === "directory";
      return { files: entities.filter(isShown), etag };
    },
    /** Every choice made between the record's uploads, the newest first; none where the services keep no log. */
    recordResolutions: async (recordId: string): Promise<Resolution[]> =>
      (await unlessNotServed(
        list<Resolution>(endpoints.listResolutions, "resolution", ofRecord(recordId)),
      )) ?? [],
  };
}

/** In how many files uploads do not agree, out of the versions of those files. */
function conflictsIn(versions: UploadConflict[]): RecordConflicts {
  const uploads = groupBy(versions, ({ uploadBatchId }) => uploadBatchId);
  return {
    contestedFiles: new Set(versions.map(({ conflictNumber }) => conflictNumber)).size,
    uploads: [...uploads].map(([uploadBatchId, { length }]) => ({ uploadBatchId, contestedFiles: length })),
    versions,
  };
}
