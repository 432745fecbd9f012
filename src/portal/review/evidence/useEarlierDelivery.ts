import { useMemo } from "react";
import type { JsonObject } from "../../../contract/json.ts";
import type { Upload } from "../../../contract/generated/entities.ts";
import { getSchema } from "../../../contract/schema/fields.ts";
import { tryOrUndefined } from "../../../contract/tryOrUndefined.ts";
import { decode } from "../../../contract/wire/wire.ts";
import { getHistoryEntryAuthor } from "../../providers/historyEntryAuthor.ts";
import {
  latestCurrentUpload,
  useHistorySince,
  useLatestCurrentUpload,
  useRecordNotifications,
  useRecordUploads,
} from "../../providers/recordQueries.ts";
import type { RecordRow } from "../../providers/resources/recordRow.ts";
import { useReferences } from "../../providers/useVendorQuery.ts";

export interface EarlierDelivery {
  recordId: string;
  upload: Upload;
  latest: Upload;
  /** When the metadata to compare with was current. Undefined for another record. */
  date: string | undefined;
}

/**
 * What the latest upload of the record is compared with: the version that was last decided about, else the version
 * before, else the accepted record that it continues. Undefined if there is none, or while loading.
 */
export function useEarlierDelivery({ id, previousRecordId }: RecordRow): EarlierDelivery | undefined {
  const { data: uploads = [] } = useRecordUploads(id);
  const { data: notifications = [], isPending } = useRecordNotifications(id);
  const previousUpload = useLatestCurrentUpload(previousRecordId);
  const latest = latestCurrentUpload(uploads);
  if (!latest || isPending) return undefined;
  const decision = notifications.findLast(({ status }) => status === "accepted" || status === "rejected");
  const decided = uploads.find(
    ({ uploadVersion }) => uploadVersion && uploadVersion === decision?.uploadVersion,
  );
  if (decision && decided && decided !== latest)
    return { recordId: id, upload: decided, latest, date: decision.date };
  const before = uploads[uploads.indexOf(latest) + 1];
  if (before) return { recordId: id, upload: before, latest, date: before.uploaded };
  if (previousRecordId === undefined || !previousUpload) return undefined;
  return { recordId: previousRecordId, upload: previousUpload, latest, date: undefined };
}

/** The record's metadata at a date; undefined while loading, or if it cannot be read. */
export function useMetadataAt({ id, currentMetadata }: RecordRow, date: string): JsonObject | undefined {
  const history = useHistorySince(id, date);
  const { data: references } = useReferences();
  return useMemo(() => {
    if (!history || !references) return undefined;
    const firstChange = history.findLast((entry) => getHistoryEntryAuthor(entry).date > date);
    if (!firstChange) return currentMetadata;
    const values = firstChange.oldValues as JsonObject | null;
    return values
      ? tryOrUndefined(() => decode(getSchema("metadata"), values, "read", references))
      : undefined;
  }, [history, references, currentMetadata, date]);
}
