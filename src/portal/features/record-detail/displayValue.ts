import type { Bag, FieldSchema } from "../../../contract/fields.ts";
import type { ContactRole } from "../../../contract/generated/entities.ts";
import type { RecordContact } from "../../../contract/originator.ts";
import { unlistedLabel, type OptionLists } from "../../form/optionLists.ts";
import type { ContactRow } from "../../providers/contactsDialect.ts";
import { cellText } from "../../table/cellText.ts";

/** The lists that turn codes into words. One that is missing is still on its way. */
export interface DisplayLists {
  options: OptionLists;
  contacts?: ContactRow[] | undefined;
  contactRoles?: ContactRole[] | undefined;
}

/** A field's value as lines to read: one for a single value, one for each entry of a list, none for nothing. */
export function displayValue(field: FieldSchema, value: unknown, lists: DisplayLists): string[] {
  if (value === undefined || value === null || value === "") return [];
  if (Array.isArray(value)) return value.flatMap((entry: unknown) => entryLines(field, entry, lists));
  return entryLines(field, value, lists);
}

function entryLines(field: FieldSchema, entry: unknown, lists: DisplayLists): string[] {
  if (field["x-role"] === "contacts") return [contactLine(entry as RecordContact, lists)];
  const source = field["x-options"]?.source;
  if (source !== undefined) return [labelOf(source, String(entry), lists.options)];
  const text = cellText({}, entry as Bag);
  return text === "" ? [] : [text];
}

function labelOf(source: string, value: string, options: OptionLists): string {
  const list = options[source];
  if (!list) return value;
  return list.find((option) => option.value === value)?.label ?? unlistedLabel(source, value);
}

/** A contact that nobody lists is told by the ids of contact and role. */
function contactLine({ contactId, roleId }: RecordContact, { contacts, contactRoles }: DisplayLists): string {
  const contact = contacts?.find(({ id }) => id === contactId);
  if (!contact) return `Contact ${contactId}, role ${roleId}`;
  const role = contactRoles?.find(({ id }) => id === roleId)?.name ?? `role ${roleId}`;
  const name = [contact.firstName, contact.lastName].filter(Boolean).join(" ");
  return [`${name || contactId} (${role})`, contact.email].filter(Boolean).join(", ");
}
