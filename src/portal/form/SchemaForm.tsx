import { useImperativeHandle, useRef, useState } from "react";
import { schemaOf } from "../../contract/fields.ts";
import { validators } from "../../contract/generated/validators.ts";
import type { ContactBook } from "./contacts/contactBook.ts";
import { ContactDialogs } from "./contacts/ContactDialogs.tsx";
import { contactTexts, type ContactTexts } from "./contacts/contactTexts.ts";
import { HalfTypedContext, type HalfTyped } from "./halfTyped.ts";
import { EntityForm, type EntityFormProps, type FormHandle } from "./EntityForm.tsx";

/** The schemas that people fill in. */
export type FormSchemaName = keyof typeof validators;

export interface SchemaFormProps extends Omit<EntityFormProps, "schema" | "validators"> {
  schemaName: FormSchemaName;
  /** The contacts that a record may name. Only a schema with contacts needs it. */
  contactBook?: ContactBook;
  /** Where what is typed in the contact dialog stays; otherwise it stays with the form. */
  contactTexts?: ContactTexts;
  /** Where half an entry of a list stays; otherwise it stays in its input. */
  halfTyped?: HalfTyped;
}

/** The form of one of the project's schemas. */
export function SchemaForm({
  schemaName,
  contactBook,
  contactTexts: lent,
  halfTyped,
  ref,
  ...props
}: SchemaFormProps) {
  const [own] = useState(() => contactTexts());
  const texts = lent ?? own;
  const form = useRef<FormHandle>(null);
  useImperativeHandle(
    ref,
    () => ({
      submit: () => form.current?.submit(),
      collect() {
        for (const takeIn of texts.pending) takeIn();
        return form.current?.collect() ?? {};
      },
    }),
    [texts],
  );
  const entity = { schema: schemaOf(schemaName), validators: validators[schemaName] };
  const fields = (
    <HalfTypedContext value={halfTyped}>
      <EntityForm {...props} {...entity} ref={form} />
    </HalfTypedContext>
  );
  if (!contactBook) return fields;
  return (
    <ContactDialogs book={contactBook} options={props.options} texts={texts}>
      {fields}
    </ContactDialogs>
  );
}
