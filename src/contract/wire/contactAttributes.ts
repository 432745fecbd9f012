import type { JsonObject } from "../json.ts";
import { getSchema, getFieldText } from "../schema/fields.ts";
import type { RecordContact } from "../schema/originator.ts";
import type { References } from "../schema/references.ts";

/** Property of a record contact -> attribute of the metadata YAML. */
export const CONTACT_ID_ATTRIBUTES = { contactId: "contact_id", roleId: "contact_role_id" } as const;

/** Attribute of the metadata YAML -> `x-role` of the contact field. */
const ROLE_BY_ATTRIBUTE = { contact_email: "email", contact_phone: "phone" } as const;

export function buildContactAttributes(
  entry: RecordContact,
  contacts: JsonObject[],
  references: References,
): JsonObject {
  const ids = {
    [CONTACT_ID_ATTRIBUTES.contactId]: entry.contactId,
    [CONTACT_ID_ATTRIBUTES.roleId]: entry.roleId,
  };
  const role = references.contactRoles.find(({ id }) => id === entry.roleId)?.name;
  const contact = contacts.find(({ id }) => String(id) === entry.contactId);
  return {
    ...ids,
    ...(role ? { contact_role: role } : {}),
    ...(contact ? describeContact(contact, references) : {}),
  };
}

function describeContact(contact: JsonObject, references: References): JsonObject {
  const schema = getSchema("contact");
  const texts = Object.entries(ROLE_BY_ATTRIBUTE).map(([attribute, role]) => [
    attribute,
    getFieldText(schema, contact, role),
  ]);
  const affiliation = getFieldText(schema, contact, "affiliation");
  return {
    contact_name:
      `${getFieldText(schema, contact, "firstName")} ${getFieldText(schema, contact, "lastName")}`.trim(),
    ...Object.fromEntries(texts),
    contact_affiliation: references.agencies.find(({ id }) => id === affiliation)?.name ?? affiliation,
  };
}
