import type { JsonObject } from "../../contract/json.ts";
import { getSchema, getSchemaVersion } from "../../contract/schema/fields.ts";
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
  /** The schema version of the contact dialogs' values; 1 if missing. */
  contactSchemaVersion?: number | undefined;
  /** For each window, until when the draft has what it typed, by the clock of its device. */
  typedUntil?: Record<string, string> | undefined;
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
  summary: { title: string; missing: number; unsentTexts?: number };
  /** In a list: the services have not confirmed it. */
  isOnDevice?: boolean;
}

export interface Draft extends DraftSummary {
  content: DraftContent & DraftBase;
}

const TEXTS_KEY_PREFIX = "texts-";

/** The key of a record's draft whose values are texts that the user typed and did not send, such as a message. */
export const buildTextsKey = (recordId: string): string => TEXTS_KEY_PREFIX + recordId;

export const isTextsKey = (key: string): boolean => key.startsWith(TEXTS_KEY_PREFIX);

export const getCurrentSchemaVersions = () => ({
  schemaVersion: getSchemaVersion(getSchema("metadata")),
  contactSchemaVersion: getSchemaVersion(getSchema("contact")),
});

/** A draft can be older than the current schemas. */
export function migrateDraft<T extends Draft & { exchangedValues?: JsonObject | undefined }>(draft: T): T {
  if (isTextsKey(draft.key)) return draft;
  const { schemaVersion = 1, contactSchemaVersion = 1, ...content } = draft.content;
  const { values, baseValues, contactDialogValues } = content;
  const migrate = (entity: JsonObject) =>
    migrateToCurrentSchema(getSchema("metadata"), entity, schemaVersion);
  return {
    ...draft,
    content: {
      ...content,
      ...getCurrentSchemaVersions(),
      values: migrate(values),
      ...(baseValues && { baseValues: migrate(baseValues) }),
      ...(contactDialogValues && {
        contactDialogValues: migrateContactDialogs(contactDialogValues, contactSchemaVersion),
      }),
    },
    ...(draft.exchangedValues && { exchangedValues: migrate(draft.exchangedValues) }),
  };
}

/** Without the dialogs of which no change is left, because the fields were removed. */
const migrateContactDialogs = (dialogs: Record<string, JsonObject>, version: number) =>
  Object.fromEntries(
    Object.entries(dialogs)
      .map(([key, changes]) => [key, migrateContactChanges(changes, version)] as const)
      .filter(([, changes]) => Object.keys(changes).length > 0),
  );

/** The dialog keeps only what the user changed: values that the schema gives to older contacts are no changes. */
function migrateContactChanges(changes: JsonObject, version: number): JsonObject {
  const schema = getSchema("contact");
  const given = migrateToCurrentSchema(schema, {}, version);
  const migrated = Object.entries(migrateToCurrentSchema(schema, changes, version));
  return Object.fromEntries(migrated.filter(([name]) => name in changes || !(name in given)));
}
