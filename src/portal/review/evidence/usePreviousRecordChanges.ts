import { useGetOne } from "react-admin";
import { listDifferingFields } from "../../../contract/conflicts/mergeChanges.ts";
import type { JsonObject } from "../../../contract/json.ts";
import { getSchema } from "../../../contract/schema/fields.ts";
import type { ReviewFinding } from "../../../contract/review/reviewFindings.ts";
import { formatFieldValue, useDisplayLists, type DisplayLists } from "../../record-parts/formatFieldValue.ts";
import type { RecordRow } from "../../providers/resources/recordRow.ts";
import { getFieldTitle, getRecordName } from "../../ui/recordName.ts";
import { formatQuantity, truncateText } from "../../ui/format.ts";

const schema = getSchema("metadata");

const MAX_VALUE_LENGTH = 120;

/** How a new version differs from the accepted record that it continues. Undefined while loading. */
export function usePreviousRecordChanges({ previousRecordId, currentMetadata }: RecordRow) {
  const lists = useDisplayLists();
  const { data: previous } = useGetOne<RecordRow>(
    "records",
    { id: previousRecordId ?? "" },
    { enabled: previousRecordId !== undefined },
  );
  if (previousRecordId === undefined || !previous?.statusInfo) return undefined;
  const findings = listFieldChanges(previous.currentMetadata, currentMetadata, lists).map(
    ({ name, text }): ReviewFinding => ({
      reason: { kind: "field", name, text: `Explain or undo this change: ${text}`, blocking: false },
      sources: [],
      notes: [],
    }),
  );
  const name = `record ${previousRecordId}, ${getRecordName(previous.currentMetadata)}`;
  const changes =
    findings.length === 0
      ? "The metadata is unchanged."
      : `${formatQuantity(findings.length, "field")} changed.`;
  return { summary: `New version of ${name}. ${changes}`, findings };
}

/** `Title: old value → new value` of each changed field. */
export const formatFieldChanges = (before: JsonObject, after: JsonObject, lists: DisplayLists): string[] =>
  listFieldChanges(before, after, lists).map(({ name, text }) => `${getFieldTitle(name)}: ${text}`);

const listFieldChanges = (before: JsonObject, after: JsonObject, lists: DisplayLists) =>
  listDifferingFields(schema, before, after).map((name) => ({
    name,
    text: `${formatField(name, before, lists)} → ${formatField(name, after, lists)}`,
  }));

function formatField(name: string, metadata: JsonObject, lists: DisplayLists): string {
  const text = formatFieldValue(schema.properties[name]!, metadata[name], lists).join(", ");
  return truncateText(text, MAX_VALUE_LENGTH) || "empty";
}
