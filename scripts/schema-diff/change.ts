/** In the order of the report. */
export const CHANGE_KINDS = [
  "removed",
  "renamed",
  "added",
  "stricter",
  "looser",
  "access",
  "wire",
  "yaml",
  "export",
  "form",
  "text",
  "other",
  "written",
] as const;

export type ChangeKind = (typeof CHANGE_KINDS)[number];

export interface SchemaChange {
  kind: ChangeKind;
  /** Path of the value, such as "levees.height", with the names of the new schema; undefined for the schema itself. */
  field?: string | undefined;
  description: string;
}

export const change = (kind: ChangeKind, field: string | undefined, description: string): SchemaChange => ({
  kind,
  field,
  description,
});
