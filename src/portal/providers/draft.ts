import type { JsonObject } from "../../contract/json.ts";
import { getSchema } from "../../contract/schema/fields.ts";
import { migrateToCurrentSchema } from "../../contract/schema/migrateToCurrentSchema.ts";

/** What a form holds that is not saved. */
export interface DraftContent {
  values: JsonObject;
  /** Values in the contact dialog, keyed by what the dialog was opened for. */
  contactDialogValues?: Record<string, JsonObject> | undefined;
}

/** What a draft needs to be saved as the record later. */
export interface DraftBase {
  /** Revision of the record that was edited. */
  etag?: string | undefined;
  /** The record's values at that revision: the base for merging later changes. */
  baseValues?: JsonObject | undefined;
  /** The schema version of the values; 1 if missing. */
  schemaVersion?: number | undefined;
  /** Of a new record, so that repeating the create makes no second record. */
  idempotencyKey?: string | undefined;
}

export interface DraftSummary {
  /** The record's id, or a key of its own for a record that was never saved. */
  key: string;
  /** Undefined for a record that was never saved. */
  recordId?: string | undefined;
  /** Grows with every save; 0 before the first. */
  revision: number;
  /** One per opened form. */
  windowId: string;
  savedAt: string;
  summary: { title: string; missing: number };
  /** In a list: the services have not confirmed it. */
  isOnDevice?: boolean;
}

export interface Draft extends DraftSummary {
  content: DraftContent & DraftBase;
}

/** A draft can be older than the current schemas. */
export function migrateDraft<T extends Draft & { exchangedValues?: JsonObject | undefined }>(draft: T): T {
  const { schemaVersion = 1, values, baseValues } = draft.content;
  const migrate = (entity: JsonObject) =>
    migrateToCurrentSchema(getSchema("metadata"), entity, schemaVersion);
  return {
    ...draft,
    content: {
      ...draft.content,
      values: migrate(values),
      ...(baseValues && { baseValues: migrate(baseValues) }),
    },
    ...(draft.exchangedValues && { exchangedValues: migrate(draft.exchangedValues) }),
  };
}
