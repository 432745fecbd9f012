import type { JsonObject } from "../../../src/contract/json.ts";
import type { References } from "../../../src/contract/schema/references.ts";
import type { OptionLists } from "../../../src/portal/form/options/optionLists.ts";
import type { SchemaEdit } from "../../schema-diff/schemaEdit.ts";
import type { CompareAnswer, SchemaView } from "../protocol.ts";

/** What every view of the edited schema shows. */
export interface ViewProps {
  view: SchemaView;
  /** The example, or what the user entered in the form. */
  values: JsonObject;
  onValues(values: JsonObject): void;
  references: References;
  options: OptionLists;
  /** With the last release; undefined until it is loaded. */
  comparison: CompareAnswer | undefined;
  /** Edits the text of a schema. */
  onEdit(name: string, edits: SchemaEdit[]): void;
}
