import Box from "@mui/material/Box";
import Button from "@mui/material/Button";
import Skeleton from "@mui/material/Skeleton";
import Typography from "@mui/material/Typography";
import type { WidgetProps } from "@rjsf/utils";
import { useContext } from "react";
import type { JsonObject } from "../../../contract/json.ts";
import { getFieldNameByRole } from "../../../contract/schema/fields.ts";
import { OptionsContext, RelatedValuesContext, useFormState } from "../../form/formContext.ts";
import { CardContext } from "../../form/templates/ListTemplate.tsx";
import { getContactDetails } from "../../providers/resources/contactRow.ts";
import { useContactBook, useContacts } from "./contactBook.ts";
import { formatUnknownContact, type ContactAssignment } from "./contactAssignments.ts";
import { ContactsUnavailable } from "./ContactsUnavailable.tsx";
import type { ContactDialogRequest } from "./contactDrafts.ts";

export function ContactWidget({ id, htmlName = "", disabled, onChange }: WidgetProps<JsonObject>) {
  const { schema } = useFormState();
  const relatedValues = useContext(RelatedValuesContext);
  const assignments = relatedValues[getFieldNameByRole(schema, "contacts")] as
    ContactAssignment[] | undefined;
  const assignment = assignments?.[Number(htmlName.split(".")[1])] ?? {};
  return <ContactPicker id={id} assignment={assignment} disabled={disabled} onChange={onChange} />;
}

interface ContactPickerProps {
  id: string;
  assignment: ContactAssignment;
  disabled?: boolean | undefined;
  onChange(contactId: string): void;
}

export function ContactPicker({ id, assignment, disabled = false, onChange }: ContactPickerProps) {
  const { title: cardTitle } = useContext(CardContext);
  const { book, openDialog } = useContacts();
  const isKnown = book.contacts?.some((contact) => contact.id === assignment.contactId) ?? false;
  const renderButton = (mode: ContactDialogRequest["mode"], label: string) => (
    <Button
      id={`${id}-${mode}`}
      size="small"
      variant="outlined"
      disabled={disabled}
      aria-label={`${label}: ${cardTitle}`}
      onClick={() => openDialog({ mode, contactId: assignment.contactId, onDone: onChange })}
    >
      {label}
    </Button>
  );
  return (
    <Box sx={CONTACT}>
      <ContactDetails assignment={assignment} />
      <div>
        {isKnown && renderButton("edit", "Edit")}
        {renderButton("select", "Select an existing contact")}
        {renderButton("create", "Create a new contact")}
      </div>
    </Box>
  );
}

const CONTACT = {
  "& > p": { m: 0, fontWeight: 600 },
  "& > dl": { display: "flex", flexWrap: "wrap", columnGap: 2, m: 0, mt: 0.5, typography: "body2" },
  "& dl > div": { display: "flex", gap: 0.75 },
  "& dt": { color: "text.secondary", whiteSpace: "nowrap" },
  "& dd": { m: 0, minWidth: 0 },
  "& > div": { display: "flex", flexWrap: "wrap", gap: 1, mt: 1.5 },
};

function ContactDetails({ assignment }: { assignment: ContactAssignment }) {
  const { contacts, hasFailed } = useContactBook();
  const { agencies } = useContext(OptionsContext);
  if (!assignment.contactId) return <Typography color="textSecondary">No contact chosen yet</Typography>;
  if (!contacts && hasFailed) return <ContactsUnavailable what="The contact" />;
  if (!contacts) return <Skeleton width="60%" role="img" aria-label="Loading the contact" />;
  const contact = contacts.find(({ id }) => id === assignment.contactId);
  if (!contact) return <Typography>{formatUnknownContact(assignment)}</Typography>;
  const { name, email, phone, affiliation } = getContactDetails(contact);
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
