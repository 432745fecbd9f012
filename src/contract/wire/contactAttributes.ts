import { schemaOf, textOf, type JsonObject } from "../schema/fields.ts";
import type { RecordContact } from "../schema/originator.ts";
import type { References } from "../schema/references.ts";

/** Part of a record's contact -> attribute of the metadata YAML. */
export const CONTACT_IDS = { contactId: "contact_id", roleId: "contact_role_id" } as const;

/** Attribute of the metadata YAML -> role of the contact's field that fills it. */
const ATTRIBUTES = { contact_email: "email", contact_phone: "phone" } as const;

/** One contact of a record as the metadata YAML writes it: its ids, and what a reader wants to know. */
export function contactAttributes(
  entry: RecordContact,
  contacts: JsonObject[],
  references: References,
): JsonObject {
  const ids = { [CONTACT_IDS.contactId]: entry.contactId, [CONTACT_IDS.roleId]: entry.roleId };
  const role = references.contactRoles.find(({ id }) => id === entry.roleId)?.name;
  const contact = contacts.find(({ id }) => String(id) === entry.contactId);
  return {
    ...ids,
    ...(role ? { contact_role: role } : {}),
    ...(contact ? described(contact, references) : {}),
  };
}

function described(contact: JsonObject, references: References): JsonObject {
  const schema = schemaOf("contact");
  const texts = Object.entries(ATTRIBUTES).map(([attribute, role]) => [
    attribute,
    textOf(schema, contact, role),
  ]);
  const affiliation = textOf(schema, contact, "affiliation");
  return {
    contact_name: `${textOf(schema, contact, "firstName")} ${textOf(schema, contact, "lastName")}`.trim(),
    ...Object.fromEntries(texts),
    contact_affiliation: references.agencies.find(({ id }) => id === affiliation)?.name ?? affiliation,
  };
}
