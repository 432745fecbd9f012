import { formatValueAsText, type LabelsBySource } from "../../contract/schema/formatValueAsText.ts";
import type { JsonObject } from "../../contract/json.ts";
import { isVisibleIn, type EntitySchema } from "../../contract/schema/fields.ts";
import { getLabelWithUnit } from "../../contract/schema/fieldSchema.ts";

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
