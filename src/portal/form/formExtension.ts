import type { RegistryWidgetsType, UiSchema } from "@rjsf/utils";
import type { JsonObject } from "../../contract/json.ts";
import type { EntitySchema } from "../../contract/schema/fields.ts";
import type { References } from "../../contract/schema/references.ts";

export interface ListEntry {
  schema: EntitySchema;
  list: string;
  index: number;
  values: JsonObject;
  references: References;
}

/** What a page adds to the generic form. */
export interface FormExtension {
  /** RJSF widgets by name. */
  widgets: RegistryWidgetsType<JsonObject>;
  /** The UI schema of each x-widget that only this page has. */
  uiSchemas: Record<string, UiSchema<JsonObject>>;
  /** Roles of the fields whose values these widgets read. */
  rolesRead: string[];
  /** Roles of the fields whose notes describe their input. */
  describedRoles?: string[];
  /** The field that shows an entry of a list, if that is not the list itself. */
  findEntryField(entry: ListEntry): string | undefined;
}

export const NO_EXTENSION: FormExtension = {
  widgets: {},
  uiSchemas: {},
  rolesRead: [],
  findEntryField: () => undefined,
};
