import { useGetOne } from "react-admin";
import { listDifferingFields } from "../../contract/conflicts/mergeChanges.ts";
import { getSchema } from "../../contract/schema/fields.ts";
import { formatFieldValue, useDisplayLists } from "../formatFieldValue.ts";
import type { RecordRow } from "../providers/resources/recordRow.ts";
import { getFieldTitle, getRecordName } from "../recordName.ts";
import { formatQuantity, truncateText } from "../ui/format.ts";

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
  const lines = listDifferingFields(schema, previous.currentMetadata, currentMetadata).map((name) => {
    const format = (metadata: RecordRow["currentMetadata"]) => formatField(name, metadata, lists);
    return `${getFieldTitle(name)}: ${format(previous.currentMetadata)} → ${format(currentMetadata)}`;
  });
  const name = `record ${previousRecordId}, ${getRecordName(previous.currentMetadata)}`;
  const changes =
    lines.length === 0 ? "The metadata is unchanged." : `${formatQuantity(lines.length, "field")} changed.`;
  return { summary: `New version of ${name}. ${changes}`, lines };
}

function formatField(
  name: string,
  metadata: RecordRow["currentMetadata"],
  lists: ReturnType<typeof useDisplayLists>,
): string {
  const value = (metadata as Record<string, unknown>)[name];
  const text = formatFieldValue(schema.properties[name]!, value, lists).join(", ");
  return truncateText(text, MAX_VALUE_LENGTH) || "empty";
}
