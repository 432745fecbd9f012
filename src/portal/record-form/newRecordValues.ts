import { fieldWithRole, schemaOf, type Bag } from "../../contract/fields.ts";
import { FIRST_CONTACT_ROLE } from "../../contract/originator.ts";

/** What a new record starts with: the schema's defaults, and the signed-in user as its first contact. */
export function newRecordValues(contactId: string): Bag {
  const schema = schemaOf("metadata");
  const defaults = Object.entries(schema.properties)
    .filter(([, field]) => field.default !== undefined)
    .map(([name, field]) => [name, structuredClone(field.default)]);
  return {
    ...Object.fromEntries(defaults),
    [fieldWithRole(schema, "contacts")]: [{ contactId, roleId: FIRST_CONTACT_ROLE }],
  };
}
