import { getByPath, setByPath } from "@rjsf/utils";
import type { JsonObject } from "../../contract/json.ts";
import { getSchema, type EntitySchema } from "../../contract/schema/fields.ts";
import { formatFieldValue, type DisplayLists } from "../formatFieldValue.ts";
import type { Draft, DraftContent } from "../providers/drafts.ts";
import { listChangedRecordFields } from "./recordFormStore.ts";

/** One line per changed field, then the fields of each unsaved contact. */
export function formatDraft(draft: Draft, saved: JsonObject, lists: DisplayLists): string {
  const formatLines = (schema: EntitySchema, values: JsonObject, names: string[]) =>
    names.map((name) => {
      const field = schema.properties[name] ?? {};
      return `${field.title ?? name}: ${formatFieldValue(field, values[name], lists).join(", ") || "(empty)"}`;
    });
  const values = withPendingTexts(draft);
  const changedFields = listChangedRecordFields(draft.baseValues ?? saved, values);
  const recordLines = formatLines(getSchema("metadata"), values, changedFields);
  const schema = getSchema("contact");
  const contactLines = Object.values(draft.contactDialogValues ?? {}).flatMap(
    ({ pendingTexts, ...fields }) => {
      const contact = withPendingTexts({
        values: fields,
        pendingTexts: pendingTexts as DraftContent["pendingTexts"],
      });
      const names = Object.keys(contact).filter((name) => name in schema.properties);
      return formatLines(schema, contact, names);
    },
  );
  return [...recordLines, ...contactLines].join("\n");
}

/** Adds pending text as the last entry of its list, or in place of a single value. */
export function withPendingTexts({ values, pendingTexts = {} }: DraftContent): JsonObject {
  const result = structuredClone(values);
  for (const [name, text] of Object.entries(pendingTexts)) {
    const path = name.split(".");
    const value = getByPath(result, path);
    setByPath(result, path, Array.isArray(value) ? [...(value as unknown[]), text] : text);
  }
  return result;
}
