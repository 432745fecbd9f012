import { useMemo } from "react";
import type { JsonObject } from "../../../contract/json.ts";
import { isEqualIgnoringEmpty } from "../../../contract/schema/emptyValues.ts";
import { getSchema, getSchemaVersion } from "../../../contract/schema/fields.ts";
import { migrateToCurrentSchema } from "../../../contract/schema/migrateToCurrentSchema.ts";
import { useUnsentText } from "../../drafts/useUnsentText.ts";

const SCHEMA = getSchema("message");

/** The values of the fields that the schema adds to a message, kept as the message's text is. */
export function useUnsentFields(recordId: string) {
  const [text, setText] = useUnsentText("message-fields", recordId);
  const values = useMemo(() => parseFields(text), [text]);
  return {
    values,
    isEmpty: isEqualIgnoringEmpty(values, {}),
    setValues: (typed: JsonObject) => setText(formatFields(typed)),
    /** Keeps values that changed while the message was being sent. */
    clearSent: (sent: JsonObject) =>
      setText((now) => (isEqualIgnoringEmpty(parseFields(now), sent) ? "" : now)),
  };
}

const formatFields = (values: JsonObject) => JSON.stringify([getSchemaVersion(SCHEMA), values]);

function parseFields(text: string): JsonObject {
  if (text === "") return {};
  const [version, values] = JSON.parse(text) as [number, JsonObject];
  return migrateToCurrentSchema(SCHEMA, values, version);
}
