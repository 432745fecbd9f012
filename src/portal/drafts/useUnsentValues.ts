import { useMemo } from "react";
import type { JsonObject } from "../../contract/json.ts";
import { isEqualIgnoringEmpty } from "../../contract/schema/emptyValues.ts";
import { getSchemaVersion, type EntitySchema } from "../../contract/schema/fields.ts";
import { migrateToCurrentSchema } from "../../contract/schema/migrateToCurrentSchema.ts";
import { tryOrUndefined } from "../../contract/tryOrUndefined.ts";
import { useUnsentText } from "./useUnsentText.ts";

/** The values of a form that were not sent, kept as `useUnsentText` keeps text. */
export function useUnsentValues(kind: "message-fields" | "checklist", schema: EntitySchema) {
  const [text, setText, draft] = useUnsentText(kind);
  const values = useMemo(() => parseValues(schema, text), [schema, text]);
  return {
    values,
    draft,
    isEmpty: isEqualIgnoringEmpty(values, {}),
    setValues: (typed: JsonObject) =>
      setText(isEqualIgnoringEmpty(typed, {}) ? "" : JSON.stringify([getSchemaVersion(schema), typed])),
    /** Keeps values that changed while they were being sent. */
    clearSent: (sent: JsonObject) =>
      setText((now) => (isEqualIgnoringEmpty(parseValues(schema, now), sent) ? "" : now)),
  };
}

/** Empty for a damaged text. */
const parseValues = (schema: EntitySchema, text: string): JsonObject =>
  tryOrUndefined(() => {
    const [version, values] = JSON.parse(text) as [version: number, values: JsonObject];
    return migrateToCurrentSchema(schema, values, version);
  }) ?? {};
