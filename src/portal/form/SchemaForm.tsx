import { schemaOf } from "../../contract/fields.ts";
import { validators } from "../../contract/generated/validators.ts";
import type { ContactBook } from "./contacts/contactBook.ts";
import { ContactDialogs } from "./contacts/ContactDialogs.tsx";
import { EntityForm, type EntityFormProps } from "./EntityForm.tsx";

/** The schemas that people fill in. */
export type FormSchemaName = keyof typeof validators;

export interface SchemaFormProps extends Omit<EntityFormProps, "schema" | "validators"> {
  schemaName: FormSchemaName;
  /** The contacts that a record may name. Only a schema with contacts needs it. */
  contactBook?: ContactBook;
}

/** The form of one of the project's schemas. */
export function SchemaForm({ schemaName, contactBook, ...props }: SchemaFormProps) {
  const form = <EntityForm {...props} schema={schemaOf(schemaName)} validators={validators[schemaName]} />;
  if (!contactBook) return form;
  return (
    <ContactDialogs book={contactBook} options={props.options}>
      {form}
    </ContactDialogs>
  );
}
