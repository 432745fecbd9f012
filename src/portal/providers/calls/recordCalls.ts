import { groupOpenConflictsByRecord } from "../../../contract/conflicts/openConflicts.ts";
import { groupBy } from "../../../contract/groupBy.ts";
import type { JsonObject } from "../../../contract/json.ts";
import { endpoints, type Endpoint } from "../../../contract/wire/endpoints.ts";
import { getSchema, type SchemaName } from "../../../contract/schema/fields.ts";
import type {
  ConflictSummary,
  HistoryEntry,
  IdentifierUse,
  Message,
  Notification,
  Resolution,
  StoredFile,
  Upload,
  UploadConflict,
} from "../../../contract/generated/entities.ts";
import { RECORD_ID_KEY } from "../../../contract/schema/product.ts";
import { decode, encode } from "../../../contract/wire/wire.ts";
import type { CallOptions, CallContext } from "./vendorCall.ts";

export interface RecordConflicts extends Pick<ConflictSummary, "contestedFiles" | "uploads"> {
  /** Undefined if the services do not count them. */
  missingFiles?: number;
  /** Filled only by services that list the versions instead of counting them. */
  versions: UploadConflict[];
}

const NO_USE: IdentifierUse = { records: [], isUsedByOthers: false };

const NO_CONFLICTS: RecordConflicts = { contestedFiles: 0, missingFiles: 0, uploads: [], versions: [] };

export function createRecordCalls({ call, getUser }: CallContext) {
  async function fetchEntitiesWithEtag<Entity>(endpoint: Endpoint, schema: SchemaName, options: CallOptions) {
    const { rows, etag } = await call(endpoint, options);
    return { entities: rows.map((row) => decode(getSchema(schema), row, "read") as Entity), etag };
  }
  const fetchEntities = async <Entity>(endpoint: Endpoint, schema: SchemaName, options: CallOptions) =>
    (await fetchEntitiesWithEtag<Entity>(endpoint, schema, options)).entities;
  /** Returns the id of the copy, or undefined if the services send none. */
  async function copyRecord(endpoint: Endpoint, id: string, idempotencyKey: string) {
    const headers = { "Idempotency-Key": idempotencyKey };
    const { rows } = await call(endpoint, { body: { [RECORD_ID_KEY]: id }, headers });
    const copy = rows[0]?.[RECORD_ID_KEY];
    return copy === undefined ? undefined : String(copy);
  }
  const recordParams = (recordId: string): CallOptions => ({ params: { recordId } });

  return {
    duplicateRecord: (id: string, idempotencyKey: string) =>
      copyRecord(endpoints.duplicateRecord, id, idempotencyKey),
    createNewVersion: (id: string, idempotencyKey: string) =>
      copyRecord(endpoints.createNewVersion, id, idempotencyKey),
    /**
     * Who uses an identifier, apart from the record `recordId` and the records that it is a new version of. Undefined if
     * the services do not check it.
     */
    async checkIdentifier(identifier: string, recordId?: string): Promise<IdentifierUse | undefined> {
      const query: Record<string, string> = recordId === undefined ? {} : { [RECORD_ID_KEY]: recordId };
      const [row] = (await call(endpoints.checkIdentifier, { params: { identifier }, query })).rows;
      return row && { ...NO_USE, ...decode(getSchema("identifier-use"), row, "read") };
    },
    /** Of all records of the user. */
    listConflicts: () =>
      fetchEntities<UploadConflict>(endpoints.listConflicts, "upload-conflict", {
        params: { username: getUser().username },
      }),
    /** Counts the conflicts here if the services only list them. */
    async getRecordConflicts(recordId: string): Promise<RecordConflicts> {
      const options = recordParams(recordId);
      const row = (await call(endpoints.conflictSummary, options)).rows[0];
      if (row) return { ...NO_CONFLICTS, ...decode(getSchema("conflict-summary"), row, "read") };
      const listed = await fetchEntities<UploadConflict>(
        endpoints.recordConflicts,
        "upload-conflict",
        options,
      );
      return countConflicts(groupOpenConflictsByRecord(listed).get(recordId) ?? []);
    },
    /** Oldest first. */
    listMessages: (recordId: string) =>
      fetchEntities<Message>(endpoints.listMessages, "message", recordParams(recordId)),
    /** `first` and `last` are the positions of the messages on screen, from 1. */
    async markMessagesRead(recordId: string, first: number, last: number): Promise<void> {
      const body = { [RECORD_ID_KEY]: recordId, first_shown: first, last_shown: last };
      await call(endpoints.markMessagesRead, { body });
    },
    async sendMessage(
      message: JsonObject & { recordId: string; content: string },
      idempotencyKey: string,
    ): Promise<void> {
      const body = encode(getSchema("message"), { ...message, username: getUser().username }, "write");
      await call(endpoints.sendMessage, { body, headers: { "Idempotency-Key": idempotencyKey } });
    },
    listNotifications: (recordId: string) =>
      fetchEntities<Notification>(endpoints.listNotifications, "notification", recordParams(recordId)),
    /** Newest first. `before` is an entry's id; `first` returns only the entry of the creation. */
    listHistory: (recordId: string, query: { before?: string; first?: "true" } = {}) =>
      fetchEntities<HistoryEntry>(endpoints.listHistory, "history-entry", {
        ...recordParams(recordId),
        query,
      }),
    /** Includes archived uploads. */
    listUploads: (recordId: string) =>
      fetchEntities<Upload>(endpoints.listArchive, "upload", recordParams(recordId)),
    async listFiles(recordId: string, { withArchived = false } = {}) {
      const options = { ...recordParams(recordId), ...(withArchived && { query: { archived: "true" } }) };
      const { entities, etag } = await fetchEntitiesWithEtag<StoredFile>(
        endpoints.listFiles,
        "file",
        options,
      );
      const isFileOrFolder = ({ uploadType }: StoredFile) =>
        uploadType === "file" || uploadType === "directory";
      return { files: entities.filter(isFileOrFolder), etag };
    },
    /** Newest first. Empty if the services keep no log. */
    listResolutions: (recordId: string) =>
      fetchEntities<Resolution>(endpoints.listResolutions, "resolution", recordParams(recordId)),
  };
}

function countConflicts(versions: UploadConflict[]): RecordConflicts {
  const uploads = groupBy(versions, ({ uploadBatchId }) => uploadBatchId);
  return {
    contestedFiles: new Set(versions.map(({ conflictNumber }) => conflictNumber)).size,
    uploads: [...uploads].map(([uploadBatchId, { length }]) => ({ uploadBatchId, contestedFiles: length })),
    versions,
  };
}
