import type { RJSFSchema } from "@rjsf/utils";
import { useState, type FocusEvent } from "react";
import type { JsonObject } from "../../../contract/json.ts";
import { listNameableFields, listUnnamedFields } from "../../../contract/schema/conditionalFields.ts";
import { isEqualIgnoringEmpty } from "../../../contract/schema/emptyValues.ts";
import type { FieldSchema } from "../../../contract/schema/fields.ts";
import { useFormState } from "../formContext.ts";
import { hasFocusLeft } from "./FieldFrame.tsx";

export interface ConditionalFields {
  hidden: string[];
  /** Shown only because they have a value. */
  unneeded: string[];
  trackFocus(name: string): object;
}

/**
 * The fields with `x-when` of the object at this path of the form. A field that the user empties stays until the focus
 * leaves it.
 */
export function useConditionalFields(path: (string | number)[], values: JsonObject = {}): ConditionalFields {
  const { schema, validator } = useFormState();
  const [focused, setFocused] = useState<string>();
  const object = findObject(schema, path);
  const unnamed = listUnnamedFields(object, (condition) =>
    validator.isValid(condition as RJSFSchema, values, schema as RJSFSchema),
  );
  const isEmpty = (name: string) => {
    const value = values[name];
    // An added entry stays visible: its empty parts can be required.
    return Array.isArray(value) ? value.length === 0 : isEqualIgnoringEmpty(value, undefined);
  };
  return {
    hidden: unnamed.filter((name) => isEmpty(name) && name !== focused),
    unneeded: listNameableFields(object).filter((name) => unnamed.includes(name) && !isEmpty(name)),
    trackFocus: (name) => ({
      onFocus: () => setFocused(name),
      onBlur: (event: FocusEvent<HTMLElement>) => hasFocusLeft(event) && setFocused(undefined),
    }),
  };
}

const findObject = (schema: FieldSchema, path: (string | number)[]): FieldSchema =>
  path.reduce<FieldSchema>(
    (node, step) => (typeof step === "number" ? node.items : node.properties?.[step]) ?? {},
    schema,
  );
