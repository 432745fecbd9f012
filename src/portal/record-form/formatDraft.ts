import type { JsonObject } from "../../contract/json.ts";
import { getSchema, type EntitySchema } from "../../contract/schema/fields.ts";
import { formatFieldValue, type DisplayLists } from "../record-parts/formatFieldValue.ts";
import type { Draft } from "../providers/draft.ts";
import { listChangedRecordFields } from "./recordFormState.ts";

/** One line per changed field, then the fields of each unsaved contact. */
export function formatDraft({ content: draft }: Draft, saved: JsonObject, lists: DisplayLists): string {
  const formatLines = (schema: EntitySchema, values: JsonObject, names: string[]) =>
    names.map((name) => {
      const field = schema.properties[name] ?? {};
      return `${field.title ?? name}: ${formatFieldValue(field, values[name], lists).join(", ") || "(empty)"}`;
    });
  const changedFields = listChangedRecordFields(draft.baseValues ?? saved, draft.values);
  const recordLines = formatLines(getSchema("metadata"), draft.values, changedFields);
  const schema = getSchema("contact");
  const contactLines = Object.values(draft.contactDialogValues ?? {}).flatMap((contact) => {
    const names = Object.keys(contact).filter((name) => name in schema.properties);
    return formatLines(schema, contact, names);
  });
  return [...recordLines, ...contactLines].join("\n");
}
