import type { JsonObject } from "../json.ts";
import { isEmptyValue } from "./emptyValues.ts";
import type { EntitySchema, FieldSchema } from "./fields.ts";

type IsMet = (condition: FieldSchema) => boolean;

/** The fields with `x-when` that no met condition names and that have no value. */
export function listHiddenFields(schema: EntitySchema, values: JsonObject, isMet: IsMet): string[] {
  const conditional = Object.entries(schema.properties).filter(
    ([name, field]) => field["x-when"] && isEmptyValue(values[name]),
  );
  if (conditional.length === 0) return [];
  const named = listNamedFields(schema, isMet);
  return conditional.map(([name]) => name).filter((name) => !named.includes(name));
}

/** The fields that `then` and `else` name, for conditions as they are met now. */
export function listNamedFields(node: FieldSchema, isMet: IsMet): string[] {
  const branch = node.if && (isMet(node.if) ? node.then : node.else);
  return [
    ...(branch?.required ?? []),
    ...Object.keys(branch?.properties ?? {}),
    ...[...(branch ? [branch] : []), ...(node.allOf ?? [])].flatMap((part) => listNamedFields(part, isMet)),
  ];
}
