import { useEffect, useRef, useState } from "react";
import { fieldWithRole, schemaOf, type Bag } from "../../../contract/fields.ts";
import type { FormHandle } from "../EntityForm.tsx";
import type { ListedContact } from "./contactBook.ts";
import { contactFields } from "./contactText.ts";
import { textName, useContactTexts } from "./contactTexts.ts";

const EMAIL = fieldWithRole(schemaOf("contact"), "email");

/**
 * What a contact's form begins with, and the keeping of what is typed in it: whatever closes the dialog, opening it
 * for the same again shows it.
 *
 * @param contact the contact that is edited; undefined when one is made
 * @param email the email a new contact begins with
 */
export function useKeptContact(contact: ListedContact | undefined, email: string) {
  const texts = useContactTexts();
  const name = textName(contact ? { mode: "edit", contactId: contact.id } : { mode: "create" });
  const [kept] = useState(() => texts.of(name));
  const [saved] = useState<Bag>(() => (contact ? contactFields(contact) : {}));
  const [initial] = useState<Bag>(() => ({ ...(kept ?? saved), ...(email !== "" && { [EMAIL]: email }) }));
  const formRef = useRef<FormHandle>(null);
  useEffect(() => {
    const takeIn = () => void formRef.current?.collect();
    texts.pending.add(takeIn);
    return () => void texts.pending.delete(takeIn);
  }, [texts]);
  return {
    initial,
    kept,
    formRef,
    keep(typed: Bag) {
      if (holdSame(saved, typed)) texts.forget(name);
      else texts.keep(name, typed);
    },
    clear(then: () => void) {
      texts.forget(name);
      then();
    },
  };
}

const holdSame = (a: Bag, b: Bag): boolean =>
  [...new Set([...Object.keys(a), ...Object.keys(b)])].every((name) => (a[name] ?? "") === (b[name] ?? ""));
