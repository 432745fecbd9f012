import { useMemo } from "react";
import { useGetList } from "react-admin";
import type { JsonObject, FieldSchema } from "../contract/schema/fields.ts";
import type { ContactRole } from "../contract/generated/entities.ts";
import type { RecordContact } from "../contract/schema/originator.ts";
import type { References } from "../contract/schema/references.ts";
import { listedOptions, unlistedLabel, useCodedLists, type OptionLists } from "./form/options/optionLists.ts";
import { WHOLE_LIST } from "./providers/resources/simpleRest.ts";
import type { ContactRow } from "./providers/resources/contactsDialect.ts";
import { useReferences } from "./providers/useAnswer.ts";
import { cellText } from "../contract/schema/cellText.ts";
import { visibleText } from "./ui/format.ts";

/** The lists that turn codes into words. One that is missing is still on its way. */
export interface DisplayLists {
  options: OptionLists;
  contacts?: ContactRow[] | undefined;
  contactRoles?: ContactRole[] | undefined;
}

/**
 * A field's value as texts to read: one for a single value, one for each entry of a list, none for nothing. Characters
 * that would hide or turn around what stands beside them are shown by their codes.
 */
export function displayValue(field: FieldSchema, value: unknown, lists: DisplayLists): string[] {
  if (value === undefined || value === null || value === "") return [];
  const entries: unknown[] = Array.isArray(value) ? value : [value];
  return entries.flatMap((entry) => entryTexts(field, entry, lists)).map(readable);
}

function entryTexts(field: FieldSchema, entry: unknown, lists: DisplayLists): string[] {
  if (field["x-role"] === "contacts") return [contactText(entry as RecordContact, lists)];
  const { source, groupBy } = field["x-options"] ?? {};
  // What is shown in groups is told by its code: the group says the rest.
  if (source !== undefined && groupBy === undefined) return [labelOf(source, String(entry), lists.options)];
  // An entry of a list is described by the list's items.
  const node = { ...field, ...(field.items ?? {}) };
  const text = cellText(groupBy === undefined ? node : {}, entry as JsonObject);
  return text === "" ? [] : [text];
}

function labelOf(source: string, value: string, options: OptionLists): string {
  const list = options[source];
  if (!list) return value;
  return list.find((option) => option.value === value)?.label ?? unlistedLabel(source, value);
}

/** A contact that nobody lists is told by the ids of contact and role; a role, by what is typed of it. */
function contactText(row: Partial<RecordContact>, { contacts, contactRoles }: DisplayLists): string {
  const { contactId = "", roleId = "" } = row;
  const contact = contacts?.find(({ id }) => id === contactId);
  if (!contact) return `Contact ${contactId}, role ${roleId}`;
  const role = contactRoles?.find(({ id }) => id === roleId)?.name ?? roleId;
  const name = [contact.firstName, contact.lastName].filter(Boolean).join(" ");
  return [`${name || contactId} (${role})`, contact.email].filter(Boolean).join(", ");
}

const readable = (text: string) =>
  text
    .replaceAll("\t", "  ")
    .split(/\r\n|\r|\n/)
    .map(visibleText)
    .join("\n");

interface LoadedLists extends DisplayLists {
  /** The lists that come from calls, once they have come. */
  references: References | undefined;
  /** True where they could not be had: codes are shown as they are. */
  failed: boolean;
}

/** The lists that a record's values are named by, as far as they have come. */
export function useDisplayLists(): LoadedLists {
  const { data: references, isError: failed } = useReferences();
  const coded = useCodedLists();
  const { data: contacts } = useGetList<ContactRow>("contacts", WHOLE_LIST);
  return useMemo(
    () => ({
      options: { ...coded, ...listedOptions({ ...references }) },
      contacts,
      contactRoles: references?.contactRoles,
      references,
      failed,
    }),
    [references, coded, contacts, failed],
  );
}
