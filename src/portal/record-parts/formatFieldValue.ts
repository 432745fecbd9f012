import { useMemo } from "react";
import { useGetList } from "react-admin";
import type { JsonObject } from "../../contract/json.ts";
import type { FieldSchema } from "../../contract/schema/fields.ts";
import type { ContactRole } from "../../contract/generated/entities.ts";
import type { RecordContact } from "../../contract/schema/originator.ts";
import type { References } from "../../contract/schema/references.ts";
import {
  buildServerOptions,
  getUnlistedLabel,
  useCodedOptions,
  type OptionLists,
} from "../form/options/optionLists.ts";
import { NO_PAGINATION } from "../providers/vendorHttpClient.ts";
import { getContactDetails, getContactName, type ContactRow } from "../providers/resources/contactRow.ts";
import { useReferences } from "../providers/useVendorQuery.ts";
import { formatValueAsText } from "../../contract/schema/formatValueAsText.ts";
import { showInvisibleCharacters } from "../../contract/showInvisibleCharacters.ts";

export interface DisplayLists {
  options: OptionLists;
  contacts?: ContactRow[] | undefined;
  contactRoles?: ContactRole[] | undefined;
}

/** One text per entry. Invisible and reordering characters are shown by their code points. */
export function formatFieldValue(field: FieldSchema, value: unknown, lists: DisplayLists): string[] {
  if (value === undefined || value === null || value === "") return [];
  const entries: unknown[] = Array.isArray(value) ? value : [value];
  return entries.flatMap((entry) => formatEntry(field, entry, lists)).map(makeReadable);
}

function formatEntry(field: FieldSchema, entry: unknown, lists: DisplayLists): string[] {
  if (field["x-role"] === "contacts") return [formatContact(entry as RecordContact, lists)];
  const { source, groupBy } = field["x-options"] ?? {};
  // Grouped options show the code only, because the group heading has the label.
  if (source !== undefined && groupBy === undefined)
    return [getOptionLabel(source, String(entry), lists.options)];
  const node = { ...field, ...(field.items ?? {}) };
  const text = formatValueAsText(groupBy === undefined ? node : {}, entry as JsonObject);
  return text === "" ? [] : [text];
}

function getOptionLabel(source: string, value: string, options: OptionLists): string {
  const list = options[source];
  if (!list) return value;
  return list.find((option) => option.value === value)?.label ?? getUnlistedLabel(source, value);
}

/** Spec: an unknown contact shows the contact id and role id. */
function formatContact(row: Partial<RecordContact>, { contacts, contactRoles }: DisplayLists): string {
  const { contactId = "", roleId = "" } = row;
  const contact = contacts?.find(({ id }) => id === contactId);
  if (!contact) return `Contact ${contactId}, role ${roleId}`;
  const role = contactRoles?.find(({ id }) => id === roleId)?.name ?? roleId;
  const { email } = getContactDetails(contact);
  return [`${getContactName(contact) || contactId} (${role})`, email].filter(Boolean).join(", ");
}

const makeReadable = (text: string) =>
  text
    .replaceAll("\t", "  ")
    .split(/\r\n|\r|\n/)
    .map(showInvisibleCharacters)
    .join("\n");

interface LoadedLists extends DisplayLists {
  references: References | undefined;
  /** Then codes are shown instead of labels. */
  hasFailed: boolean;
}

export function useDisplayLists(): LoadedLists {
  const { data: references, isError: hasFailed } = useReferences();
  const codedLists = useCodedOptions();
  const { data: contacts } = useGetList<ContactRow>("contacts", NO_PAGINATION);
  return useMemo(
    () => ({
      options: { ...codedLists, ...buildServerOptions({ ...references }) },
      contacts,
      contactRoles: references?.contactRoles,
      references,
      hasFailed,
    }),
    [references, codedLists, contacts, hasFailed],
  );
}
