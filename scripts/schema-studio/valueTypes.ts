import type { FieldSchema } from "../../src/contract/schema/fields.ts";

/** A type that a field can have, as the forms name it. */
export interface ValueType {
  title: string;
  type: string;
  /** The type of a list's entries. */
  entry?: string;
}

export const VALUE_TYPES: ValueType[] = [
  { title: "Text", type: "string" },
  { title: "Number", type: "number" },
  { title: "Whole number", type: "integer" },
  { title: "Yes or no", type: "boolean" },
  { title: "Group of fields", type: "object" },
  { title: "List of texts", type: "array", entry: "string" },
  { title: "List of numbers", type: "array", entry: "number" },
  { title: "List of groups", type: "array", entry: "object" },
];

/** Undefined for a type that the forms do not offer. */
export const findValueType = (field: FieldSchema): ValueType | undefined =>
  VALUE_TYPES.find(({ type, entry }) => type === getJsonType(field) && entry === getJsonType(field.items));

export const findNamedType = (title: unknown): ValueType | undefined =>
  VALUE_TYPES.find((one) => one.title === title);

export const getJsonType = ({ type }: FieldSchema = {}): string | undefined =>
  [type].flat().find((name) => name !== "null");
