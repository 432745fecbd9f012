import { useState } from "react";
import { schemaOf } from "../../contract/schema/fields.ts";
import { validators } from "../../contract/generated/validators.ts";
import type { ContactBook } from "./contacts/contactBook.ts";
import { ContactDialogs } from "./contacts/ContactDialog.tsx";
import { contactTexts, type ContactTexts } from "./contacts/contactTexts.ts";
import { EntityForm } from "./EntityForm.tsx";
import type { EntityFormProps } from "./formProps.ts";

export interface SchemaFormProps extends Omit<EntityFormProps, "schema" | "validators"> {
  /** One of the schemas that people fill in. */
  schemaName: keyof typeof validators;
  /** The contacts that a record may name. Only a schema with contacts needs it. */
  contactBook?: ContactBook;
  /** Where what is typed in the contact dialog stays; otherwise it stays with the form. */
  contactTexts?: ContactTexts;
}

/** The form of one of the project's schemas. */
export function SchemaForm({ schemaName, contactBook, contactTexts: lent, ...props }: SchemaFormProps) {
  const [own] = useState(() => contactTexts());
  const fields = <EntityForm {...props} schema={schemaOf(schemaName)} validators={validators[schemaName]} />;
  if (!contactBook) return fields;
  return (
    <ContactDialogs book={contactBook} options={props.options} texts={lent ?? own}>
      {fields}
    </ContactDialogs>
  );
}
