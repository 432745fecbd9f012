import type { FieldSchema } from "../../src/contract/schema/fields.ts";

/** Sets a value of a schema file, or adds an entry to one of its lists. */
export interface SchemaEdit {
  path: string[];
  value: unknown;
  isEntry?: boolean;
  /** The name that a new one follows; the last one without it. */
  after?: string;
}

/** @param path the schema, or the field */
export const addChange = (
  path: string[],
  keyword: keyof NonNullable<FieldSchema["x-changes"]>,
  value: object,
): SchemaEdit => ({
  path: [...path, "x-changes", keyword],
  value,
  isEntry: true,
});

export const setVersion = (version: number): SchemaEdit => ({
  path: ["x-changes", "version"],
  value: version,
});
