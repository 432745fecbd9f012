import { formatValueAsText, type LabelsBySource } from "../../../contract/schema/formatValueAsText.ts";
import type { JsonObject } from "../../../contract/json.ts";
import { getSchema, isVisibleIn, type EntitySchema } from "../../../contract/schema/fields.ts";
import { getLabelWithUnit } from "../../../contract/schema/fieldSchema.ts";
import type { RecordRow } from "./recordRow.ts";

/** Roles of the first columns, in reverse order. */
const LEADING_ROLES = ["identifier", "title"];

/** The title, the identifier, then all other fields that are not hidden in lists. */
export const listColumns = ({ properties }: EntitySchema) =>
  Object.entries(properties)
    .filter(([, node]) => isVisibleIn("list", node))
    .toSorted(
      ([, a], [, b]) => LEADING_ROLES.indexOf(b["x-role"] ?? "") - LEADING_ROLES.indexOf(a["x-role"] ?? ""),
    )
    .map(([field, node]) => ({
      field,
      title: getLabelWithUnit(node, field),
      formatCell: (metadata: JsonObject, labels: LabelsBySource) =>
        formatValueAsText(node, metadata[field], labels),
    }));

/** A column of the table of records. */
interface RecordColumn {
  source: string;
  label: string;
  /** Shown in the cell, searched and sorted. */
  getText: (record: RecordRow, labels?: LabelsBySource) => string;
}

/** To show a value that is not a field, such as a date that the server sets, add an entry. */
export const recordColumns = listColumns(getSchema("metadata")).map(
  ({ field, title, formatCell }): RecordColumn => ({
    source: field,
    label: title,
    getText: ({ currentMetadata, labels: own }, labels) =>
      formatCell(currentMetadata as JsonObject, { ...labels, ...own }),
  }),
);
