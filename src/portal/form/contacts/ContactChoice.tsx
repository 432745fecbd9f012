import Button from "@mui/material/Button";
import Skeleton from "@mui/material/Skeleton";
import Typography from "@mui/material/Typography";
import type { WidgetProps } from "@rjsf/utils";
import { useContext } from "react";
import { fieldWithRole, type JsonObject } from "../../../contract/schema/fields.ts";
import { OptionsContext, RelatedValuesContext, useFormActions } from "../formContext.ts";
import { CardContext } from "../templates/ListTemplate.tsx";
import { contactText, useContactBook, useContacts } from "./contactBook.ts";
import { unknownContact, type ContactRow } from "./contactRows.ts";
import { ContactsMissing } from "./ContactsMissing.tsx";
import type { ContactDialogRequest } from "./contactTexts.ts";

/** Who is named on a card of the record's contacts. */
export function ContactWidget({ id, htmlName = "", disabled, onChange }: WidgetProps<JsonObject>) {
  const { schema } = useFormActions();
  const rows = useContext(RelatedValuesContext)[fieldWithRole(schema, "contacts")] as
    ContactRow[] | undefined;
  const row = rows?.[Number(htmlName.split(".")[1])] ?? {};
  return <ContactChoice id={id} row={row} disabled={disabled} onChange={onChange} />;
}

interface ContactChoiceProps {
  id: string;
  row: ContactRow;
  disabled?: boolean | undefined;
  onChange(contactId: string): void;
}

/** Who is named, and the ways to name somebody else. */
export function ContactChoice({ id, row, disabled = false, onChange }: ContactChoiceProps) {
  const { title: of } = useContext(CardContext);
  const { book, ask } = useContacts();
  const isKnown = book.contacts?.some((contact) => contact.id === row.contactId) ?? false;
  const button = (mode: ContactDialogRequest["mode"], words: string) => (
    <Button
      id={`${id}-${mode}`}
      size="small"
      variant="outlined"
      disabled={disabled}
      aria-label={`${words}: ${of}`}
      onClick={() => ask({ mode, contactId: row.contactId, onChosen: onChange })}
    >
      {words}
    </Button>
  );
  return (
    <div className="contact">
      <ContactDetails row={row} />
      <div>
        {isKnown && button("edit", "Edit")}
        {button("select", "Select an existing contact")}
        {button("create", "Create a new contact")}
      </div>
    </div>
  );
}

/** Who a row's contact is; of one that nobody lists, its ids. */
function ContactDetails({ row }: { row: ContactRow }) {
  const { contacts, failed } = useContactBook();
  const { agencies } = useContext(OptionsContext);
  if (!row.contactId) return <Typography color="textSecondary">No contact chosen yet</Typography>;
  if (!contacts && failed) return <ContactsMissing what="The contact" />;
  if (!contacts) return <Skeleton width="60%" role="img" aria-label="Loading the contact" />;
  const contact = contacts.find(({ id }) => id === row.contactId);
  if (!contact) return <Typography>{unknownContact(row)}</Typography>;
  const { name, email, phone, affiliation } = contactText(contact);
  const agency = agencies?.find(({ value }) => value === affiliation);
  return (
    <>
      <p>{name}</p>
      <dl>
        <div>
          <dt>Email</dt> <dd>{email || "–"}</dd>
        </div>
        <div>
          <dt>Phone</dt> <dd>{phone || "–"}</dd>
        </div>
        <div>
          <dt>Affiliation</dt> <dd>{agency?.label ?? (affiliation || "–")}</dd>
        </div>
      </dl>
    </>
  );
}
