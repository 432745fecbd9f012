import { useCallback } from "react";
import type { Fault } from "../../../contract/faults.ts";
import { fieldWithRole, schemaOf, textOf, type Bag } from "../../../contract/fields.ts";
import { messages } from "../../../contract/messages.ts";
import { useContactBook } from "./contactBook.ts";
import { contactWithEmail } from "./contactText.ts";

const SCHEMA = schemaOf("contact");

const FAULT: Fault = {
  path: [fieldWithRole(SCHEMA, "email")],
  rule: "unique",
  message: messages.contactExists,
};

/**
 * No two contacts share an email: known in the browser as far as the contacts have come, and by the services in any
 * case. It concerns new contacts only, since a contact's email never changes.
 *
 * @returns the check for the form, and the email among some values if a contact has it already
 */
export function useTakenEmail(isNew: boolean) {
  const { contacts } = useContactBook();
  const takenIn = useCallback(
    (values: Bag): string | undefined => {
      const email = textOf(SCHEMA, values, "email");
      return isNew && contacts && contactWithEmail(contacts, email) ? email : undefined;
    },
    [isNew, contacts],
  );
  const check = useCallback(
    (values: Bag): Fault[] => (takenIn(values) === undefined ? [] : [FAULT]),
    [takenIn],
  );
  return { check, takenIn };
}
