import type { EntitySchema } from "../../contract/fields.ts";
import { speaksOf } from "./widgetNames.ts";

export interface KeptWords {
  /** Names or roles of fields not shown; their values are kept. */
  omit?: string[] | undefined;
  /** Names or roles of fields shown but not editable. */
  locked?: string[] | undefined;
}

/** Names of the fields whose values a form does not let its user edit. */
export const keptFields = ({ properties }: EntitySchema, { omit, locked }: KeptWords): string[] =>
  Object.entries(properties)
    .filter(([name, field]) => speaksOf(omit, name, field) || speaksOf(locked, name, field))
    .map(([name]) => name);
