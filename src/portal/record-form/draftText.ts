import { schemaOf, type Bag, type EntitySchema, type FieldSchema } from "../../contract/schema/fields.ts";
import type { ContactRole } from "../../contract/generated/entities.ts";
import { contactText, type ListedContact } from "../form/contacts/contactBook.ts";
import { unknownContact, type ContactRow } from "../form/contacts/contactRows.ts";
import { unlistedLabel, type OptionLists } from "../form/options/optionLists.ts";
import { cellText } from "../../contract/schema/cellText.ts";
import type { DraftContent } from "../providers/drafts.ts";
import { changesOf } from "./savedVersions.ts";

/** The lists that say codes and ids in words, as far as they have come. */
export interface Names {
  options: OptionLists;
  contacts: ListedContact[];
  roles: ContactRole[];
}

type Typed = Pick<DraftContent, "values" | "contactTexts" | "halfTyped">;

/** A draft's unsaved values as text to read and to take along: one line for each field, then each unsaved contact. */
export function draftText(draft: Typed, saved: Bag, names: Names) {
  const metadata = schemaOf("metadata");
  const values = withHalfTyped(draft);
  const fields = changesOf(saved, values).map((name) => lineOf(metadata, name, values, names));
  const contact = schemaOf("contact");
  const contacts = Object.values(draft.contactTexts ?? {}).flatMap((typed) =>
    Object.keys(typed)
      .filter((name) => name in contact.properties)
      .map((name) => lineOf(contact, name, typed, names)),
  );
  return [...fields, ...contacts].join("\n");
}

/** The values with what is half typed as the last entry of its list. */
function withHalfTyped({ values, halfTyped = {} }: Typed): Bag {
  const lists = Object.entries(halfTyped).map(([name, text]) => [
    name,
    [...((values[name] as string[] | undefined) ?? []), text],
  ]);
  return { ...values, ...Object.fromEntries(lists) };
}

function lineOf(schema: EntitySchema, name: string, values: Bag, names: Names): string {
  const field = schema.properties[name] ?? {};
  return `${field.title ?? name}: ${wordsOf(field, values[name], names) || "(empty)"}`;
}

/** A value as people read it. */
export function wordsOf(field: FieldSchema, value: unknown, names: Names): string {
  if (value === undefined || value === null) return "";
  if (Array.isArray(value))
    return value
      .map((entry: unknown) => wordsOf(field, entry, names))
      .filter(Boolean)
      .join(", ");
  if (field["x-role"] === "contacts") return contactWords(value as ContactRow, names);
  const source = field["x-options"]?.source ?? "";
  const list = names.options[source];
  if (!list || typeof value !== "string") return cellText({}, value);
  return list.find((option) => option.value === value)?.label ?? unlistedLabel(source, value);
}

function contactWords(row: ContactRow, { contacts, roles }: Names): string {
  const contact = contacts.find(({ id }) => id === row.contactId);
  if (!contact) return unknownContact(row);
  return `${contactText(contact).name} (${roles.find(({ id }) => id === row.roleId)?.name ?? row.roleId})`;
}
