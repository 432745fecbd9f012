import { schemaOf } from "../../contract/fields.ts";
import { validators } from "../../contract/generated/validators.ts";
import { EntityForm, type EntityFormProps } from "./EntityForm.tsx";

/** The schemas that people fill in. */
export type FormSchemaName = keyof typeof validators;

export interface SchemaFormProps extends Omit<EntityFormProps, "schema" | "validators"> {
  schemaName: FormSchemaName;
}

/** The form of one of the project's schemas. */
export function SchemaForm({ schemaName, ...props }: SchemaFormProps) {
  return <EntityForm {...props} schema={schemaOf(schemaName)} validators={validators[schemaName]} />;
}
