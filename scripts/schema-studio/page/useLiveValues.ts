import { useMemo, useState } from "react";
import type { JsonObject } from "../../../src/contract/json.ts";
import { buildExampleEntity, pickSchemaFields } from "../../../src/contract/schema/fields.ts";
import type { SchemaView } from "../protocol.ts";

/** The values of all views: the schema's examples until the user edits the form. */
export function useLiveValues(view: SchemaView | undefined) {
  const [entered, setEntered] = useState<Record<string, JsonObject>>({});
  const name = view?.name ?? "";
  const own = entered[name];
  const values = useMemo(
    () => (view ? pickSchemaFields(view.schema, own ?? buildExampleEntity(view.schema)) : {}),
    [view, own],
  );
  return {
    values,
    setValues: (changed: JsonObject) => setEntered({ ...entered, [name]: changed }),
  };
}
